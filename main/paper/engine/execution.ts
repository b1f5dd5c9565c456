// One execution: shares against cash at a price. The only place where a trade changes a position or a balance.
import type { PriceUnits } from '#main/paper/types.ts';
import type { Position } from '#main/paper/engine/position.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { followExecution, step } from '#main/paper/engine/lifecycle.ts';
import { leaves, type Order } from '#main/paper/engine/order.ts';
import {
  magnitude,
  priceText,
  sharesFor,
  sharesText,
  worth,
  type Money,
  type Shares,
} from '#main/paper/engine/units.ts';

type Fill = { shares: Shares; price: PriceUnits; timeMs: number; isLast: boolean };

export function execute(context: EngineContext, order: Order, fill: Fill): void {
  const { shares, price, timeMs, isLast } = fill;
  const { state } = context;
  const account = context.account(order.accountId);
  const position = state.position(account, order.symbol);
  const value = worth(shares, price);

  order.filledQty += shares;
  order.filledValue += value;
  order.activeMs = timeMs;
  account.cash += order.side === 'buy' ? -value : value;
  shift(position, order.side === 'buy' ? shares : -shares, value);
  step(context, order, isLast ? 'filled' : 'partially_filled', timeMs);
  if (isLast) order.filledAt = order.updatedAt;
  state.touchAccount(account);
  state.touchPosition(position);

  const executionId = context.ids.uuid();
  state.activityRows.add({
    seq: state.nextActivitySeq(),
    id: activityId(timeMs, executionId),
    accountId: account.id,
    type: 'FILL',
    timeMs,
    time: order.updatedAt,
    symbol: order.symbol,
    qty: shares,
    positionQty: position.qty,
    executionId,
    previousId: null,
    orderId: order.id,
    side: order.side,
    price,
    cumQty: order.filledQty,
    leavesQty: isLast ? 0n : rest(order, price),
    orderStatus: order.status,
    netAmount: null,
    description: null,
  });
  context.announce(order, isLast ? 'fill' : 'partial_fill', {
    price: priceText(price),
    qty: sharesText(shares),
    position_qty: sharesText(position.qty),
    execution_id: executionId,
  });
  followExecution(context, order, timeMs);
}

/** Shares that the order would still trade at this price. */
export function rest(order: Order, price: PriceUnits): Shares {
  return order.notional === null
    ? leaves(order)
    : sharesFor(order.notional - order.filledValue, price);
}

/** Moves `delta` shares into the position; `value` is what they are worth in the trade, never negative. */
export function shift(position: Position, delta: Shares, value: Money): void {
  const before = position.qty;
  const after = before + delta;
  const isGrowing = before === 0n || before > 0n === delta > 0n;
  if (isGrowing) {
    position.cost += delta > 0n ? value : -value;
  } else if (after === 0n) {
    position.cost = 0n;
  } else if (after > 0n === before > 0n) {
    position.cost -= (position.cost * magnitude(delta)) / magnitude(before);
  } else {
    // Through zero: what is left of the trade opens the other way, at the trade's price.
    const opened = (value * magnitude(after)) / magnitude(delta);
    position.cost = after > 0n ? opened : -opened;
  }
  position.qty = after;
}

/** 'yyyymmddHHMMSSmmm::uuid' */
export function activityId(timeMs: number, id: string): string {
  return `${new Date(timeMs).toISOString().replaceAll(/\D/g, '')}::${id}`;
}
