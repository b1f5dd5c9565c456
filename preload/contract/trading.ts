// What the ticket asks and is told, beyond the order itself.
import { z } from 'zod';
import { Decimal, Quantity } from '#contract/decimal.ts';
import { DEFAULT_MINT_GUARDS, mintGuardShape } from '#contract/mint-guards.ts';
import { LimitPrice, OrderDraft } from '#contract/orders.ts';

/** What a person confirmed beyond the order: sending while the order stream is down, leaving while all is stopped. */
export const Confirmation = z.enum(['stream-down', 'exit-while-stopped']);
export type Confirmation = z.infer<typeof Confirmation>;

const GuardVerdict = z.strictObject({
  guard: z.string(),
  level: z.enum(['pass', 'warn', 'block']),
  text: z.string(),
});

/** How much, when a person does not say it in shares; main turns it into an order. */
export const Sizing = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('dollars'), amount: Quantity }),
  /** Of buying power. */
  z.strictObject({ by: z.literal('percent'), amount: Quantity }),
  /** What may be lost at the stop: the order's own stop loss, or one that only the size is reckoned with. */
  z.strictObject({ by: z.literal('risk'), amount: Quantity, stopPrice: LimitPrice.optional() }),
]);
export type Sizing = z.infer<typeof Sizing>;

/** What an order would do, reckoned without asking the network. */
export const OrderPreview = z.strictObject({
  title: z.string(),
  /** The order that was judged, with its size; absent when the size could not be reckoned. */
  draft: OrderDraft.optional(),
  /** The price that it is reckoned at, when it was heard (epoch ms), and why it is not the far side of the quote. */
  market: z
    .strictObject({
      price: Decimal,
      receivedAt: z.number(),
      /** Only on one that was read, as the stream does not carry the symbol. */
      readAt: z.number().optional(),
      by: z.enum(['ask', 'bid', 'last']),
      why: z.string().optional(),
    })
    .optional(),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  /** It would close what is held, and nothing but the person's own open orders stands in its way. */
  isHeldByOrders: z.literal(true).optional(),
  /** That it cannot trade in the session that runs, and when it can. */
  waiting: z.string().optional(),
  verdicts: z.array(GuardVerdict),
  whatIf: z.looseObject({ isExit: z.boolean(), value: Decimal.optional() }),
});
export type OrderPreview = z.infer<typeof OrderPreview>;

/** The daily loss limit was hit: no new positions until the next session begins. */
export const LossHold = z.strictObject({
  /** By the broker's clock where it was known; epoch ms, like the others. */
  hitAt: z.number(),
  loss: Decimal,
  limit: Decimal,
  /** When the next session begins; absent until the broker's clock says so. */
  until: z.number().optional(),
});
export type LossHold = z.infer<typeof LossHold>;

/** The kill switch, in the same words on every screen, in the tray and in the title of a window. */
export const STOP_TRADING = 'Stop all trading';
export const TRADING_IS_STOPPED = 'All trading is stopped';

/** What the first reading of an account has brought until now; nobody knows how much there is. */
export const FirstReading = z.strictObject({
  orders: z.number().int(),
  fills: z.number().int(),
});
export type FirstReading = z.infer<typeof FirstReading>;

/** Whether an order may go now, and if not, why. */
export const TradingState = z.strictObject({
  isArmed: z.boolean(),
  why: z.string().optional(),
  /** Not armed, and orders that reduce a position may go. */
  takesExits: z.literal(true).optional(),
  /** The kill switch: all trading is stopped. */
  isStopped: z.boolean(),
  /** The person chose to place without the review; on a live account the review comes all the same. */
  isReviewSkipped: z.literal(true).optional(),
  /** What to know about the stop: why this start began with it, or that it could not be written to the disk. */
  stopNote: z.string().optional(),
  /** The daily loss limit was hit: that nothing new may be opened, and until when, in words. */
  lossNote: z.string().optional(),
  /** So many open orders are on the broker's list and cannot be read. Absent when all can. */
  unreadOrders: z.number().int().optional(),
  /** How far the first reading is, while it takes more than a moment. */
  reading: FirstReading.optional(),
  /** A batch of mints that waits for the person, in words. */
  standingBatch: z
    .strictObject({
      batchId: z.uuid(),
      text: z.string(),
      /** Why to continue would mint nothing: all that is left is held back. */
      heldWhy: z.string().optional(),
    })
    .optional(),
});
export type TradingState = z.infer<typeof TradingState>;

/** A hole in what a stream told: from the last word before to the first after, and when it was filled by reading. */
export const Gap = z.strictObject({
  stream: z.string(),
  from: z.number(),
  to: z.number(),
  filledAt: z.number().optional(),
});
export type Gap = z.infer<typeof Gap>;

const Switch = { isOn: z.boolean() };
const Positive = Decimal.refine(
  (text) => !/^-|^0+(\.0+)?$/.test(text),
  'must be greater than zero',
);
const Milliseconds = z.number().int().min(0).max(86_400_000);

/** Every guard and its limit. All are on unless a person switched one off; a daily loss needs a limit first. */
export const GuardSettings = z.strictObject({
  stalePrice: z.strictObject({ ...Switch, maxAgeMs: Milliseconds }),
  size: z.strictObject({ ...Switch, maxShares: Positive }),
  value: z.strictObject({ ...Switch, maxDollars: Positive }),
  shareOfEquity: z.strictObject({ ...Switch, maxPercent: Positive }),
  distance: z.strictObject({ ...Switch, throughPercent: Positive, awayPercent: Positive }),
  repeat: z.strictObject({ ...Switch, withinMs: Milliseconds }),
  ordersPerMinute: z.strictObject({ ...Switch, maxOrders: z.number().int().min(1).max(10_000) }),
  marketClosed: z.strictObject(Switch),
  /** Settings of earlier editions do not have it. */
  halt: z.strictObject(Switch).default({ isOn: true }),
  dailyLoss: z.union([
    z.strictObject({ isOn: z.literal(false) }),
    z.strictObject({ ...Switch, maxDollars: Positive }),
  ]),
  ...mintGuardShape,
});
export type GuardSettings = z.infer<typeof GuardSettings>;

/** What holds until a person sets something else, and again when they ask for it. */
export const DEFAULT_GUARDS: GuardSettings = GuardSettings.parse({
  stalePrice: { isOn: true, maxAgeMs: 30_000 },
  size: { isOn: true, maxShares: '5000' },
  value: { isOn: true, maxDollars: '50000' },
  shareOfEquity: { isOn: true, maxPercent: '50' },
  distance: { isOn: true, throughPercent: '5', awayPercent: '50' },
  repeat: { isOn: true, withinMs: 10_000 },
  ordersPerMinute: { isOn: true, maxOrders: 30 },
  marketClosed: { isOn: true },
  halt: { isOn: true },
  dailyLoss: { isOn: false },
  ...DEFAULT_MINT_GUARDS,
});
