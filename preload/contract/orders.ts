// Orders, executions and positions as the desk knows them. Of what the broker says, statuses and types are open
// sets, and members nobody here knows are left out. What a person asks for is strict.
import { z } from 'zod';
import { Decimal, Quantity } from '#contract/decimal.ts';
import { Ticker } from '#contract/records.ts';
import { said } from '#contract/said.ts';

/** A price a person may ask for: positive, at most four decimals (the broker's tick rules say more). */
export const LimitPrice = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, 'must have at most 9 digits before the point and 4 after it')
  .brand<'Decimal'>();

const Moment = z.string(); // RFC 3339, kept as sent: up to nine fractional digits

/** A child of a bracket, oco or oto. Its own legs are always absent. */
export const OrderLeg = z.object({
  id: z.string(),
  clientOrderId: z.string(),
  symbol: z.string(),
  side: z.string(),
  type: z.string(),
  orderClass: z.string().optional(),
  assetClass: said(z.string()),
  timeInForce: z.string(),
  status: z.string(),
  qty: Decimal.optional(),
  notional: Decimal.optional(),
  filledQty: Decimal,
  filledAvgPrice: Decimal.optional(),
  limitPrice: Decimal.optional(),
  stopPrice: Decimal.optional(),
  trailPrice: Decimal.optional(),
  trailPercent: Decimal.optional(),
  hwm: Decimal.optional(),
  extendedHours: z.boolean().optional(),
  /** Such as buy_to_open. */
  positionIntent: said(z.string()),
  createdAt: Moment.optional(),
  updatedAt: Moment.optional(),
  submittedAt: Moment.optional(),
  filledAt: Moment.optional(),
  canceledAt: Moment.optional(),
  expiredAt: Moment.optional(),
  expiresAt: Moment.optional(),
  replacedBy: z.string().optional(),
  replaces: z.string().optional(),
  /** The order that it is a leg of, as the desk knows it: the newest of those that had it. */
  parentId: z.string().optional(),
  /** Of an order that is gone: what it was when the broker last spoke of it, and since when it is called gone. */
  statusBefore: z.string().optional(),
  goneAt: Moment.optional(),
  /** Members of the broker's record that could not be read: what is here in their place was known before, or is none. */
  unread: z.array(z.string()).optional(),
});
export type OrderLeg = z.infer<typeof OrderLeg>;

export const Order = OrderLeg.extend({ legs: z.array(OrderLeg).optional() });
export type Order = z.infer<typeof Order>;

/** The desk's own word for an order that the broker no longer knows; it is taken back when the broker shows it. */
export const GONE = 'gone';

/** Stands for a status that could not be read. Like every status that nobody here knows it counts as open. */
export const UNREADABLE = 'unreadable';

/** The one table of it, for main, the journal and the page. The practice broker has its own: it is another program. */
const TERMINAL: ReadonlySet<string> = new Set([
  'filled',
  'canceled',
  'expired',
  'replaced',
  'rejected',
  GONE,
]);

/** Nothing more can happen to the order. */
export const isTerminal = (status: string): boolean => TERMINAL.has(status);
/** Statuses are an open set: one that nobody here knows counts as open, so that the order is still followed. */
export const isOpen = (status: string): boolean => !TERMINAL.has(status);

/** Where the broker's own word is none that a person would use first. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  new: 'working',
  pending_new: 'pending',
  pending_cancel: 'being canceled',
  pending_replace: 'being changed',
  done_for_day: 'done for the day',
  [GONE]: 'gone at the broker',
};

/** How an order stands, in the words of every table, dialog and line of evidence. */
export const statusWords = (status: string): string =>
  STATUS_WORDS[status] ?? status.replaceAll('_', ' ');

/** What of an order says how it stands. */
export type OrderStanding = Pick<OrderLeg, 'status' | 'filledQty'> &
  Partial<Pick<OrderLeg, 'qty' | 'unread'>>;

/**
 * The same of an order: the broker leaves it 'filled' when it busts its fills, or corrects them to less (docs/orders.md,
 * "A fill can be taken back").
 */
export function orderStatusWords(order: OrderStanding): string {
  const { status, filledQty, qty, unread } = order;
  if (status !== 'filled' || unread?.includes('filledQty')) return statusWords(status);
  if (isBusted(order)) return 'filled, then busted';
  return qty !== undefined && !unread?.includes('qty') && isBelow(filledQty, qty)
    ? 'filled, then partly taken back'
    : statusWords(status);
}

/** It ended as filled, and nothing of that holds any more. */
export const isBusted = ({ status, filledQty, unread }: OrderStanding): boolean =>
  status === 'filled' && !unread?.includes('filledQty') && !/[1-9]/.test(filledQty);

