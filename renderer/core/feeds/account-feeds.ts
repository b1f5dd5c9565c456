// The feeds of one account, kept in slices. One of these per selected account, for the whole page.
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Failure } from '#contract/failure.ts';
import type { Item } from '#contract/feeds.ts';
import { delay } from '#renderer/core/delay.ts';
import { createFeedStore } from '#renderer/core/feeds/feed-store.ts';
import { createQuoteFeed, type QuoteFeed } from '#renderer/core/feeds/quote-feed.ts';
import type { Slices } from '#renderer/core/feeds/slices.ts';

export type AccountFeeds = {
  account: Slices<string, Item<'account'>>;
  prices: Slices<string, Item<'prices'>>;
  /** Of the symbols in sight: one is watched for as long as somebody listens to it. */
  quotes: QuoteFeed;
  streams: Slices<string, Item<'streams'>>;
  orders: Slices<string, Item<'orders'>>;
  intents: Slices<string, Item<'intents'>>;
  /** Under the id of the order, or of the intent while there is none; also those that are over. */
  cancels: Slices<string, Item<'cancels'>>;
  executions: Slices<string, Item<'executions'>>;
  /** All positions at once, under the key 'positions'. */
  positions: Slices<string, Item<'positions'>>;
  trading: Slices<string, Item<'trading'>>;
  closings: Slices<string, Item<'closings'>>;
  /** The session and the feed, under the key 'market'. */
  market: Slices<string, Item<'market'>>;
  /** Which feeds have delivered their state at least once, by name: nothing there is then known to be nothing. */
  heard: Slices<string, true>;
  /** Why the feeds are silent, under the key 'bridge'; absent while they flow. */
  failures: Slices<string, Failure | undefined>;
  /** Minute bars of one symbol, outside the slices: they go into a drawing, not into React. */
  watchBars(symbol: string, onBars: (bars: Item<'bars'>[], isReset: boolean) => void): () => void;
  /** Begins to watch; answers a function that ends it. What was heard stays readable. */
  start(): () => void;
};

export function createAccountFeeds(
  bridge: Bridge,
  accountId: string,
  schedule: (flush: () => void) => void,
): AccountFeeds {
  const { subscribe, heard, failures, start } = createFeedStore(bridge, accountId, schedule);
  const streams = subscribe('streams');

  /** Without the way to main nobody here knows whether anything is live. */
  function onBridge(): void {
    const failure = failures.get('bridge');
    if (!failure) return;
    const message = describeFailure(failure);
    for (const state of streams.all())
      streams.put(state.stream, { ...state, phase: 'off', message });
  }

  return {
    account: subscribe('account'),
    prices: subscribe('prices'),
    quotes: createQuoteFeed({
      delayMs: delay,
      watch: (symbol, onMarket) =>
        bridge.watch('quotes', { accountId, symbol }, (event) => {
          if (event.kind !== 'batch') return;
          const market = event.items.findLast((item) => item.symbol === symbol);
          if (market || event.reset) onMarket(market);
        }),
    }),
    streams,
    orders: subscribe('orders'),
    intents: subscribe('intents'),
    cancels: subscribe('cancels'),
    executions: subscribe('executions'),
    positions: subscribe('positions'),
    trading: subscribe('trading'),
    closings: subscribe('closings'),
    market: subscribe('market'),
    heard,
    failures,
    watchBars: (symbol, onBars) =>
      bridge.watch('bars', { accountId, symbol }, (event) => {
        if (event.kind === 'batch') onBars(event.items, event.reset);
      }),
    start() {
      const stops = [start(), failures.on('bridge', onBridge)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
