// Replacing an order: a new order with a new id takes over what is left of the old one. `qty` is the total that is wanted,
// what was filled before included, so the new order is for the difference and nothing is bought twice.
import { malformed, unprocessable } from '#main/paper/refusal.ts';
import type { Approval } from '#main/paper/engine/check-account.ts';
import {
  checkPrices,
  readChanges,
  trailPercentFrom,
  trailPriceFrom,
  type Changes,
  type Draft,
} from '#main/paper/engine/draft.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { admit, step } from '#main/paper/engine/lifecycle.ts';
import type { createLateRejections } from '#main/paper/engine/late-rejections.ts';
import { newOrder } from '#main/paper/engine/new-order.ts';
import { isComplex, isOpen, isWorking, type Order } from '#main/paper/engine/order.ts';
import { orderRecord, type OrderRecord } from '#main/paper/engine/order.ts';
import { examine, requireFreshId, send, type CatchUp } from '#main/paper/engine/order-entry.ts';
import { isWhole, type Shares } from '#main/paper/engine/units.ts';

type Find = (accountId: string, id: string) => Order;
type Late = Pick<ReturnType<typeof createLateRejections>, 'isDue' | 'begin'>;

export function createOrderReplace(
  context: EngineContext,
  find: Find,
  catchUp: CatchUp,
  late: Late,
) {
  return (accountId: string, id: string, body: unknown): OrderRecord => {
    const changes = readChanges(body);
    const nowMs = context.nowMs();
    catchUp(find(accountId, id).symbol, nowMs);
    const old = find(accountId, id);
    requireFreshId(context, accountId, changes.clientOrderId);
    requireReplaceable(old, changes);
    const qty = wantedQty(old, changes);
    const draft = merge(old, changes, qty, context.state.group(old));
    checkPrices(draft);
    checkPair(old, draft, context.state.group(old));
    const isHeld = old.status === 'held';
    const granted: Approval | null = isHeld
      ? { positionIntent: old.positionIntent, reservePrice: old.reservePrice }
      : null;
    const terms = examine(context, { accountId, draft, replaced: old, nowMs, granted });

    if (late.isDue(old)) return late.begin(old, terms);
    return context.commit(() => {
      step(context, old, 'pending_replace', nowMs);
      context.announce(old, 'pending_replace');
      const order = newOrder(context, terms, old);
      order.isTriggered = old.isTriggered && changes.stopPrice === null;
      if (isHeld) {
        order.status = 'held';
        // No session sends it to the market: its entry does.
        order.routeMs = null;
      }
      const answer = orderRecord(order, null);

      old.replacedBy = order.id;
      step(context, old, 'replaced', nowMs);
      old.replacedAt = old.updatedAt;
      context.announce(old, 'replaced');
      admit(context, order);
      passOnLegs(context, { old, order, grownBy: qty - (old.qty ?? 0n), nowMs });
      if (!isHeld && order.routeMs === null) send(context, order, [], nowMs);
      return answer;
    });
  };
}

function requireReplaceable(order: Order, changes: Changes): void {
  if (!isOpen(order)) throw unprocessable(`order is already in "${order.status}" state`);
  if (!isWorking(order) && order.status !== 'held') {
    throw unprocessable(`unable to replace order, order is in "${order.status}" state`);
  }
  if (order.notional !== null) throw unprocessable('notional orders cannot be replaced');
  if (Object.values(changes).every((change) => change === null)) {
    throw malformed(
      'at least one of qty, time_in_force, limit_price, stop_price, trail is required',
    );
  }
  if (order.type === 'trailing_stop' && order.isTriggered) {
    throw unprocessable('a trailing stop that has triggered cannot be replaced');
  }
  if (order.type !== 'trailing_stop' && changes.trail !== null) {
    throw unprocessable('trail can only be changed on trailing_stop orders');
  }
  if (
    isComplex(order) &&
    changes.timeInForce !== null &&
    changes.timeInForce !== order.timeInForce
  ) {
    throw unprocessable(`time_in_force cannot be changed on ${order.orderClass} orders`);
  }
}

function wantedQty(order: Order, { qty }: Changes): Shares {
  const present = order.qty ?? 0n;
  if (qty === null || qty === present) return present;
  if (!isWhole(qty)) throw unprocessable('qty can only be replaced with whole shares');
  if (!isWhole(present)) throw unprocessable('the qty of a fractional order cannot be changed');
  if (order.parentId !== null) throw unprocessable('the qty of a leg follows its parent');
  if (qty <= order.filledQty) throw unprocessable('qty must be > filled_qty');
  return qty;
}

/** The order as it would be placed now. A leg is held against the rules of a simple order; its class stays. */
function merge(old: Order, changes: Changes, qty: Shares, group: readonly Order[]): Draft {
  const isTrailing = old.type === 'trailing_stop';
  const { trail } = changes;
  const legs = group.filter((order) => order.parentId === old.id);
  const profit = legs.find((leg) => leg.role === 'take_profit')?.limitPrice ?? null;
  const loss = legs.find((leg) => leg.role === 'stop_loss');
  return {
    symbol: old.symbol,
    side: old.side,
    type: old.type,
    timeInForce: changes.timeInForce ?? old.timeInForce,
    orderClass: old.orderClass,
    qty: qty - old.filledQty,
    notional: null,
    limitPrice: changes.limitPrice ?? old.limitPrice,
    stopPrice: changes.stopPrice ?? (isTrailing ? null : old.stopPrice),
    trailPrice: trail && old.trailPrice !== null ? trailPriceFrom(trail) : old.trailPrice,
    trailPercent: trail && old.trailPercent !== null ? trailPercentFrom(trail) : old.trailPercent,
    extendedHours: old.extendedHours,
    clientOrderId: changes.clientOrderId,
    positionIntent: null,
    takeProfit: profit === null ? null : { limitPrice: profit },
    stopLoss:
      loss && loss.stopPrice !== null
        ? { stopPrice: loss.stopPrice, limitPrice: loss.limitPrice }
        : null,
  };
}

/** The take-profit stays on its side of the stop. */
function checkPair(old: Order, draft: Draft, group: readonly Order[]): void {
  if (old.parentId === null) return;
  const other = group.find((each) => each !== old && each.role !== 'entry');
  if (!other) return;
  const profit = old.role === 'take_profit' ? draft.limitPrice : other.limitPrice;
  const stop = old.role === 'take_profit' ? other.stopPrice : draft.stopPrice;
  if (profit === null || stop === null) return;
  if (old.side === 'sell' ? profit > stop : profit < stop) return;
  throw unprocessable(
    `take_profit.limit_price must be ${old.side === 'sell' ? '>' : '<'} stop_loss.stop_price`,
  );
}

function passOnLegs(
  context: EngineContext,
  change: { old: Order; order: Order; grownBy: Shares; nowMs: number },
): void {
  const { old, order, grownBy, nowMs } = change;
  for (const leg of context.state.group(order)) {
    if (leg.parentId !== old.id) continue;
    leg.parentId = order.id;
    // Otherwise it would come to its end before its entry, and take that with it.
    leg.expiresMs = order.expiresMs;
    if (leg.qty !== null) leg.qty += grownBy;
    leg.updatedAt = context.timestamp(nowMs);
    context.state.touch(leg);
  }
}
