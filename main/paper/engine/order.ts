// What an order is inside the engine, which states may follow which, and how the wire shows it.
import type { PriceUnits } from '#main/paper/types.ts';
import {
  averageText,
  moneyText,
  priceText,
  sharesText,
  type Money,
  type Shares,
} from '#main/paper/engine/units.ts';

export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'] as const;
export const TIMES_IN_FORCE = ['day', 'gtc', 'opg', 'cls', 'ioc', 'fok'] as const;
export const ORDER_CLASSES = ['', 'simple', 'bracket', 'oco', 'oto'] as const;
export const INTENTS = ['buy_to_open', 'buy_to_close', 'sell_to_open', 'sell_to_close'] as const;

export type Side = (typeof SIDES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export type OrderClass = (typeof ORDER_CLASSES)[number];
export type Intent = (typeof INTENTS)[number];
/** The part an order plays in its class; a simple order is 'single'. */
type Role = 'single' | 'entry' | 'take_profit' | 'stop_loss';

type OpenStatus =
  | 'accepted'
  | 'pending_new'
  | 'new'
  | 'held'
  | 'partially_filled'
  | 'pending_cancel'
  | 'pending_replace';
type ClosedStatus = 'filled' | 'canceled' | 'expired' | 'replaced' | 'rejected';
export type Status = OpenStatus | ClosedStatus;

export type Order = {
  /** Place in the one sequence of submissions; also time priority. */
  readonly seq: number;
  readonly id: string;
  readonly accountId: string;
  readonly clientOrderId: string;
  /** The order under whose `legs` this one is shown. */
  parentId: string | null;
  /** Shared by all orders of one bracket, oco or oto, through every replacement. */
  readonly groupId: string | null;
  readonly role: Role;
  readonly assetId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly orderClass: OrderClass;
  readonly positionIntent: Intent;
  readonly extendedHours: boolean;
  qty: Shares | null;
  readonly notional: Money | null;
  readonly limitPrice: PriceUnits | null;
  /** Moves only on a trailing stop. */
  stopPrice: PriceUnits | null;
  /** The limit that a buy stop is converted to; never shown, so that the answer still shows what was asked for. */
  readonly collarPrice: PriceUnits | null;
  readonly trailPrice: PriceUnits | null;
  /** In 1/10000 of a percent. */
  readonly trailPercent: number | null;
  hwm: PriceUnits | null;
  status: Status;
  isTriggered: boolean;
  filledQty: Shares;
  filledValue: Money;
  /** What one share of an opening order counts for in buying power. */
  readonly reservePrice: PriceUnits;
  /** Only what the market does after this time can fill it. */
  activeMs: number;
  /** When an order that waits for a session is sent to the market; null once it was. */
  routeMs: number | null;
  expiresMs: number;
  readonly createdAt: string;
  readonly submittedAt: string;
  updatedAt: string;
  filledAt: string | null;
  expiredAt: string | null;
  cancelRequestedAt: string | null;
  canceledAt: string | null;
  failedAt: string | null;
  replacedAt: string | null;
  replacedBy: string | null;
  readonly replaces: string | null;
};

const NEXT: Record<Status, readonly Status[]> = {
  accepted: ['pending_new', 'new', 'canceled', 'pending_cancel', 'expired'],
  pending_new: ['new', 'canceled', 'pending_cancel', 'rejected'],
  held: ['new', 'accepted', 'canceled', 'pending_cancel', 'pending_replace', 'expired'],
  new: ['partially_filled', 'filled', 'canceled', 'expired', 'pending_cancel', 'pending_replace'],
  partially_filled: [
    'partially_filled',
    'filled',
    'canceled',
    'expired',
    'pending_cancel',
    'pending_replace',
  ],
  pending_cancel: ['canceled', 'filled', 'partially_filled'],
  // Back to what it was, when the change is rejected late.
  pending_replace: [
    'replaced',
    'filled',
    'partially_filled',
    'new',
    'pending_cancel',
    'canceled',
    'expired',
  ],
  filled: [],
  canceled: [],
  expired: [],
  replaced: [],
  rejected: [],
};

export function move(order: Order, status: Status): void {
  if (!NEXT[order.status].includes(status)) {
    throw new Error(`order ${order.id} cannot go from ${order.status} to ${status}`);
  }
  order.status = status;
}

/** By its own table: this is another program, and its statuses are a closed set. */
export const isOpen = (order: Order): boolean => NEXT[order.status].length > 0;

/** At the market, so that a trade can fill it. */
export const isWorking = (order: Order): boolean =>
  order.status === 'new' || order.status === 'partially_filled';

export const isClosing = ({ positionIntent }: { positionIntent: Intent }): boolean =>
  positionIntent === 'buy_to_close' || positionIntent === 'sell_to_close';

export const isComplex = (order: { orderClass: OrderClass }): boolean =>
  order.orderClass !== '' && order.orderClass !== 'simple';

/** Shares still to trade; not defined for an order by value. */
export const leaves = (order: Order): Shares => (order.qty ?? order.filledQty) - order.filledQty;

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

export type OrderRecord = Record<string, unknown> & { id: string; status: string };

/** `legs` is null where the wire does not nest: on a leg itself, and in every list that was not asked to. */
export function orderRecord(order: Order, legs: readonly Order[] | null): OrderRecord {
  return {
    id: order.id,
    client_order_id: order.clientOrderId,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    submitted_at: order.submittedAt,
    filled_at: order.filledAt,
    expired_at: order.expiredAt,
    expires_at: new Date(order.expiresMs).toISOString().replace('.000Z', 'Z'),
    cancel_requested_at: order.cancelRequestedAt,
    canceled_at: order.canceledAt,
    failed_at: order.failedAt,
    replaced_at: order.replacedAt,
    replaced_by: order.replacedBy,
    replaces: order.replaces,
    asset_id: order.assetId,
    symbol: order.symbol,
    asset_class: 'us_equity',
    notional: order.notional === null ? null : moneyText(order.notional),
    qty: order.qty === null ? null : sharesText(order.qty),
    filled_qty: sharesText(order.filledQty),
    filled_avg_price:
      order.filledQty === 0n ? null : averageText(order.filledValue, order.filledQty),
    order_class: order.orderClass,
    order_type: order.type,
    type: order.type,
    side: order.side,
    position_intent: order.positionIntent,
    time_in_force: order.timeInForce,
    limit_price: price(order.limitPrice),
    stop_price: price(order.stopPrice),
    status: order.status,
    extended_hours: order.extendedHours,
    legs: legs && legs.length > 0 ? legs.map((leg) => orderRecord(leg, null)) : null,
    trail_percent: price(order.trailPercent),
    trail_price: price(order.trailPrice),
    hwm: price(order.hwm),
    subtag: null,
    source: null,
  };
}

// trail_percent has the four decimals of a price.
const price = (units: number | null) => (units === null ? null : priceText(units));
