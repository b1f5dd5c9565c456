// Everything about the market that one account knows: prices and minutes of the symbols that somebody follows, older
// bars, what can be traded, and whether the market is open.
import type { Bar } from '#contract/bars.ts';
import type { MarketFeed } from '#contract/market-state.ts';
import { notTradedHere } from '#contract/order-choices.ts';
import type { Position } from '#contract/orders.ts';
import { createAssets, type Assets } from '#main/account/prices/assets.ts';
import { createBarBook, type BarBook } from '#main/account/prices/bar-book.ts';
import { openBarCache } from '#main/account/prices/bar-cache.ts';
import { createHistory, type History } from '#main/account/prices/history.ts';
import { createMarketHours, type MarketHours } from '#main/account/prices/market-hours.ts';
import { createPriceUpdates } from '#main/account/prices/price-updates.ts';
import { createTemporarySubscriptions } from '#main/account/prices/temporary-subscriptions.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import type { Ports } from '#main/ports.ts';
import type { DataBatch } from '#main/wire/data-stream.ts';

type Prices = {
  bars: BarBook;
  history: History;
  assets: Assets;
  hours: MarketHours;
  /** The symbols of the watchlists. */
  watchSymbols(symbols: readonly string[]): void;
  /** Until the answered function is called. */
  follow(symbol: string): () => void;
  /** While it is among the last few that were asked about. */
  followBriefly(symbol: string): void;
  onEvents(batches: readonly DataBatch[]): void;
  /** Something may have been missed. */
  readAgain(): void;
  changeFeed(): void;
  start(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  client: Client;
  book: Book;
  feed: () => MarketFeed;
  /** The account's own folder. */
  folder: string;
  /** From now on these are followed and no others. */
  onSymbols: (symbols: readonly string[]) => void;
  onBars: (bars: Bar[]) => void;
  /** Everything up to this moment is there. */
  onFilled: (since: number) => void;
  signal: AbortSignal;
};

/** What is held moves with its price. A free plan grants so many symbols, or none: they come after what was asked for. */
const MOST_WITH_HELD = 30;
const isStock = (position: Position): boolean => position.assetClass === 'us_equity';

export function createPrices(deps: Deps): Prices {
  const bars = createBarBook();
  const cache = openBarCache(deps);
  const hours = createMarketHours(deps);
  const updates = createPriceUpdates({ ...deps, bars });
  const temporary = createTemporarySubscriptions({ ...deps, onChange: followAll });
  let watched: readonly string[] = [];
  let held: readonly string[] = [];

  function followAll(): void {
    // One that the stock stream does not take would cost the others their subscription.
    const asked = [...new Set([...watched, ...temporary.symbols()])].filter(
      (symbol) => notTradedHere(symbol) === undefined,
    );
    const others = held.filter((symbol) => !asked.includes(symbol));
    const symbols = [...asked, ...others.slice(0, Math.max(0, MOST_WITH_HELD - asked.length))];
    deps.onSymbols(symbols);
    updates.follow(symbols);
  }

  const stopHeld = deps.book.onChange((change) => {
    if (change.kind !== 'positions') return;
    const next = change.positions
      .filter(isStock)
      .map(({ symbol }) => symbol)
      .sort();
    if (next.join() === held.join()) return;
    held = next;
    followAll();
  });

  return {
    bars,
    history: createHistory({ ...deps, cache }),
    assets: createAssets(deps),
    hours,
    watchSymbols(symbols) {
      watched = [...symbols];
      followAll();
    },
    follow: temporary.hold,
    followBriefly(symbol) {
      if (!updates.symbols().includes(symbol)) temporary.touch(symbol);
    },
    onEvents: updates.onEvents,
    readAgain: updates.readAgain,
    changeFeed: updates.changeFeed,
    start: hours.start,
    stop() {
      stopHeld();
      for (const part of [temporary, updates, hours]) part.stop();
      cache.close();
    },
  };
}
