// Prices: snapshots, and history as bars. Every request names its feed (docs/wire.md, "Feeds"): without a name the broker
// takes the one it thinks best, which is another for each kind of request. One that the account may not have is not
// asked for again.
import { z } from 'zod';
import type { Bar } from '#contract/bars.ts';
import { fail, invalidInput, ok, type Failure, type Result } from '#contract/failure.ts';
import { delayMsOf, type MarketFeed } from '#contract/market-state.ts';
import type { Lane } from '#main/broker/budget/budget.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import { Count, Name, Symbols, When, type PagingOptions } from '#main/broker/calls/inputs.ts';
import { pagedOperation, readOperation } from '#main/broker/calls/operation.ts';
import { historyFeed } from '#main/domain/market-feeds.ts';
import type { Clock } from '#main/ports.ts';
import { decodeBarsPage } from '#main/wire/bars.ts';
import { readPlainJson } from '#main/wire/json.ts';
import { pathWith } from '#main/wire/paths.ts';
import {
  decodeLatestTrades,
  decodeSnapshots,
  type Snapshot,
  type TradePrint,
} from '#main/wire/records.ts';

const BarsQuery = z.strictObject({
  symbols: Symbols,
  /** Such as 1Min, 1Hour, 1Day. */
  timeframe: z.string().regex(/^\d{1,2}(Min|T|Hour|H|Day|D|Week|W|Month|M)$/, 'is not a timeframe'),
  start: When.optional(),
  end: When.optional(),
});
type BarsQuery = z.infer<typeof BarsQuery>;
const NamedQuery = BarsQuery.extend({ feed: Name });

const NewestBarsQuery = z.strictObject({
  symbol: Name.max(64),
  timeframe: BarsQuery.shape.timeframe,
  start: When,
  end: When,
  /** How many at most; the newest of them. */
  count: Count,
});
export type NewestBarsQuery = z.infer<typeof NewestBarsQuery>;

const LatestTradesQuery = z.strictObject({ symbols: Symbols.min(1), feed: Name });
type LatestTradesQuery = z.infer<typeof LatestTradesQuery>;

type NewestBars = {
  feed: MarketFeed;
  /** Oldest first. */
  bars: Bar[];
  /** There is nothing else between start and end. */
  isComplete: boolean;
};

/** Which feed an account's prices are of. */
export type FeedSource = {
  current(): MarketFeed;
  /** What to ask for instead of one that was refused; undefined when there is no other. */
  insteadOf(feed: MarketFeed): MarketFeed | undefined;
  /** The broker does not let this account have it. */
  refuse(feed: MarketFeed): void;
  /** The broker has answered with it. */
  confirm(feed: MarketFeed): void;
};

export type MarketCalls = {
  /**
   * Symbols the broker does not know are left out of the answer. What an order is priced by must be of now
   * (`isTimely`): instead of a feed that is late, the one that every plan has.
   */
  snapshots(
    symbols: readonly string[],
    signal?: AbortSignal,
    how?: { lane?: Lane; isTimely?: boolean },
  ): Promise<Result<Snapshot[]>>;
  /** The newest of each symbol, as this feed has it. */
  latestTrades(query: LatestTradesQuery, signal?: AbortSignal): Promise<Result<TradePrint[]>>;
  /** Every page, by symbol and time. Canceling ends it with a failure. */
  bars(query: BarsQuery, options?: PagingOptions): Promise<Result<Bar[]>>;
  /** The last bars of a range of time, however long it is: pages are read backwards until there are enough. */
  newestBars(query: NewestBarsQuery, signal?: AbortSignal): Promise<Result<NewestBars>>;
};

const LARGEST_PAGE = 10_000;
const MOST_PAGES_BACK = 200;
/** Where the delay is, by a clock that may be a few minutes wrong, is for the broker to say. */
const DOUBT_MS = 300_000;
const PLAIN: FeedSource = {
  current: () => 'iex',
  insteadOf: () => undefined,
  refuse: () => undefined,
  confirm: () => undefined,
};

