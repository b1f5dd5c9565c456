// Feeds of one account, each kept in slices by its own key. What arrived stays readable after the end.
import type { Bridge, FeedEvent } from '#contract/bridge.ts';
import type { Failure } from '#contract/failure.ts';
import { feedKeys } from '#contract/feed-keys.ts';
import type { FeedName, Item, Params } from '#contract/feeds.ts';
import { createSlices, MOST_TOLD, type Slices } from '#renderer/core/feeds/slices.ts';

type FeedStore = {
  subscribe<F extends FeedName>(feed: F): Slices<string, Item<F>>;
  /** Which feeds have delivered their state at least once, by name: nothing there is then known to be nothing. */
  heard: Slices<string, true>;
  /** Why the feeds are silent, under the key 'bridge'; absent while they flow. */
  failures: Slices<string, Failure | undefined>;
  /** Begins to watch; answers a function that ends it. */
  start(): () => void;
};

export function createFeedStore(
  bridge: Bridge,
  accountId: string,
  schedule: (flush: () => void) => void,
): FeedStore {
  const failures = createSlices<string, Failure | undefined>(schedule);
  const heard = createSlices<string, true>(schedule);
  const starts: (() => () => void)[] = [];

  return {
    heard,
    failures,
    subscribe<F extends FeedName>(feed: F): Slices<string, Item<F>> {
      const slices = createSlices<string, Item<F>>(schedule);
      const key = feedKeys[feed] as (item: Item<F>) => string;
      /** A state that has not all come yet: until then what was known before stands. */
      let coming: Map<string, Item<F>> | undefined;
      const hear = (): void => {
        if (!heard.get(feed)) heard.put(feed, true);
      };
      const begin = (items: Map<string, Item<F>>): void => {
        if (failures.get('bridge')) failures.put('bridge', undefined);
        const isShort = items.size <= MOST_TOLD;
        // Whoever shows a long state is still taking it over: until then nobody says that this is all.
        if (isShort) hear();
        slices.replace(items, isShort ? () => undefined : hear);
      };
      const onEvent = (event: FeedEvent<Item<F>>) => {
        if (event.kind === 'failed') {
          coming = undefined;
          return failures.put('bridge', event.failure);
        }
        if (event.reset) coming = new Map();
        for (const item of event.items)
          if (coming) coming.set(key(item), item);
          else slices.put(key(item), item);
        if (!coming || event.isPart) return;
        begin(coming);
        coming = undefined;
      };
      starts.push(() => bridge.watch(feed, { accountId } as Params<F>, onEvent));
      return slices;
    },
    start() {
      const stops = starts.map((start) => start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
