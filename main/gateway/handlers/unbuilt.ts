// TEMPORARY: calls of the contract that have no service yet. Gone when this file is imported by nobody.
import { fail } from '#contract/failure.ts';
import type { CallName } from '#contract/calls.ts';
import type { Handlers } from '#main/gateway/dispatch.ts';

export const unbuilt = <K extends CallName>(...names: K[]): Pick<Handlers, K> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async () => fail({ kind: 'not-allowed', message: `${name} is not built yet.` }),
    ]),
  ) as unknown as Pick<Handlers, K>;

export const unbuiltAll = <T extends object>(table: T): Pick<Handlers, keyof T & CallName> =>
  unbuilt(...(Object.keys(table) as (keyof T & CallName)[]));
