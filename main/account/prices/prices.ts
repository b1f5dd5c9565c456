// Everything about the market that one account knows: prices and minutes of the symbols that somebody follows, older
// bars, what can be traded, and whether the market is open.
import type { Bar } from '#contract/bars.ts';
import { createAssets, type Assets } from '#main/account/prices/assets.ts';
import { createBarBook, type BarBook } from '#main/account/prices/bar-book.ts';
import { openBarCache } from '#main/account/prices/bar-cache.ts';
import { createHistory, type History } from '#main/account/prices/history.ts';
import { createMarketHours } from '#main/account/prices/market-hours.ts';
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
  /** Undefined while nobody has said. */
  isMarketOpen(): boolean | undefined;
  /** The symbols of the watchlists. */
  watchSymbols(symbols: readonly string[]): void;
  /** Until the answered function is called. */
  follow(symbol: string): () => void;
  /** While it is among the last few that were asked about. */
  followBriefly(symbol: string): void;
  onEvents(batches: readonly DataBatch[]): void;
  /** Something may have been missed. */
  readAgain(): void;
  start(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  client: Client;
  book: Book;
  /** The account's own folder. */
  folder: string;
  /** From now on these are followed and no others. */
  onSymbols: (symbols: readonly string[]) => void;
  onBars: (bars: Bar[]) => void;
  /** Everything up to this moment is there. */
  onFilled: (since: number) => void;
  signal: AbortSignal;
};

export function createPrices(deps: Deps): Prices {
  const bars = createBarBook();
  const cache = openBarCache(deps);
  const hours = createMarketHours(deps);
  const updates = createPriceUpdates({ ...deps, bars });
  const temporary = createTemporarySubscriptions({ ...deps, onChange: followAll });
  let watched: readonly string[] = [];

  function followAll(): void {
    const symbols = [...new Set([...watched, ...temporary.symbols()])];
    deps.onSymbols(symbols);
    updates.follow(symbols);
  }

  return {
    bars,
    history: createHistory({ ...deps, cache }),
    assets: createAssets(deps),
    isMarketOpen: hours.isOpen,
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
    start: hours.start,
    stop() {
      for (const part of [temporary, updates, hours]) part.stop();
      cache.close();
    },
  };
}
