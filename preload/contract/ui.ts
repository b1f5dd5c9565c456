// What the screens remember between starts. Each area is a document of its own, checked on both sides of the bridge.
import { z } from 'zod';
import { Timeframe } from '#contract/market.ts';
import { AccountId, Ticker } from '#contract/records.ts';

export const Appearance = z.strictObject({
  theme: z.enum(['system', 'dark', 'light', 'high-contrast']).default('system'),
  /** A profit and loss pair that does not rest on red and green. */
  isColourBlindSafe: z.boolean().default(false),
  /** Amounts are hidden. */
  isPrivate: z.boolean().default(false),
  isCompact: z.boolean().default(true),
  /** Paper and embedded accounts may place without the review; live accounts never. */
  isReviewSkipped: z.boolean().default(false),
});
export type Appearance = z.infer<typeof Appearance>;

export const Layouts = z.strictObject({
  /** The layout as it was left, by account environment-independent name; '' is the one in use. */
  current: z.unknown().optional(),
  saved: z.record(z.string().max(40), z.unknown()).default({}),
});
export type Layouts = z.infer<typeof Layouts>;

const Filter = z.strictObject({
  text: z.string().max(200).default(''),
  status: z.enum(['open', 'all', 'unknown', 'filled', 'canceled', 'refused']).default('all'),
  side: z.enum(['any', 'buy', 'sell']).default('any'),
  symbol: z.string().max(20).default(''),
  /** The past so many days; 0 is all time. */
  days: z.number().int().min(0).max(3_650).default(0),
});
export const OrdersView = Filter.extend({ name: z.string().trim().min(1).max(40) });
export type OrdersView = z.infer<typeof OrdersView>;
export const Views = z.strictObject({ orders: z.array(OrdersView).max(50).default([]) });
export type Views = z.infer<typeof Views>;

export const Indicator = z.strictObject({
  kind: z.enum(['sma', 'ema', 'bollinger', 'vwap', 'rsi', 'macd', 'atr']),
  /** Its periods, in the order in which they are named. */
  periods: z.array(z.number().int().min(1).max(500)).max(3),
});
export type Indicator = z.infer<typeof Indicator>;

/** How one chart draws. */
export const ChartLook = z.strictObject({
  style: z.enum(['candles', 'bars', 'line', 'area']).default('candles'),
  timeframe: Timeframe.default('1Min'),
  hasVolume: z.boolean().default(true),
  indicators: z.array(Indicator).max(12).default([]),
});
export type ChartLook = z.infer<typeof ChartLook>;

/** One panel's own choices; without a symbol it shows the one in hand. */
export const ChartPanelSettings = ChartLook.extend({ symbol: Ticker.optional() });
export type ChartPanelSettings = z.infer<typeof ChartPanelSettings>;

/** The look that a new panel begins with, and what each panel was left with. */
export const ChartSettings = ChartLook.extend({
  panels: z.record(z.string().max(40), ChartPanelSettings).default({}),
});
export type ChartSettings = z.infer<typeof ChartSettings>;

/** Windows and the system: whether closing goes to the tray, whether the desk starts with the computer. */
export const SystemChoices = z.strictObject({
  closesToTray: z.boolean().default(true),
  startsAtLogin: z.boolean().default(false),
});
export type SystemChoices = z.infer<typeof SystemChoices>;

const ScreenName = z.enum(['desk', 'account', 'tokenization', 'apps', 'activity', 'settings']);

/** The account and the screen in front when the desk was left. */
export const LeftPlace = z.strictObject({ accountId: AccountId, screen: ScreenName });
export type LeftPlace = z.infer<typeof LeftPlace>;

export const uiAreas = {
  appearance: Appearance,
  layouts: Layouts,
  views: Views,
  chart: ChartSettings,
  system: SystemChoices,
} as const;
export type UiArea = keyof typeof uiAreas;
export type UiDocument<A extends UiArea> = z.infer<(typeof uiAreas)[A]>;
