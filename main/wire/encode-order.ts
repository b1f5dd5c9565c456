// The bodies of orders, changes and mints. What these functions return is recorded, sent and, if need be, sent again:
// the same input always gives the same bytes, so the order of members below is part of the wire.
import type { OrderChange, OrderDraft } from '#contract/orders.ts';

export function encodeOrder(draft: OrderDraft, clientOrderId: string): string {
  const { takeProfit, stopLoss } = draft;
  return JSON.stringify({
    symbol: draft.symbol,
    side: draft.side,
    type: draft.type,
    time_in_force: draft.timeInForce,
    qty: draft.qty,
    notional: draft.notional,
    limit_price: draft.limitPrice,
    stop_price: draft.stopPrice,
    trail_price: draft.trailPrice,
    trail_percent: draft.trailPercent,
    extended_hours: draft.extendedHours,
    order_class: draft.orderClass,
    take_profit: takeProfit && { limit_price: takeProfit.limitPrice },
    stop_loss: stopLoss && { stop_price: stopLoss.stopPrice, limit_price: stopLoss.limitPrice },
    client_order_id: clientOrderId,
  });
}

/** The body of a replace. Its client order id is the intent's own; the new order will carry it. */
export function encodeChange(change: OrderChange, clientOrderId: string): string {
  return JSON.stringify({
    qty: change.qty,
    time_in_force: change.timeInForce,
    limit_price: change.limitPrice,
    stop_price: change.stopPrice,
    trail: change.trail,
    client_order_id: clientOrderId,
  });
}
