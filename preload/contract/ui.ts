// What the screens remember between starts. Each area is a document of its own, checked on both sides of the bridge.
import { z } from 'zod';
import { Drawings } from '#contract/drawings.ts';
import { Timeframe } from '#contract/market.ts';
import { OrderClass, OrderType, TimeInForce } from '#contract/orders.ts';
import { AccountId, Ticker } from '#contract/records.ts';

export const Appearance = z.strictObject({
  theme: z.enum(['system', 'dark', 'light', 'high-contrast']).default('system'),
  /** A profit and loss pair that does not rest on red and green. */
  isColourBlindSafe: z.boolean().default(false),
  /** Amounts are hidden. */
  isPrivate: z.boolean().default(false),
  isCompact: z.boolean().default(true),
  /** Practice and paper accounts may place without the review; live accounts never. */
  isReviewSkipped: z.boolean().default(false),
  /** The tour was offered, and taken or declined: it is not offered again. */
  isTourAnswered: z.boolean().default(false),
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
  kind: z.enum(['sma', 'ema', 'bollinger', 'donchian', 'vwap', 'rsi', 'stochastic', 'macd', 'atr']),
  /** Its periods, in the order in which they are named. */
  periods: z.array(z.number().int().min(1).max(500)).max(3),
});
export type Indicator = z.infer<typeof Indicator>;

/** How one chart draws. */
export const ChartLook = z.strictObject({
  style: z.enum(['candles', 'bars', 'line', 'area']).default('candles'),
  timeframe: Timeframe.default('1Min'),
  hasVolume: z.boolean().default(true),
  /** Bars outside of regular hours stand on a tint. */
  hasHours: z.boolean().default(true),
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

const Typed = z.string().max(24).default('');
/** An order ticket without its symbol, its side and its prices: how much, of what kind, and the exits by distance. */
export const TicketPreset = z.strictObject({
  name: z.string().trim().min(1).max(40),
  sizeIn: z.enum(['shares', 'dollars', 'percent', 'risk']),
  size: Typed,
  type: OrderType,
  timeInForce: TimeInForce,
  orderClass: OrderClass,
  extendedHours: z.boolean().default(false),
  trailUnit: z.enum(['dollars', 'percent']),
  trail: Typed,
  exitUnit: z.enum(['price', 'percent', 'dollars']),
  takeProfit: Typed,
  stopLoss: Typed,
});
export type TicketPreset = z.infer<typeof TicketPreset>;
export const Presets = z.strictObject({ presets: z.array(TicketPreset).max(50).default([]) });
export type Presets = z.infer<typeof Presets>;

/** How a person has put the columns of a table: what is not named is as the table has it. */
export const ColumnLayout = z.strictObject({
  order: z.array(z.string().max(40)).max(40).default([]),
  columns: z
    .record(
      z.string().max(40),
      z.strictObject({
        /** Always or never; without it, where there is room. */
        isShown: z.boolean().optional(),
        width: z.number().int().min(40).max(600).optional(),
      }),
    )
    .default({}),
});
export type ColumnLayout = z.infer<typeof ColumnLayout>;
export const Tables = z.strictObject({
  tables: z.record(z.string().max(40), ColumnLayout).default({}),
  /** What each is sorted by, where a person chose it. */
  sorting: z
    .record(
      z.string().max(40),
      z.strictObject({ column: z.string().max(40), isDescending: z.boolean() }),
    )
    .default({}),
});
export type Tables = z.infer<typeof Tables>;

/** Windows and the system: whether closing goes to the tray, whether the desk starts with the computer. */
export const SystemChoices = z.strictObject({
  closesToTray: z.boolean().default(true),
  startsAtLogin: z.boolean().default(false),
});
export type SystemChoices = z.infer<typeof SystemChoices>;

/** Keys as a command names them: 'mod+k', 'b', 'alt+digit1'. */
const Chord = z
  .string()
  .regex(/^(?:(?:mod|alt|shift)\+){0,3}[^\s+]{1,12}$/, 'must be keys such as mod+k');

/** The keys that a person chose, by the id of the command; none is a choice too. */
export const KeyChoices = z.strictObject({
  changed: z.record(z.string().max(80), z.array(Chord).max(8)).default({}),
});
export type KeyChoices = z.infer<typeof KeyChoices>;

const ScreenName = z.enum(['desk', 'account', 'tokenization', 'apps', 'activity', 'settings']);

/** The account and the screen in front when the desk was left. */
export const LeftPlace = z.strictObject({
  accountId: AccountId,
  screen: ScreenName,
  /** The symbol in hand. */
  symbol: Ticker.optional(),
});
export type LeftPlace = z.infer<typeof LeftPlace>;

export const uiAreas = {
  appearance: Appearance,
  layouts: Layouts,
  views: Views,
  chart: ChartSettings,
  presets: Presets,
  drawings: Drawings,
  system: SystemChoices,
  keys: KeyChoices,
  tables: Tables,
} as const;
export type UiArea = keyof typeof uiAreas;
export type UiDocument<A extends UiArea> = z.infer<(typeof uiAreas)[A]>;
