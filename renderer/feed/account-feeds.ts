// The feeds of one account, poured into slices. One of these per selected account, for the whole page.
import type { Bridge, FeedEvent } from '#contract/bridge.ts';
import type { Failure } from '#contract/failure.ts';
import { feeds, type Item, type Params } from '#contract/feeds.ts';
import { createSlices, type Slices } from '#renderer/feed/slices.ts';

export type AccountFeeds = {
  account: Slices<string, Item<'account'>>;
  prices: Slices<string, Item<'prices'>>;
  streams: Slices<string, Item<'streams'>>;
  orders: Slices<string, Item<'orders'>>;
  intents: Slices<string, Item<'intents'>>;
  executions: Slices<string, Item<'executions'>>;
  /** All positions at once, under the key 'positions'. */
  positions: Slices<string, Item<'positions'>>;
  trading: Slices<string, Item<'trading'>>;
  /** Why the feeds are silent, under the key 'bridge'; absent while they flow. */
  failures: Slices<string, Failure | undefined>;
  /** Minute bars of one symbol, outside the slices: they go into a drawing, not into React. */
  watchBars(symbol: string, onBars: (bars: Item<'bars'>[], isReset: boolean) => void): () => void;
  /** Begins to watch; answers a function that ends it. What was heard stays readable. */
  start(): () => void;
};

type SliceFeed =
  'account' | 'prices' | 'streams' | 'orders' | 'intents' | 'executions' | 'positions' | 'trading';

export function createAccountFeeds(
  bridge: Bridge,
  accountId: string,
  schedule: (flush: () => void) => void,
): AccountFeeds {
  const failures = createSlices<string, Failure | undefined>(schedule);
  const starts: (() => () => void)[] = [];

  function pour<F extends SliceFeed>(feed: F): Slices<string, Item<F>> {
    const slices = createSlices<string, Item<F>>(schedule);
    const key = feeds[feed].key as (item: Item<F>) => string;
    const onEvent = (event: FeedEvent<Item<F>>) => {
      if (event.kind === 'failed') return failures.put('bridge', event.failure);
      if (event.reset) {
        slices.clear();
        if (failures.get('bridge')) failures.put('bridge', undefined);
      }
      for (const item of event.items) slices.put(key(item), item);
    };
    starts.push(() => bridge.watch(feed, { accountId } as Params<F>, onEvent));
    return slices;
  }

  return {
    account: pour('account'),
    prices: pour('prices'),
    streams: pour('streams'),
    orders: pour('orders'),
    intents: pour('intents'),
    executions: pour('executions'),
    positions: pour('positions'),
    trading: pour('trading'),
    failures,
    watchBars: (symbol, onBars) =>
      bridge.watch('bars', { accountId, symbol }, (event) => {
        if (event.kind === 'batch') onBars(event.items, event.reset);
      }),
    start() {
      const stops = starts.map((start) => start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
