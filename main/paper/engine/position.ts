// An account, and its position and open orders in one symbol, with the prices beyond which none of those orders can do
// anything.
import type { PriceUnits } from '#main/paper/types.ts';
import { isWorking, type Order, type Side } from '#main/paper/engine/order.ts';
import type { Configurations } from '#main/paper/engine/configurations.ts';
import type { CloseRow } from '#main/paper/engine/ledger/account-rows.ts';
import type { Activity } from '#main/paper/engine/ledger/activity-rows.ts';
import { atLeast, magnitude, type Money, type Shares } from '#main/paper/engine/units.ts';

export type Account = {
  readonly id: string;
  readonly number: string;
  readonly createdMs: number;
  readonly createdAt: string;
  readonly initialCash: Money;
  cash: Money;
  configurations: Configurations;
  /** Buying power that open orders hold. */
  reserve: Money;
  readonly positions: Map<string, Position>;
  /** The newest close before a date, remembered because every valuation asks for it. */
  lastClose: LastClose | null;
};

export type LastClose = {
  before: string;
  row: CloseRow | undefined;
  /** In shares as they count now. */
  held: ReadonlyMap<string, Shares>;
  /** Since then. */
  splits: readonly Activity[];
};

export type Position = {
  readonly accountId: string;
  readonly symbol: string;
  /** Negative when short. */
  qty: Shares;
  /** What the position cost; negative when short. */
  cost: Money;
  /** Shares of the position that open closing orders of each side may still use. */
  readonly held: Record<Side, Shares>;
  readonly orders: Record<Side, Map<string, Order>>;
  readonly reach: Reach;
};

/** Limits and stops as bounds that may be too wide but never too narrow; the rest as exact sets. */
type Reach = {
  buyBelow: PriceUnits;
  sellAbove: PriceUnits;
  riseTo: PriceUnits;
  fallTo: PriceUnits;
  /** An order at a bound has gone: worth drawing the bounds again before trusting a touch. */
  isLoose: boolean;
  /** Fill on whatever the market does next. */
  readonly eager: Set<Order>;
  readonly trailing: Set<Order>;
};

/** Limits meet the quote, not the trade: how far, as a share of the price, a quote may stand off the trade beside it. */
const QUOTE_MARGIN = 1 / 250;

export function createPosition(accountId: string, symbol: string): Position {
  return {
    accountId,
    symbol,
    qty: 0n,
    cost: 0n,
    held: { buy: 0n, sell: 0n },
    orders: { buy: new Map(), sell: new Map() },
    reach: {
      buyBelow: Number.NEGATIVE_INFINITY,
      sellAbove: Number.POSITIVE_INFINITY,
      riseTo: Number.POSITIVE_INFINITY,
      fallTo: Number.NEGATIVE_INFINITY,
      isLoose: false,
      eager: new Set(),
      trailing: new Set(),
    },
  };
}

export const openOrders = function* (position: Position): Iterable<Order> {
  yield* position.orders.buy.values();
  yield* position.orders.sell.values();
};

export const hasOrders = (position: Position): boolean =>
  position.orders.buy.size > 0 || position.orders.sell.size > 0;

/** Shares of the position that no order has a claim on. An order the other way may have used claimed ones. */
export const available = (position: Position): Shares =>
  atLeast(
    0n,
    magnitude(position.qty) - (position.qty > 0n ? position.held.sell : position.held.buy),
  );

/** The worst price at which an order may fill; null for one that accepts any. */
export const limitOf = (order: Order): PriceUnits | null => order.limitPrice ?? order.collarPrice;

export const waitsForStop = (order: Order): boolean =>
  order.stopPrice !== null && !order.isTriggered;

/** Brings the order's new state into the position's reach. */
export function reachFor(position: Position, order: Order): void {
  const { reach } = position;
  reach.eager.delete(order);
  reach.trailing.delete(order);
  if (isWorking(order)) widen(reach, order);
  else if (isAtEdge(reach, order)) reach.isLoose = true;
}

/** Whether trades between these two prices, and the quotes around them, can concern a limit or a stop. */
export function isInReach(position: Position, low: PriceUnits, high: PriceUnits): boolean {
  if (!crosses(position.reach, low, high)) return false;
  if (!position.reach.isLoose) return true;
  narrow(position);
  return crosses(position.reach, low, high);
}

function crosses(reach: Reach, low: PriceUnits, high: PriceUnits): boolean {
  return (
    low - low * QUOTE_MARGIN <= reach.buyBelow ||
    high + high * QUOTE_MARGIN >= reach.sellAbove ||
    high >= reach.riseTo ||
    low <= reach.fallTo
  );
}

function widen(reach: Reach, order: Order): void {
  const limit = limitOf(order);
  // Auction orders trade once, at their own time.
  if (order.timeInForce === 'opg' || order.timeInForce === 'cls') return;
  if (order.type === 'trailing_stop' && !order.isTriggered) {
    reach.trailing.add(order);
  } else if (order.stopPrice !== null && !order.isTriggered) {
    if (order.side === 'buy') reach.riseTo = Math.min(reach.riseTo, order.stopPrice);
    else reach.fallTo = Math.max(reach.fallTo, order.stopPrice);
  } else if (limit === null) {
    reach.eager.add(order);
  } else if (order.side === 'buy') {
    reach.buyBelow = Math.max(reach.buyBelow, limit);
  } else {
    reach.sellAbove = Math.min(reach.sellAbove, limit);
  }
}

function isAtEdge(reach: Reach, order: Order): boolean {
  const limit = limitOf(order);
  return order.side === 'buy'
    ? limit === reach.buyBelow || order.stopPrice === reach.riseTo
    : limit === reach.sellAbove || order.stopPrice === reach.fallTo;
}

function narrow(position: Position): void {
  const { reach } = position;
  reach.isLoose = false;
  reach.buyBelow = Number.NEGATIVE_INFINITY;
  reach.sellAbove = Number.POSITIVE_INFINITY;
  reach.riseTo = Number.POSITIVE_INFINITY;
  reach.fallTo = Number.NEGATIVE_INFINITY;
  for (const order of openOrders(position)) if (isWorking(order)) widen(reach, order);
}