export function createMarketCalls(
  data: Caller,
  clock: Pick<Clock, 'wall'>,
  feeds: FeedSource = PLAIN,
): MarketCalls {
  const readBars = pagedOperation(data, {
    what: 'bars',
    input: NamedQuery,
    lane: 'history',
    // Bars are numbers for charts: digits beyond a double's are not looked for.
    parse: readPlainJson,
    path: (query, pageToken) =>
      pathWith('/v2/stocks/bars', { ...query, limit: LARGEST_PAGE, pageToken }),
    decode(json, _query, tell) {
      const page = decodeBarsPage(json, tell);
      if (!page.ok) return page;
      return ok({ items: page.value.bars, next: page.value.nextPageToken });
    },
  });
  const readSnapshots = readOperation(data, {
    input: z.strictObject({ symbols: Symbols, feed: Name }),
    lane: 'read',
    path: (query) => pathWith('/v2/stocks/snapshots', query),
    decode: decodeSnapshots,
  });
  const readLatestTrades = readOperation(data, {
    input: LatestTradesQuery,
    lane: 'follow',
    path: (query) => pathWith('/v2/stocks/trades/latest', query),
    decode: decodeLatestTrades,
  });

  /**
   * Of the account's feed; of the next one when the plan does not have it. Where both are refused it is something else,
   * such as a wrong key.
   */
  async function named<T>(ask: (feed: MarketFeed) => Promise<Result<T>>): Promise<Result<T>> {
    const feed = feeds.current();
    const answer = await ask(feed);
    if (answer.ok) feeds.confirm(feed);
    const other = !answer.ok && isForbidden(answer.failure) ? feeds.insteadOf(feed) : undefined;
    if (other === undefined) return answer;
    const second = await ask(other);
    if (!second.ok) return second;
    feeds.refuse(feed);
    feeds.confirm(other);
    return second;
  }

  /** What may be asked of the history, and until when it has anything; undefined where it can have nothing yet. */
  function within<Q extends { start?: string | undefined; end?: string | undefined }>(
    feed: MarketFeed,
    query: Q,
  ): { query: Q; before: number } | undefined {
    const delayMs = delayMsOf(feed);
    if (delayMs === 0) return { query, before: Infinity };
    const before = clock.wall() - delayMs;
    if (query.start !== undefined && Date.parse(query.start) > before) return undefined;
    const isRecent = query.end === undefined || Date.parse(query.end) > before - DOUBT_MS;
    // Without an end it is the last moment that the plan has, by the broker's own clock.
    return { query: isRecent ? { ...query, end: undefined } : query, before };
  }

  return {
    latestTrades: readLatestTrades,
    async snapshots(symbols, signal, how) {
      if (Array.isArray(symbols) && symbols.length === 0) return ok([]);
      const ask = (feed: MarketFeed) =>
        readSnapshots({ symbols: symbols as string[], feed }, signal, how?.lane);
      return how?.isTimely && delayMsOf(feeds.current()) > 0 ? ask('iex') : named(ask);
    },
    async bars(query, options) {
      const checked = BarsQuery.safeParse(query);
      if (!checked.success) return invalidInput(checked.error);
      if (checked.data.symbols.length === 0) return ok([]);
      return named(async (feed) => {
        const asked = within(feed, checked.data);
        if (!asked) return ok([]);
        const bars = await readBars({ ...asked.query, feed: historyFeed(feed) }, options);
        return bars.ok ? ok(bars.value.filter(({ time }) => time < asked.before)) : bars;
      });
    },
    async newestBars(value, signal) {
      const query = NewestBarsQuery.safeParse(value);
      if (!query.success) return invalidInput(query.error);
      return named((feed) => newestOf(feed, query.data, signal));
    },
  };

  async function newestOf(
    feed: MarketFeed,
    value: NewestBarsQuery,
    signal: AbortSignal | undefined,
  ): Promise<Result<NewestBars>> {
    const asked = within(feed, value);
    if (!asked) return ok({ feed, bars: [], isComplete: true });
    const { symbol, count, ...rest } = asked.query;
    const found: Bar[] = [];
    let pageToken: string | undefined;
    for (let pages = 0; pages < MOST_PAGES_BACK; pages++) {
      const page = await data.read(
        pathWith('/v2/stocks/bars', {
          symbols: symbol,
          ...rest,
          feed: historyFeed(feed),
          sort: 'desc',
          limit: count - found.length,
          ...(pageToken !== undefined && { pageToken }),
        }),
        decodeBarsPage,
        { lane: 'history', parse: readPlainJson, signal },
      );
      if (!page.ok) return page;
      for (const bar of page.value.bars) if (bar.time < asked.before) found.push(bar);
      pageToken = page.value.nextPageToken;
      if (pageToken === undefined) return ok({ feed, bars: found.reverse(), isComplete: true });
      if (found.length >= count) return ok({ feed, bars: found.reverse(), isComplete: false });
    }
    return fail({
      kind: 'unavailable',
      status: 200,
      message: `The broker's bars did not end after ${MOST_PAGES_BACK} pages.`,
    });
  }
}

const isForbidden = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.status === 403;
