// The account, its history, what it may trade and when.
import { z } from 'zod';
import { ok, type Result } from '#contract/failure.ts';
import type { Account } from '#contract/records.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import { Name, Segment, Text, When, type PagingOptions } from '#main/broker/calls/inputs.ts';
import { pagedOperation, readOperation } from '#main/broker/calls/operation.ts';
import { decodeActivityPage, type Activity, type ActivityPage } from '#main/wire/activities.ts';
import { readPlainJson } from '#main/wire/json.ts';
import type { Listed } from '#main/wire/oddities.ts';
import { pathWith, segment } from '#main/wire/paths.ts';
import { decodePortfolioHistory, type PortfolioHistory } from '#main/wire/portfolio.ts';
import {
  decodeAccount,
  decodeAsset,
  decodeAssets,
  decodeMarketClock,
  decodeTradingDays,
  type AssetRecord,
  type MarketClock,
  type TradingDay,
} from '#main/wire/records.ts';
import {
  decodeVenueClocks,
  decodeVenueDays,
  type VenueClock,
  type VenueDay,
} from '#main/wire/sessions.ts';

const ActivityQuery = z.strictObject({
  /** Such as FILL; all when absent. */
  activityTypes: z.array(Name).optional(),
  after: When.optional(),
  /** The id of an activity: what the broker has after it, in its own order. */
  since: Text.optional(),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

const ActivityPageQuery = ActivityQuery.omit({ since: true }).extend({
  pageToken: Text.optional(),
});
type ActivityPageQuery = z.infer<typeof ActivityPageQuery>;

const PortfolioQuery = z.strictObject({
  period: Name.optional(),
  timeframe: Name.optional(),
  intradayReporting: Name.optional(),
  pnlReset: Name.optional(),
});
type PortfolioQuery = z.infer<typeof PortfolioQuery>;

const AssetQuery = z.strictObject({ status: Name.optional() });
type AssetQuery = z.infer<typeof AssetQuery>;

const DayRange = z.strictObject({ start: Name, end: Name });
type DayRange = z.infer<typeof DayRange>;
const VenueRange = DayRange.extend({ market: Segment });
type VenueRange = z.infer<typeof VenueRange>;

export type AccountCalls = {
  account(signal?: AbortSignal): Promise<Result<Account>>;
  /** One page; its token asks for the next. */
  activities(query?: ActivityPageQuery, signal?: AbortSignal): Promise<Result<ActivityPage>>;
  allActivities(query?: ActivityQuery, options?: PagingOptions): Promise<Result<Listed<Activity>>>;
  portfolioHistory(query?: PortfolioQuery, signal?: AbortSignal): Promise<Result<PortfolioHistory>>;
  asset(symbol: string, signal?: AbortSignal): Promise<Result<AssetRecord>>;
  assets(query?: AssetQuery, signal?: AbortSignal): Promise<Result<Listed<AssetRecord>>>;
  marketClock(signal?: AbortSignal): Promise<Result<MarketClock>>;
  /** From one date to another, both included; days without trading are left out. */
  tradingDays(range: DayRange, signal?: AbortSignal): Promise<Result<Listed<TradingDay>>>;
  /** The clocks of these markets with their phases; a broker need not have them. */
  venueClocks(
    markets: readonly string[],
    signal?: AbortSignal,
  ): Promise<Result<Listed<VenueClock>>>;
  /** The days of one market with the times of their phases, likewise. */
  venueDays(range: VenueRange, signal?: AbortSignal): Promise<Result<Listed<VenueDay>>>;
};

/** Some 12,000 assets are traded and 35,000 known, with 17 members each. */
const MOST_ASSET_VALUES = 800_000;
const MAX_ASSETS_BYTES = 24 * 1024 * 1024;

export function createAccountCalls(rest: Caller): AccountCalls {
  const readAccount = readOperation(rest, {
    input: z.undefined(),
    lane: 'read',
    path: () => '/v2/account',
    decode: decodeAccount,
  });
  const readClock = readOperation(rest, {
    input: z.undefined(),
    lane: 'read',
    path: () => '/v2/clock',
    decode: decodeMarketClock,
  });
  const readVenueClocks = readOperation(rest, {
    input: z.array(Name.max(16)).min(1).max(10),
    lane: 'read',
    path: (markets) => pathWith('/v3/clock', { markets }),
    decode: decodeVenueClocks,
  });
  return {
    account: (signal) => readAccount(undefined, signal),
    activities: readOperation(rest, {
      input: ActivityPageQuery.default({}),
      lane: 'history',
      path: (query) => pathWith('/v2/account/activities', query),
      decode: decodeActivityPage,
    }),
    allActivities: pagedOperation(rest, {
      what: 'activities',
      input: ActivityQuery.default({}),
      lane: 'history',
      path: ({ since, ...query }, pageToken = since) =>
        pathWith('/v2/account/activities', {
          ...query,
          ...(since !== undefined && { direction: 'asc' }),
          pageToken,
        }),
      decode(json, _query, tell) {
        const page = decodeActivityPage(json, tell);
        if (!page.ok) return page;
        return ok({ items: page.value.activities, next: page.value.nextPageToken });
      },
    }),
    portfolioHistory: readOperation(rest, {
      input: PortfolioQuery.default({}),
      lane: 'history',
      path: (query) => pathWith('/v2/account/portfolio/history', query),
      decode: decodePortfolioHistory,
    }),
    asset: readOperation(rest, {
      input: Segment,
      lane: 'read',
      path: (symbol) => `/v2/assets/${segment(symbol)}`,
      decode: decodeAsset,
    }),
    assets: readOperation(rest, {
      input: AssetQuery.default({}),
      lane: 'history',
      parse: (text) => readPlainJson(text, MOST_ASSET_VALUES),
      maxBytes: MAX_ASSETS_BYTES,
      path: (query) => pathWith('/v2/assets', query),
      decode: decodeAssets,
    }),
    marketClock: (signal) => readClock(undefined, signal),
    tradingDays: readOperation(rest, {
      input: DayRange,
      lane: 'read',
      path: (range) => pathWith('/v2/calendar', range),
      decode: decodeTradingDays,
    }),
    venueClocks: (markets, signal) => readVenueClocks(markets as string[], signal),
    venueDays: readOperation(rest, {
      input: VenueRange,
      lane: 'read',
      path: ({ market, ...range }) => pathWith(`/v3/calendar/${segment(market)}`, range),
      decode: decodeVenueDays,
    }),
  };
}
