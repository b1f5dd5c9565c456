// The past of a symbol, a page at a time: what is kept on this computer first, and the broker only for what is missing.
// Finished bars only, and all of one feed. One question at a time per symbol and timeframe, so that four charts of one symbol ask once.
import { ok, type Failure, type Result } from '#contract/failure.ts';
import { delayMsOf, type MarketFeed } from '#contract/market-state.ts';
import type { BarColumns, BarPage } from '#contract/market.ts';
import { periodEnd, periodStart } from '#contract/periods.ts';
import type { BarCache, KeptBar, Series } from '#main/account/prices/bar-cache.ts';
import type { Client } from '#main/broker/client.ts';
import { historyFeed } from '#main/domain/market-feeds.ts';
import type { Ports } from '#main/ports.ts';
import { createTurns } from '#main/tools/turns.ts';

export type HistoryQuery = Omit<Series, 'feed'> & { before?: number | undefined; limit: number };

export type History = { page(query: HistoryQuery): Promise<Result<BarPage>> };

type Deps = Pick<Ports, 'clock' | 'log'> & {
  client: Pick<Client, 'newestBars'>;
  cache: BarCache;
  feed: () => MarketFeed;
  signal: AbortSignal;
};

/** No brokerage of this wire has anything earlier. */
const EARLIEST = Date.UTC(2016, 0, 1);
/** A bar may come again, changed, for a while after its end; until then it is shown and not kept. */
const SETTLED_AFTER_MS = 60_000;
/** Bars this young may still be on their way to the broker's history: their absence proves nothing. */
const COMPLETE_AFTER_MS = 3_600_000;

export function createHistory(deps: Deps): History {
  const { client, cache, clock, signal, log } = deps;
  const inTurn = createTurns();

  async function read(query: HistoryQuery): Promise<Result<BarPage>> {
    for (;;) {
      const feed = deps.feed();
      const page = await readOf(feed, query);
      // What was learned meanwhile counts for the whole page.
      if (deps.feed() === feed) return page;
    }
  }

  async function readOf(
    of: MarketFeed,
    { before, limit, ...asked }: HistoryQuery,
  ): Promise<Result<BarPage>> {
    const series: Series = { ...asked, feed: historyFeed(of) };
    // The bar that is running now is not history yet; with a feed that is late, now is earlier.
    const running = periodStart(series.timeframe, clock.wall() - delayMsOf(of));
    let cursor = Math.min(before ?? running, running);
    let left = limit;
    /** Newest first. */
    const parts: KeptBar[][] = [];
    let savedAt: number | undefined;
    let problem: Failure | undefined;
    let isAnswered = false;
    const finish = (isFirst: boolean): Result<BarPage> =>
      problem && parts.length === 0
        ? { ok: false, failure: problem }
        : ok({
            bars: columnsOf(parts.toReversed().flat()),
            isFirst,
            feed: of,
            ...(problem && { savedAt: savedAt ?? clock.wall() }),
          });

    while (left > 0) {
      if (cursor <= EARLIEST) return finish(true);
      const kept = cache.rangeBefore(series, cursor);
      if (kept) {
        const bars = cache.read(series, kept.from, cursor, left);
        if (bars.length > 0) parts.push(bars);
        savedAt = Math.min(savedAt ?? kept.readAt, kept.readAt);
        left -= bars.length;
        if (left > 0 && kept.isFirst) return finish(true);
        cursor = kept.from;
        continue;
      }
      const below = cache.rangeBelow(series, cursor);
      if (problem) {
        // Nobody to ask: what is newer than everything kept is left out. A page never has a hole in its middle.
        if (!below || parts.length > 0) return finish(false);
        cursor = below.to;
        continue;
      }
      const from = Math.max(below?.to ?? EARLIEST, EARLIEST);
      const answer = await ask(of, series, from, cursor, left);
      if (!answer.ok) {
        // What is fresh is answered as it is; the next page will say what is wrong.
        if (isAnswered) return finish(false);
        problem = answer.failure;
        continue;
      }
      isAnswered = true;
      const { bars, isComplete } = answer.value;
      if (bars.length > 0) parts.push(bars);
      left -= bars.length;
      cursor = isComplete ? from : (bars[0]?.time ?? from);
    }
    return finish(false);
  }

  /** Asks the broker for the newest bars in [from, to) and keeps what will not change any more. */
  async function ask(
    feed: MarketFeed,
    series: Series,
    from: number,
    to: number,
    limit: number,
  ): Promise<Result<{ bars: KeptBar[]; isComplete: boolean }>> {
    const { symbol, timeframe } = series;
    const start = new Date(from).toISOString();
    const end = new Date(to - 1).toISOString();
    const answer = await client.newestBars({ symbol, timeframe, start, end, count: limit }, signal);
    if (!answer.ok) return answer;
    // Of another feed: the page is begun anew, and nothing of it may be kept under this one.
    if (answer.value.feed !== feed) return answer;
    const readAt = clock.wall();
    const now = readAt - delayMsOf(feed);
    const isSettled = ({ time }: KeptBar) => periodEnd(timeframe, time) <= now - SETTLED_AFTER_MS;
    const { isComplete } = answer.value;
    const bars = answer.value.bars.filter(({ time }) => time >= from && time < to);
    const settled = bars.filter(isSettled);
    const last = settled.at(-1)?.time;
    const isOld = settled.length === bars.length && to <= now - COMPLETE_AFTER_MS;
    const knownTo = isOld ? to : last === undefined ? from : periodEnd(timeframe, last);
    const knownFrom = isComplete ? from : (bars[0]?.time ?? to);
    const range = {
      from: knownFrom,
      to: Math.min(to, knownTo),
      isFirst: isComplete && from === EARLIEST,
      readAt,
    };
    try {
      cache.keep(series, range, settled);
    } catch (error) {
      log('warn', 'bars could not be kept', { ...series, error: String(error) });
    }
    return ok({ bars, isComplete });
  }

  return {
    page: (query) => inTurn(`${query.symbol} ${query.timeframe}`, () => read(query)),
  };
}

const columnsOf = (bars: readonly KeptBar[]): BarColumns => ({
  time: bars.map(({ time }) => time),
  open: bars.map(({ open }) => open),
  high: bars.map(({ high }) => high),
  low: bars.map(({ low }) => low),
  close: bars.map(({ close }) => close),
  volume: bars.map(({ volume }) => volume),
  vwap: bars.map(({ vwap }) => vwap ?? null),
});
