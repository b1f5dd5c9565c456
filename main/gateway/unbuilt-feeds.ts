// TEMPORARY: feeds of the contract that have no source yet. Gone when nobody imports this file.
import { fail } from '#contract/failure.ts';
import type { FeedName } from '#contract/feeds.ts';
import type { Sources } from '#main/gateway/feeds.ts';

export const unbuiltFeeds = <F extends FeedName>(...names: F[]): Pick<Sources, F> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      () => fail({ kind: 'not-allowed', message: `The feed ${name} is not built yet.` }),
    ]),
  ) as unknown as Pick<Sources, F>;