function isBelow(a: string, b: string): boolean {
  const decimals = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const unitsOf = (text: string): bigint => {
    const [whole = '', rest = ''] = text.split('.');
    return BigInt(whole + rest.padEnd(decimals, '0'));
  };
  return unitsOf(a) < unitsOf(b);
}

export const Position = z.object({
  symbol: z.string(),
  side: z.string(),
  qty: Decimal,
  qtyAvailable: Decimal.optional(),
  avgEntryPrice: Decimal,
  assetClass: said(z.string()),
  marketValue: Decimal.optional(),
  costBasis: Decimal.optional(),
  unrealizedPl: Decimal.optional(),
  unrealizedPlpc: Decimal.optional(),
  unrealizedIntradayPl: Decimal.optional(),
  currentPrice: Decimal.optional(),
  lastdayPrice: Decimal.optional(),
  changeToday: Decimal.optional(),
  /** Its size is reckoned from fills that no reading holds yet. */
  isEstimate: z.literal(true).optional(),
});
export type Position = z.infer<typeof Position>;

/** A position that the broker holds and that could not be read: where it did not fit, and of what, if that is known. */
export const UnreadPosition = z.strictObject({ symbol: z.string().optional(), where: z.string() });
export type UnreadPosition = z.infer<typeof UnreadPosition>;
/** What the broker made of a fill later: it was busted, and nothing of it holds, or corrected to these terms. */
const Revision = z.strictObject({
  kind: z.enum(['bust', 'correct']),
  at: Moment,
  /** Of the fill as it was corrected. */
  executionId: z.string().optional(),
  qty: Decimal,
  price: Decimal,
});
export type Revision = z.infer<typeof Revision>;

/** One fill. Keyed by order and cumulative quantity, which the stream and the activities both carry. */
export const Execution = z.strictObject({
  orderId: z.string(),
  executionId: z.string().optional(),
  symbol: z.string(),
  side: z.string(),
  qty: Decimal,
  cumQty: Decimal,
  price: Decimal,
  at: z.string(),
  revision: Revision.optional(),
  /** What the broker made of it before that, oldest first. */
  revisedBefore: z.array(Revision).optional(),
  /** Not the first with its cumulative quantity: what was filled before was busted. */
  again: z.number().int().optional(),
});
export type Execution = z.infer<typeof Execution>;

/** What holds of a fill: as it was filled, or as the broker has made it since. */
export const termsOf = ({ qty, price, revision }: Execution): Pick<Execution, 'qty' | 'price'> =>
  revision ?? { qty, price };

/** All that the broker made of a fill, oldest first. */
export const revisionsOf = ({ revision, revisedBefore = [] }: Execution): readonly Revision[] =>
  revision ? [...revisedBefore, revision] : [];

/** What held of a fill until the broker last busted or corrected it. */
export const termsBefore = ({
  qty,
  price,
  revisedBefore,
}: Execution): Pick<Execution, 'qty' | 'price'> => revisedBefore?.at(-1) ?? { qty, price };

const OrderSide = z.enum(['buy', 'sell']);
export const OrderType = z.enum(['market', 'limit', 'stop', 'stop_limit', 'trailing_stop']);
export const TimeInForce = z.enum(['day', 'gtc', 'opg', 'cls', 'ioc', 'fok']);
export const OrderClass = z.enum(['simple', 'bracket', 'oco', 'oto']);

/** What a person fills in. Which members belong together is checked by the rules of the domain, in words. */
export const OrderDraft = z.strictObject({
  symbol: Ticker,
  side: OrderSide,
  type: OrderType,
  timeInForce: TimeInForce,
  qty: Quantity.optional(),
  notional: Quantity.optional(),
  limitPrice: LimitPrice.optional(),
  stopPrice: LimitPrice.optional(),
  trailPrice: LimitPrice.optional(),
  trailPercent: LimitPrice.optional(),
  extendedHours: z.boolean().optional(),
  orderClass: OrderClass.optional(),
  takeProfit: z.strictObject({ limitPrice: LimitPrice }).optional(),
  stopLoss: z.strictObject({ stopPrice: LimitPrice, limitPrice: LimitPrice.optional() }).optional(),
});
export type OrderDraft = z.infer<typeof OrderDraft>;

/** What may change about an open order. */
export const OrderChange = z.strictObject({
  qty: Quantity.optional(),
  timeInForce: TimeInForce.optional(),
  limitPrice: LimitPrice.optional(),
  stopPrice: LimitPrice.optional(),
  trail: LimitPrice.optional(),
});
export type OrderChange = z.infer<typeof OrderChange>;
