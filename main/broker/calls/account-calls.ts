// The account, its settings, its history, what it may trade and when.
import { z } from 'zod';
import { ok, type Result } from '#contract/failure.ts';
import type { Account } from '#contract/records.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import {
  Count,
  Direction,
  Id,
  Name,
  Segment,
  Text,
  When,
  type PagingOptions,
} from '#main/broker/calls/inputs.ts';
import { changeOperation, pagedOperation, readOperation } from '#main/broker/calls/operation.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import { decodeActivityPage, type Activity, type ActivityPage } from '#main/wire/activities.ts';
import {
  decodeCalendar,
  decodeMarketClock,
  type CalendarDay,
  type MarketClock,
} from '#main/wire/market-days.ts';
import { snakeKeys } from '#main/wire/names.ts';
import { pathWith, segment } from '#main/wire/paths.ts';
import { decodePortfolioHistory, type PortfolioHistory } from '#main/wire/portfolio.ts';
import {
  decodeAccount,
  decodeAsset,
  decodeAssets,
  decodeConfigurations,
  type AssetRecord,
  type Configurations,
} from '#main/wire/records.ts';

const ConfigurationsChange = z.strictObject({
  disableOvernightTrading: z.boolean().optional(),
  fractionalTrading: z.boolean().optional(),
  maxMarginMultiplier: z.enum(['1', '2', '4']).optional(),
  maxOptionsTradingLevel: z.number().int().min(0).max(3).optional(),
  noShorting: z.boolean().optional(),
  ptpNoExceptionEntry: z.boolean().optional(),
  suspendTrade: z.boolean().optional(),
  tradeConfirmEmail: z.enum(['all', 'none']).optional(),
});
export type ConfigurationsChange = z.infer<typeof ConfigurationsChange>;

const ActivityQuery = z.strictObject({
  /** Such as FILL; all when absent. */
  activityTypes: z.array(Name).optional(),
  category: z.enum(['trade_activity', 'non_trade_activity']).optional(),
  orderId: Id.optional(),
  date: When.optional(),
  after: When.optional(),
  until: When.optional(),
  direction: Direction.optional(),
  pageSize: Count.max(100).optional(),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

const ActivityPageQuery = ActivityQuery.extend({ pageToken: Text.optional() });
export type ActivityPageQuery = z.infer<typeof ActivityPageQuery>;

const PortfolioQuery = z.strictObject({
  period: Name.optional(),
  timeframe: Name.optional(),
  intradayReporting: Name.optional(),
  pnlReset: Name.optional(),
  start: When.optional(),
  end: When.optional(),
});
export type PortfolioQuery = z.infer<typeof PortfolioQuery>;

const AssetQuery = z.strictObject({
  status: Name.optional(),
  assetClass: Name.optional(),
  exchange: Name.optional(),
  attributes: z.array(Name).optional(),
});
export type AssetQuery = z.infer<typeof AssetQuery>;

const DateRange = z.strictObject({ start: When.optional(), end: When.optional() });
export type DateRange = z.infer<typeof DateRange>;

export type AccountCalls = {
  account(signal?: AbortSignal): Promise<Result<Account>>;
  configurations(signal?: AbortSignal): Promise<Result<Configurations>>;
  changeConfigurations(change: ConfigurationsChange): Promise<Sent<Configurations>>;
  /** One page; its token asks for the next. */
  activities(query?: ActivityPageQuery, signal?: AbortSignal): Promise<Result<ActivityPage>>;
  allActivities(query?: ActivityQuery, options?: PagingOptions): Promise<Result<Activity[]>>;
  portfolioHistory(query?: PortfolioQuery, signal?: AbortSignal): Promise<Result<PortfolioHistory>>;
  asset(symbol: string, signal?: AbortSignal): Promise<Result<AssetRecord>>;
  assets(query?: AssetQuery, signal?: AbortSignal): Promise<Result<AssetRecord[]>>;
  marketClock(signal?: AbortSignal): Promise<Result<MarketClock>>;
  calendar(range?: DateRange, signal?: AbortSignal): Promise<Result<CalendarDay[]>>;
};

export function createAccountCalls(rest: Caller): AccountCalls {
  const readAccount = readOperation(rest, {
    input: z.undefined(),
    lane: 'read',
    path: () => '/v2/account',
    decode: decodeAccount,
  });
  const readConfigurations = readOperation(rest, {
    input: z.undefined(),
    lane: 'read',
    path: () => '/v2/account/configurations',
    decode: decodeConfigurations,
  });
  const readClock = readOperation(rest, {
    input: z.undefined(),
    lane: 'read',
    path: () => '/v2/clock',
    decode: decodeMarketClock,
  });
  const changeConfigurations = changeOperation(rest, {
    input: ConfigurationsChange,
    lane: 'read',
    request: (change) => ({
      method: 'PATCH',
      path: '/v2/account/configurations',
      body: JSON.stringify(snakeKeys(change)),
    }),
    decode: decodeConfigurations,
  });

  return {
    account: (signal) => readAccount(undefined, signal),
    configurations: (signal) => readConfigurations(undefined, signal),
    changeConfigurations: (change) => changeConfigurations(change),
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
      path: (query, pageToken) => pathWith('/v2/account/activities', { ...query, pageToken }),
      decode(json) {
        const page = decodeActivityPage(json);
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
      path: (query) => pathWith('/v2/assets', query),
      decode: decodeAssets,
    }),
    marketClock: (signal) => readClock(undefined, signal),
    calendar: readOperation(rest, {
      input: DateRange.default({}),
      lane: 'read',
      path: (range) => pathWith('/v2/calendar', range),
      decode: decodeCalendar,
    }),
  };
}
