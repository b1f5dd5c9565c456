// Prices: snapshots, and history as bars.
import { z } from 'zod';
import type { Bar } from '#contract/bars.ts';
import { fail, invalidInput, ok, type Result } from '#contract/failure.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import { Count, Name, Symbols, When, type PagingOptions } from '#main/broker/calls/inputs.ts';
import { pagedOperation, readOperation } from '#main/broker/calls/operation.ts';
import { decodeBarsPage } from '#main/wire/bars.ts';
import { readPlainJson } from '#main/wire/json.ts';
import { pathWith } from '#main/wire/paths.ts';
import { decodeSnapshots, type Snapshot } from '#main/wire/records.ts';

const BarsQuery = z.strictObject({
  symbols: Symbols,
  /** Such as 1Min, 1Hour, 1Day. */
  timeframe: z.string().regex(/^\d{1,2}(Min|T|Hour|H|Day|D|Week|W|Month|M)$/, 'is no timeframe'),
  start: When.optional(),
  end: When.optional(),
  feed: Name.optional(),
});
type BarsQuery = z.infer<typeof BarsQuery>;

const NewestBarsQuery = z.strictObject({
  symbol: Name.max(64),
  timeframe: BarsQuery.shape.timeframe,
  start: When,
  end: When,
  /** How many at most; the newest of them. */
  count: Count,
});
export type NewestBarsQuery = z.infer<typeof NewestBarsQuery>;

type NewestBars = {
  /** Oldest first. */
  bars: Bar[];
  /** There is nothing else between start and end. */
  isComplete: boolean;
};

export type MarketCalls = {
  /** Symbols the broker does not know are left out of the answer. */
  snapshots(symbols: readonly string[], signal?: AbortSignal): Promise<Result<Snapshot[]>>;
  /** Every page, by symbol and time. Cancelling ends it with a failure. */
  bars(query: BarsQuery, options?: PagingOptions): Promise<Result<Bar[]>>;
  /** The last bars of a range of time, however long it is: pages are read backwards until there are enough. */
  newestBars(query: NewestBarsQuery, signal?: AbortSignal): Promise<Result<NewestBars>>;
};

const LARGEST_PAGE = 10_000;
const MOST_PAGES_BACK = 200;

export function createMarketCalls(data: Caller): MarketCalls {
  const readBars = pagedOperation(data, {
    what: 'bars',
    input: BarsQuery,
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
    input: Symbols,
    lane: 'read',
    path: (symbols) => pathWith('/v2/stocks/snapshots', { symbols }),
    decode: decodeSnapshots,
  });

  return {
    async snapshots(symbols, signal) {
      return Array.isArray(symbols) && symbols.length === 0
        ? ok([])
        : readSnapshots(symbols as string[], signal);
    },
    async bars(query, options) {
      return BarsQuery.safeParse(query).data?.symbols.length === 0
        ? ok([])
        : readBars(query, options);
    },
    async newestBars(value, signal) {
      const query = NewestBarsQuery.safeParse(value);
      if (!query.success) return invalidInput(query.error);
      const { symbol, count, ...rest } = query.data;
      const found: Bar[] = [];
      let pageToken: string | undefined;
      for (let pages = 0; pages < MOST_PAGES_BACK; pages++) {
        const page = await data.read(
          pathWith('/v2/stocks/bars', {
            symbols: symbol,
            ...rest,
            sort: 'desc',
            limit: count - found.length,
            ...(pageToken !== undefined && { pageToken }),
          }),
          decodeBarsPage,
          { lane: 'history', parse: readPlainJson, signal },
        );
        if (!page.ok) return page;
        for (const bar of page.value.bars) found.push(bar);
        pageToken = page.value.nextPageToken;
        if (pageToken === undefined) return ok({ bars: found.reverse(), isComplete: true });
        if (found.length >= count) return ok({ bars: found.reverse(), isComplete: false });
      }
      return fail({
        kind: 'unavailable',
        status: 200,
        message: `The broker's bars do not end after ${MOST_PAGES_BACK} pages.`,
      });
    },
  };
}
