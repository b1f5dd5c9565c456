// An order as the wire shows it.
import type { Order } from '#main/paper/engine/order.ts';
import { averageText, moneyText, priceText, sharesText } from '#main/paper/engine/units.ts';

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
    position_intent: order.intent,
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
