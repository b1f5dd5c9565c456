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
  /** From now on these and no others. Only those that are new are read. */
  follow(symbols: readonly string[]): void;
  onEvents(batches: readonly DataBatch[]): void;
  putSnapshots(snapshots: readonly Snapshot[]): void;
  /** The stream carries these from now on, and no others. */
  onCarried(symbols: ReadonlySet<string>): void;
  /** Something may have been missed: of these, or of all. */
  readAgain(symbols?: readonly string[]): void;
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
  /** Those of them that are to be read. */
  let due = new Set<string>();
  /** Something may have been missed of all of them. */
  let isWhole = false;
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

  /** What is due. It stays due when that fails, in whatever way. */
  async function fill(): Promise<RoundResult> {
    const since = clock.elapsed();
    const asked = symbols.filter((symbol) => due.has(symbol));
    const isOfAll = isWhole || symbols.length === 0;
    due = new Set();
    isWhole = false;
    let again: number | undefined = 0;
    try {
      again = asked.length === 0 ? undefined : await readPrices(asked);
    } finally {
      if (again !== undefined) {
        for (const symbol of asked) due.add(symbol);
        isWhole ||= isOfAll;
      }
    }
    if (again !== undefined) return again;
    if (isOfAll) deps.onFilled(since);
    return due.size > 0 ? 0 : true;
  }

  /** Snapshots to begin with, and the minutes that the stream missed. Answers in how many ms it must be tried again. */
  async function readPrices(asked: readonly string[]): Promise<number | undefined> {
    const askedAt = clock.wall();
    const feed = deps.feed();
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
    if (missed.ok) takeRead(missed.value, askedAt);
    else holeFrom = Math.min(holeFrom, from);
    if (!snapshots.ok) return retryInMs(snapshots.failure, RETRY_MS);
    return missed.ok ? undefined : retryInMs(missed.failure, RETRY_MS);
  }

  /** The minute that runs must be read once more where the stream began to carry its symbol meanwhile. */
  function takeRead(read: readonly Bar[], askedAt: number): void {
    publish(bars.put(read.filter(isFinished)));
    const minutes = running.putRead(
      read.filter((bar) => !isFinished(bar)),
      askedAt,
    );
    publish(minutes);
    for (const { symbol, forming } of minutes)
      if (forming?.from !== undefined && running.isAskedTooEarly(symbol, askedAt)) due.add(symbol);
  }

  function readAgain(missed?: readonly string[]): void {
    for (const symbol of missed ?? symbols) due.add(symbol);
    isWhole ||= missed === undefined;
    reading.now();
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
    readAgain([news.symbol]);
  }

  /** A minute that is still running is not history yet. */
  const isFinished = (bar: Bar): boolean =>
    bar.time + MINUTE_MS <= clock.wall() - delayMsOf(deps.feed());

  function firstMissing(wanted: readonly string[]): number {
    const earliest = clock.wall() - BARS_BACK_MS;
    return Math.min(...wanted.map((symbol) => bars.bars(symbol).at(-1)?.time ?? earliest));
  }

  /** Minutes without a bar: nothing was traded, or a frame was lost. Only the history knows. */
  function holesBefore(fresh: readonly Bar[]): string[] {
    return fresh.flatMap(({ symbol, time }) => {
      const before = bars.bars(symbol).findLast((bar) => bar.time < time);
      if (!before || time <= before.time + MINUTE_MS) return [];
      holeFrom = Math.min(holeFrom, before.time);
      return [symbol];
    });
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
      const known = new Set(symbols);
      symbols = [...next];
      book.keepOnlyPrices(symbols);
      bars.keepOnly(symbols);
      for (const part of [prints, quotes, running]) part.keepOnly(symbols);
      readAgain(symbols.filter((symbol) => !known.has(symbol)));
    },
    onEvents(batches) {
      const receivedAt = clock.wall();
      for (const { trades, bars: fresh, news = [] } of batches) {
        if (trades.length > 0) putTrades(trades, receivedAt);
        for (const item of news) putNews(item, receivedAt);
        if (fresh.length === 0) continue;
        publish(bars.put(fresh));
        const holes = holesBefore(fresh);
        if (holes.length > 0) readAgain(holes);
      }
    },
    putSnapshots,
    onCarried(carried) {
      const broken = running.setCarried(carried);
      publish(broken);
      if (broken.length > 0) readAgain(broken.map(({ symbol }) => symbol));
    },
    readAgain,
    changeFeed() {
      holeFrom = Infinity;
      book.keepOnlyPrices([]);
      bars.keepOnly([]);
      for (const part of [prints, running]) part.keepOnly([]);
      // A halt is of the symbol, whoever told it.
      quotes.forgetQuotes();
      readAgain();
    },
    stop: reading.stop,
  };
}
