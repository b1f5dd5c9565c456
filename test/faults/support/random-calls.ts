// Random uses of the bridge: every call and feed of the contract, with inputs made from its own schema, some of them
// spoiled. Names that matter (the account, symbols, orders) come from the test, so that many of them reach a broker.
import { z } from 'zod';
import { calls, type CallName } from '#contract/calls.ts';
import { feeds, type FeedName } from '#contract/feeds.ts';

export type Known = Record<string, readonly unknown[]>;

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
};

const SPOILERS: readonly unknown[] = [null, '', 'x', -1, 1e308, [], {}, '../..', '💥', true];

export function createRandomCalls(random: () => number, known: Known) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  /** From the same dice as everything else, so that a seed brings the same messages. */
  const uuid = (): string =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () =>
      Math.floor(random() * 16).toString(16),
    );

  function make(schema: Schema, name: string): unknown {
    const own = known[name];
    if (own) return pick(own);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const either = schema.anyOf ?? schema.oneOf;
    if (either) return make(pick(either), name);
    switch (schema.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([key]) => schema.required?.includes(key) || known[key] || random() < 0.5)
            .map(([key, member]) => [key, make(member, key)]),
        );
      case 'array':
        return Array.from({ length: Math.floor(random() * 3) }, () =>
          make(schema.items ?? {}, name.replace(/s$/, '')),
        );
      case 'boolean':
        return random() < 0.5;
      case 'integer':
      case 'number': {
        const least = Math.max(schema.minimum ?? 0, -1e6);
        return Math.floor(least + random() * (Math.min(schema.maximum ?? 1e6, 1e6) - least));
      }
      case 'string':
        return schema.format === 'uuid' ? uuid() : pick(['1', '10', 'abc', '2026-01-05', uuid()]);
      default:
        return null;
    }
  }

  const inputs = new Map(
    Object.entries({ ...calls }).map(([name, { input }]) => [name, jsonSchema(input)]),
  );
  const params = new Map(
    Object.entries(feeds).map(([name, feed]) => [name, jsonSchema(feed.params)]),
  );
  const spoil = (value: unknown): unknown => {
    if (random() > 0.1) return value;
    if (typeof value !== 'object' || value === null || random() < 0.2) return pick(SPOILERS);
    const key = pick(Object.keys(value));
    // The account is never spoiled into another one: that is what is under test.
    return key === undefined || key === 'accountId' || key === 'hosts'
      ? value
      : { ...value, [key]: pick(SPOILERS) };
  };

  const madeBy = (schemas: ReadonlyMap<string, Schema>) => (name: string) =>
    make(schemas.get(name) ?? {}, name);

  return {
    /** Unspoiled, and mostly what the schema of this name takes. */
    inputOf: madeBy(inputs) as (name: CallName) => unknown,
    paramsOf: madeBy(params) as (name: FeedName) => unknown,
    call(): { name: CallName; input: unknown } {
      const [name, schema] = pick([...inputs]);
      return { name: name as CallName, input: spoil(make(schema, name)) };
    },
    feed(): { name: FeedName; params: unknown } {
      const [name, schema] = pick([...params]);
      return { name: name as FeedName, params: spoil(make(schema, name)) };
    },
  };
}

const jsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
