// Everything about the market that one account knows: prices and minutes of the symbols that somebody follows, older
// bars, what can be traded, and whether the market is open.
import type { LiveBar } from '#contract/bars.ts';
import { delayMsOf, type MarketFeed } from '#contract/market-state.ts';
import { notTradedHere } from '#contract/order-choices.ts';
import type { Position } from '#contract/orders.ts';
import { createAssets, type Assets } from '#main/account/prices/assets.ts';
import { createBarBook, type BarBook } from '#main/account/prices/bar-book.ts';
import { openBarCache } from '#main/account/prices/bar-cache.ts';
import { createHistory, type History } from '#main/account/prices/history.ts';
import { createMarketHours, type MarketHours } from '#main/account/prices/market-hours.ts';
import { createPriceUpdates } from '#main/account/prices/price-updates.ts';
import { createRunningMinutes, type RunningMinutes } from '#main/account/prices/running-minutes.ts';
import { createSnapshotPrices } from '#main/account/prices/snapshot-prices.ts';
import { createQuoteBook, type QuoteBook } from '#main/account/prices/quote-book.ts';
import { createQuoteWatch } from '#main/account/prices/quote-watch.ts';
import { createTemporarySubscriptions } from '#main/account/prices/temporary-subscriptions.ts';
import { whyClosed } from '#main/account/prices/why-closed.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import { newYorkTime } from '#main/domain/new-york.ts';
import type { Ports } from '#main/ports.ts';
import type { DataBatch } from '#main/wire/data-stream.ts';

type Prices = {
  bars: BarBook;
  running: Pick<RunningMinutes, 'get'>;
  quotes: QuoteBook;
  history: History;
  assets: Assets;
  hours: MarketHours;
  /** Out of sight only what somebody holds is followed. */
  setInSight(isInSight: boolean): void;
  /** The symbols of the watchlists. */
  watchSymbols(symbols: readonly string[]): void;
  /** Until the answered function is called. */
  follow(symbol: string): () => void;
  /** Somebody looks at its bid and ask, until the answered function is called. */
  followQuotes(symbol: string): () => void;
  /** While it is among the last few that were asked about. */
  followBriefly(symbol: string): void;
  /** The stream carries these from now on, and no others; some are no symbols of the feed. */
  onCarried(symbols: ReadonlySet<string>, refused: readonly string[]): void;
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
  /** From now on these are followed and no others; the quotes of those alone that somebody looks at. */
  onSymbols: (symbols: readonly string[], quoted: readonly string[], isResting: boolean) => void;
  onBars: (bars: LiveBar[]) => void;
  /** Everything up to this moment is there. */
  onFilled: (since: number) => void;
  signal: AbortSignal;
};

/**
 * A plan may carry fewer symbols than are followed: what is in sight comes first, then what is held, which moves with
 * its price, then the rest of the lists.
 */
const MOST_HELD = 200;
const isStock = (position: Position): boolean => position.assetClass === 'us_equity';

export function createPrices(deps: Deps): Prices {
  const bars = createBarBook();
  const running = createRunningMinutes({ ...deps, delayMs: () => delayMsOf(deps.feed()) });
  const cache = openBarCache(deps);
  const hours = createMarketHours(deps);
  /** What the stream carries; undefined while nobody has said. */
  let carried: ReadonlySet<string> | undefined;
  let refused: readonly string[] = [];
  const isCarried = (symbol: string): boolean => carried?.has(symbol) ?? true;
  const quotes = createQuoteBook(deps);
  const updates = createPriceUpdates({ ...deps, bars, running, quotes, isCarried });
  const snapshots = createSnapshotPrices({
    ...deps,
    symbols: () => updates.symbols().filter((symbol) => !isCarried(symbol)),
    isMarketClosed: () => whyClosed(hours, deps.feed()) !== undefined,
    onRead: updates.putSnapshots,
  });
  const temporary = createTemporarySubscriptions({
    ...deps,
    isFollowed: (symbol) => updates.symbols().includes(symbol),
    onChange: followAll,
  });
  const quoteWatch = createQuoteWatch({ ...deps, onChange: () => want() });
  let watched: readonly string[] = [];
  let held: readonly string[] = [];
  let followed: readonly string[] = [];
  let isInSight = true;

  function want(): void {
    const all = new Set(followed);
    deps.onSymbols(
      followed,
      quoteWatch.symbols().filter((symbol) => all.has(symbol)),
      !isInSight && followed.length === 0,
    );
  }

  function followAll(): void {
    const seen = isInSight ? [...held.slice(0, MOST_HELD), ...watched] : [];
    // One that the stock stream does not take would cost the others their subscription.
    const symbols = [...new Set([...temporary.symbols(), ...seen])].filter(
      (symbol) => notTradedHere(symbol) === undefined,
    );
    followed = symbols;
    want();
    // One among them would make the broker refuse the prices of all.
    const read = symbols.filter((symbol) => !refused.includes(symbol));
    if (isSameSet(read, updates.symbols())) return;
    updates.follow(read);
    snapshots.onChange();
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

  const stopHours = hours.onRead(() => quotes.forgetBands(isOfAnotherSession));

  /** Bands are of regular hours. */
  function isOfAnotherSession(since: number): boolean {
    const now = hours.now();
    const isToday = now === undefined || newYorkTime(since).date === newYorkTime(now).date;
    return hours.session()?.phase !== 'regular' || !isToday;
  }

  return {
    bars,
    running,
    quotes,
    history: createHistory({ ...deps, cache }),
    assets: createAssets(deps),
    hours,
    setInSight(next) {
      if (next === isInSight) return;
      isInSight = next;
      if (!isInSight) temporary.rest();
      followAll();
    },
    watchSymbols(symbols) {
      watched = [...symbols];
      followAll();
    },
    follow: temporary.hold,
    followQuotes: quoteWatch.hold,
    followBriefly: temporary.touch,
    onCarried(symbols, notOfThisFeed) {
      const isMarked = (symbol: string) => deps.book.price(symbol)?.readAt !== undefined;
      const gained = updates
        .symbols()
        .filter((symbol) => symbols.has(symbol) && !isCarried(symbol) && isMarked(symbol));
      carried = symbols;
      updates.onCarried(symbols);
      refused = notOfThisFeed;
      if (refused.some((symbol) => updates.symbols().includes(symbol))) followAll();
      // From now on they are as old as what the stream tells of them.
      if (gained.length > 0) updates.readAgain(gained);
      snapshots.onChange();
    },
    onEvents: updates.onEvents,
    readAgain: () => updates.readAgain(),
    changeFeed: updates.changeFeed,
    start: hours.start,
    stop() {
      stopHeld();
      stopHours();
      for (const part of [temporary, quoteWatch, snapshots, updates, quotes, hours]) part.stop();
      cache.close();
    },
  };
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const known = new Set(b);
  return a.length === b.length && a.every((symbol) => known.has(symbol));
}
