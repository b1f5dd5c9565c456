// The prices and minutes of the symbols that somebody follows: from the stream, and from the history what it missed.
import type { Bar, LiveBar } from '#contract/bars.ts';
import { retryInMs } from '#contract/failure.ts';
import { delayMsOf, type MarketFeed } from '#contract/market-state.ts';
import type { BarBook } from '#main/account/prices/bar-book.ts';
import { createLastPrints } from '#main/account/prices/last-prints.ts';
import type { QuoteBook } from '#main/account/prices/quote-book.ts';
import type { RunningMinutes } from '#main/account/prices/running-minutes.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import type { Ports } from '#main/ports.ts';
import { createSingleRepeater, type RoundResult } from '#main/tools/repeat.ts';
import type { DataBatch, StreamTrade } from '#main/wire/data-stream.ts';
import type { MarketNews } from '#main/wire/market-news.ts';
import type { Snapshot, TradePrint } from '#main/wire/records.ts';

type PriceUpdates = {
  symbols(): readonly string[];
  /** From now on these and no others. */
  follow(symbols: readonly string[]): void;
  onEvents(batches: readonly DataBatch[]): void;
  putSnapshots(snapshots: readonly Snapshot[]): void;
  /** The stream carries these from now on, and no others. */
  onCarried(symbols: ReadonlySet<string>): void;
  /** Something may have been missed. */
  readAgain(): void;
  /** From now on of another feed: what there is of the old one goes. */
  changeFeed(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  client: Pick<Client, 'snapshots' | 'bars'>;
  book: Book;
  bars: BarBook;
  running: RunningMinutes;
  feed: () => MarketFeed;
  /** Whether the symbol's prices come by the stream. */
  isCarried: (symbol: string) => boolean;
  quotes: QuoteBook;
  onBars: (bars: LiveBar[]) => void;
  /** Everything up to this moment is there. */
  onFilled: (since: number) => void;
  signal: AbortSignal;
};

const BARS_BACK_MS = 2 * 3_600_000;
const MINUTE_MS = 60_000;
const RETRY_MS = 2_000;

export function createPriceUpdates(deps: Deps): PriceUpdates {
  const { client, book, bars, running, quotes, clock, signal } = deps;
  const prints = createLastPrints();
  let symbols: readonly string[] = [];
  /** Their last trade was taken back, and the one before it is not known here. */
  const inDoubt = new Set<string>();
  /** Since when bars may be missing; stays until they were read, however many attempts that takes. */
  let holeFrom = Infinity;
  const reading = createSingleRepeater({
    ...deps,
    what: 'reading prices',
    run: fill,
    waitMs: () => RETRY_MS,
  });

  /** Snapshots to begin with, and the minutes that the stream missed. */
  async function fill(): Promise<RoundResult> {
    const since = clock.elapsed();
    const askedAt = clock.wall();
    const asked = symbols;
    const feed = deps.feed();
    if (asked.length === 0) {
      deps.onFilled(since);
      return true;
    }
    const from = Math.min(holeFrom, firstMissing(asked));
    holeFrom = Infinity;
    const start = new Date(from).toISOString();
    const [snapshots, missed] = await Promise.all([
      client.snapshots(asked, signal),
      client.bars({ symbols: [...asked], timeframe: '1Min', start }, { signal }),
    ]);
    // What was answered may be of the feed of before.
    if (deps.feed() !== feed) return 0;
    if (snapshots.ok) putSnapshots(snapshots.value);
    const isTooEarly = missed.ok && takeRead(missed.value, askedAt);
    if (!missed.ok) holeFrom = Math.min(holeFrom, from);
    if (!snapshots.ok) return retryInMs(snapshots.failure, RETRY_MS);
    if (!missed.ok) return retryInMs(missed.failure, RETRY_MS);
    deps.onFilled(since);
    return isTooEarly ? 0 : true;
  }

  /** Whether the minute that runs must be read once more: the stream began to carry its symbol meanwhile. */
  function takeRead(read: readonly Bar[], askedAt: number): boolean {
    publish(bars.put(read.filter(isFinished)));
    const minutes = running.putRead(
      read.filter((bar) => !isFinished(bar)),
      askedAt,
    );
    publish(minutes);
    return minutes.some(
      ({ symbol, forming }) =>
        forming?.from !== undefined && running.isAskedTooEarly(symbol, askedAt),
    );
  }

  function putSnapshots(snapshots: readonly Snapshot[]): void {
    const receivedAt = clock.wall();
    for (const { symbol, trade, previousClose, quote } of snapshots) {
      if (quote) quotes.putRead(symbol, quote);
      if (!trade) continue;
      const origin = deps.isCarried(symbol) ? {} : { readAt: receivedAt };
      const price = { ...trade, receivedAt, ...origin, ...(previousClose && { previousClose }) };
      prints.note(price);
      publishFirst([price]);
      book.putPrices([price], inDoubt.delete(symbol));
    }
  }

  function putTrades(trades: readonly StreamTrade[], receivedAt: number): void {
    for (const trade of trades) {
      prints.note({ ...trade, receivedAt });
      quotes.onTrade(trade);
      inDoubt.delete(trade.symbol);
    }
    publishFirst(trades);
    book.putPrices(
      trades.map(({ symbol, price, tradedAt }) => ({ symbol, price, tradedAt, receivedAt })),
    );
  }

  function putNews(news: MarketNews, receivedAt: number): void {
    if (news.kind !== 'revision') return quotes.putNews(news, receivedAt);
    const revised = prints.revise(news);
    if (revised === 'unchanged') return;
    if (revised !== 'unknown') return book.putPrices([revised], true);
    inDoubt.add(news.symbol);
    reading.now();
  }

  /** A minute that is still running is not history yet. */
  const isFinished = (bar: Bar): boolean =>
    bar.time + MINUTE_MS <= clock.wall() - delayMsOf(deps.feed());

  function firstMissing(wanted: readonly string[]): number {
    const earliest = clock.wall() - BARS_BACK_MS;
    return Math.min(...wanted.map((symbol) => bars.bars(symbol).at(-1)?.time ?? earliest));
  }

  /** Minutes without a bar: nothing was traded, or a frame was lost. Only the history knows. */
  function isHoleBefore(fresh: readonly Bar[]): boolean {
    let isHole = false;
    for (const { symbol } of fresh) {
      const [before, last] = bars.bars(symbol).slice(-2);
      if (!before || !last || last.time <= before.time + MINUTE_MS) continue;
      holeFrom = Math.min(holeFrom, before.time);
      isHole = true;
    }
    return isHole;
  }

  /** Of a minute that begins: what follows is told by its prices. */
  function publishFirst(trades: readonly TradePrint[]): void {
    publish(trades.flatMap((trade) => running.putTrade(trade) ?? []));
  }

  function publish(fresh: LiveBar[]): void {
    if (fresh.length > 0) deps.onBars(fresh);
  }

  return {
    symbols: () => symbols,
    follow(next) {
      symbols = [...next];
      book.keepOnlyPrices(symbols);
      bars.keepOnly(symbols);
      for (const part of [prints, quotes, running]) part.keepOnly(symbols);
      reading.now();
    },
    onEvents(batches) {
      const receivedAt = clock.wall();
      for (const { trades, bars: fresh, news = [] } of batches) {
        if (trades.length > 0) putTrades(trades, receivedAt);
        for (const item of news) putNews(item, receivedAt);
        if (fresh.length === 0) continue;
        publish(bars.put(fresh));
        if (isHoleBefore(fresh)) reading.now();
      }
    },
    putSnapshots,
    onCarried(carried) {
      const broken = running.setCarried(carried);
      publish(broken);
      if (broken.length > 0) reading.now();
    },
    readAgain: reading.now,
    changeFeed() {
      holeFrom = Infinity;
      book.keepOnlyPrices([]);
      bars.keepOnly([]);
      for (const part of [prints, running]) part.keepOnly([]);
      // A halt is of the symbol, whoever told it.
      quotes.forgetQuotes();
      reading.now();
    },
    stop: reading.stop,
  };
}
