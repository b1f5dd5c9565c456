// The bodies of orders and changes. What the encoders return is recorded, sent and, if need be, sent again: the same
// input always gives the same bytes, so the order of members below is part of the wire. The readers say what stored
// bytes meant.
import { OrderChange, OrderDraft } from '#contract/orders.ts';
import { readJson } from '#main/wire/json.ts';
import { isRecord } from '#main/tools/json.ts';
import { camelize } from '#main/wire/names.ts';

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

/** Undefined for bytes that are no order of ours. */
export function readOrderBody(body: string): OrderDraft | undefined {
  const read = OrderDraft.safeParse(membersOf(body));
  return read.success ? read.data : undefined;
}

/** Undefined for bytes that are no change of ours. */
export function readChangeBody(body: string): OrderChange | undefined {
  const read = OrderChange.safeParse(membersOf(body));
  return read.success ? read.data : undefined;
}

function membersOf(body: string): unknown {
  const record = camelize(readJson(body));
  if (!isRecord(record)) return undefined;
  const { clientOrderId: _, ...members } = record;
  return members;
}
