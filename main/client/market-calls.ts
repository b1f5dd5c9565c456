// Prices: latest trade and quote, snapshots, and history as bars or as columns for a chart.
import { z } from 'zod';
import type { Bar } from '#contract/bars.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { Caller } from '#main/client/caller.ts';
import {
  Count,
  Direction,
  Name,
  Segment,
  Symbols,
  When,
  type PagingOptions,
} from '#main/client/inputs.ts';
import { pagedOperation, readOperation } from '#main/client/operation.ts';
import { candlesOf, decodeBarsPage, type Candles } from '#main/wire/bars.ts';
import { parseJson } from '#main/wire/json.ts';
import { pathWith, segment } from '#main/wire/paths.ts';
import {
  decodeLatestQuote,
  decodeLatestTrade,
  type Quote,
  type TradePrint,
} from '#main/wire/prints.ts';
import { decodeSnapshots, type Snapshot } from '#main/wire/records.ts';

const BarsQuery = z.strictObject({
  symbols: Symbols,
  /** Such as 1Min, 1Hour, 1Day. */
  timeframe: z.string().regex(/^\d{1,2}(Min|T|Hour|H|Day|D|Week|W|Month|M)$/, 'is no timeframe'),
  start: When.optional(),
  end: When.optional(),
  adjustment: Name.optional(),
  feed: Name.optional(),
  sort: Direction.optional(),
  /** Points per page; every page is read whatever it is. */
  limit: Count.optional(),
});
export type BarsQuery = z.infer<typeof BarsQuery>;

export type MarketCalls = {
  /** Absent when the symbol has not traded. */
  latestPrice(symbol: string, signal?: AbortSignal): Promise<Result<TradePrint | undefined>>;
  latestQuote(symbol: string, signal?: AbortSignal): Promise<Result<Quote | undefined>>;
  /** Symbols the broker does not know are left out of the answer. */
  snapshots(symbols: readonly string[], signal?: AbortSignal): Promise<Result<Snapshot[]>>;
  /** Every page, by symbol and time. Cancelling ends it with a failure. */
  bars(query: BarsQuery, options?: PagingOptions): Promise<Result<Bar[]>>;
  /** One record of columns per symbol asked for. */
  candles(query: BarsQuery, options?: PagingOptions): Promise<Result<Candles[]>>;
};

const LARGEST_PAGE = 10_000;

export function createMarketCalls(data: Caller): MarketCalls {
  const readBars = pagedOperation(data, {
    what: 'bars',
    input: BarsQuery,
    lane: 'history',
    // Bars are numbers for charts: digits beyond a double's are not looked for.
    parse: parseJson,
    path: ({ limit = LARGEST_PAGE, ...query }, pageToken) =>
      pathWith('/v2/stocks/bars', { ...query, limit, pageToken }),
    decode(json) {
      const page = decodeBarsPage(json);
      if (!page.ok) return page;
      return ok({ items: page.value.bars, next: page.value.nextPageToken });
    },
  });
  const readSnapshots = readOperation(data, {
    input: Symbols,
    lane: 'read',
    path: (symbols) => pathWith('/v2/stocks/snapshots', { symbols }),
    decode: decodeSnapshots,
  });

  const bars: MarketCalls['bars'] = async (query, options) =>
    BarsQuery.safeParse(query).data?.symbols.length === 0 ? ok([]) : readBars(query, options);

  return {
    latestPrice: readOperation(data, {
      input: Segment,
      lane: 'read',
      path: (symbol) => `/v2/stocks/${segment(symbol)}/trades/latest`,
      decode: (json, symbol) => decodeLatestTrade(symbol, json),
    }),
    latestQuote: readOperation(data, {
      input: Segment,
      lane: 'read',
      path: (symbol) => `/v2/stocks/${segment(symbol)}/quotes/latest`,
      decode: (json, symbol) => decodeLatestQuote(symbol, json),
    }),
    async snapshots(symbols, signal) {
      return Array.isArray(symbols) && symbols.length === 0
        ? ok([])
        : readSnapshots(symbols as string[], signal);
    },
    bars,
    async candles(query, options) {
      const result = await bars(query, options);
      return result.ok ? ok(candlesOf(query.symbols, result.value)) : result;
    },
  };
}
