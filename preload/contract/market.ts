// What the screens ask about the market and the account's past. Bars are columns: one array per member, all of the same
// length, because ten thousand small objects cost more to carry than to draw.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { MarketFeed } from '#contract/market-state.ts';

export const Timeframe = z.enum([
  '1Min',
  '5Min',
  '15Min',
  '30Min',
  '1Hour',
  '4Hour',
  '1Day',
  '1Week',
  '1Month',
]);
export type Timeframe = z.infer<typeof Timeframe>;

export const BarColumns = z.strictObject({
  /** Starts of the bars, epoch ms, rising. */
  time: z.array(z.number()),
  open: z.array(z.number()),
  high: z.array(z.number()),
  low: z.array(z.number()),
  close: z.array(z.number()),
  volume: z.array(z.number()),
  vwap: z.array(z.number().nullable()),
});
export type BarColumns = z.infer<typeof BarColumns>;

/** A page of history that ends before a moment. */
export const BarPage = z.strictObject({
  bars: BarColumns,
  /** There is nothing earlier. */
  isFirst: z.boolean(),
  /** All of it is of this one. */
  feed: MarketFeed,
  /** Read from this computer because the broker could not be asked; epoch ms of the reading. */
  savedAt: z.number().optional(),
});
export type BarPage = z.infer<typeof BarPage>;

export const AssetSummary = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  exchange: z.string().optional(),
  assetClass: z.string().optional(),
  isTradable: z.boolean(),
  isFractionable: z.boolean(),
  isShortable: z.boolean(),
});
export type AssetSummary = z.infer<typeof AssetSummary>;

/** The account's worth over time; columns of the same length. */
export const EquityHistory = z.strictObject({
  time: z.array(z.number()),
  equity: z.array(Decimal.nullable()),
  profitLoss: z.array(Decimal.nullable()),
  profitLossPercent: z.array(z.number().nullable()),
  baseValue: Decimal.optional(),
  /** What had moved in, or out when negative, by each moment: no profit and no loss. Absent when nothing did. */
  moved: z.array(Decimal).optional(),
  /** Something may have moved that is not known, or whose worth is not: profit and drawdown are estimates. */
  isMovedOpen: z.literal(true).optional(),
});
export type EquityHistory = z.infer<typeof EquityHistory>;

export const ActivityRow = z.object({
  id: z.string(),
  activityType: z.string(),
  /** RFC 3339 or a day. */
  at: z.string(),
  symbol: z.string().optional(),
  side: z.string().optional(),
  qty: Decimal.optional(),
  price: Decimal.optional(),
  netAmount: Decimal.optional(),
  orderId: z.string().optional(),
  description: z.string().optional(),
});
export type ActivityRow = z.infer<typeof ActivityRow>;

export const WatchlistId = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[\w-]+$/);
export const NamedWatchlist = z.strictObject({
  listId: WatchlistId,
  name: z.string().trim().min(1).max(40),
  symbols: z.array(z.string()),
});
export type NamedWatchlist = z.infer<typeof NamedWatchlist>;
/** In the person's order. */
export const Watchlists = z.strictObject({
  lists: z.array(NamedWatchlist),
  /** How many symbols the account's price stream carries at once. */
  mostSymbols: z.number().int(),
});
export type Watchlists = z.infer<typeof Watchlists>;
