import { z } from 'zod';
import { OfAccount, OfSymbol } from '#contract/calls/shared.ts';
import { SessionSpan } from '#contract/market-state.ts';
import {
  ActivityRow,
  AssetSummary,
  BarPage,
  EquityHistory,
  Timeframe,
  WatchlistId,
  Watchlists,
} from '#contract/market.ts';
import { TypedName } from '#contract/names.ts';
import { Ticker } from '#contract/records.ts';

export const marketCalls = {
  /** The finished bars of a symbol that start before a moment (now, when absent), the newest `limit` of them. */
  'bars.history': {
    input: OfSymbol.extend({
      timeframe: Timeframe,
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(10_000),
    }),
    output: BarPage,
  },
  /** The sessions of the exchange and of the night from one moment to another, at most a hundred days. */
  'market.sessions': {
    input: OfAccount.extend({ fromMs: z.number().int(), toMs: z.number().int() }).refine(
      ({ fromMs, toMs }) =>
        fromMs > 0 && fromMs <= toMs && toMs < 4e12 && toMs - fromMs <= 100 * 86_400_000,
      { message: 'must be at most 100 days', path: ['toMs'] },
    ),
    output: z.array(SessionSpan),
  },
  'assets.search': {
    input: OfAccount.extend({ text: z.string().trim().max(60) }),
    output: z.array(AssetSummary),
  },
  'portfolio.history': {
    input: OfAccount.extend({ period: z.enum(['1D', '1W', '1M', '3M', '1A', 'all']) }),
    output: EquityHistory,
  },
  'activities.list': {
    input: OfAccount.extend({
      types: z.array(z.string().max(16)).max(30),
      /** The id after which to go on. */
      pageToken: z.string().max(200).optional(),
    }),
    output: z.strictObject({ rows: z.array(ActivityRow), next: z.string().optional() }),
  },
  'watchlists.get': { input: OfAccount, output: Watchlists },
  'watchlists.create': { input: OfAccount.extend({ name: TypedName(40) }), output: Watchlists },
  'watchlists.rename': {
    input: OfAccount.extend({ listId: WatchlistId, name: TypedName(40) }),
    output: Watchlists,
  },
  'watchlists.remove': { input: OfAccount.extend({ listId: WatchlistId }), output: Watchlists },
  /** Adds a symbol that the broker knows. */
  'watchlists.add': { input: OfSymbol.extend({ listId: WatchlistId }), output: Watchlists },
  /** The symbols of a list in a new order, or fewer of them, by what the person saw (`seen`). */
  'watchlists.arrange': {
    input: OfAccount.extend({
      listId: WatchlistId,
      symbols: z.array(Ticker).max(1_000),
      seen: z.array(Ticker).max(1_000),
    }),
    output: Watchlists,
  },
} as const;
