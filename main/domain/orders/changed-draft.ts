import { OrderDraft, type Order, type OrderChange } from '#contract/orders.ts';
import { normalize, type Decimal } from '#main/domain/decimal.ts';

/**
 * The order that a change amounts to, so that a replacement is judged, named and reckoned like any other. Undefined when
 * the order is of a kind that no draft describes.
 */
export function changedDraft(order: Order, change: OrderChange): OrderDraft | undefined {
  const { qty, timeInForce, limitPrice, stopPrice, trail } = change;
  const isPercent = order.trailPercent !== undefined;
  const isTrailing = order.type === 'trailing_stop';
  const draft = OrderDraft.safeParse({
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    timeInForce: timeInForce ?? order.timeInForce,
    ...number('qty', qty ?? order.qty),
    ...number('notional', qty === undefined ? order.notional : undefined),
    ...number('limitPrice', limitPrice ?? order.limitPrice),
    // A trailing stop's own stop moves with the market and was never asked for.
    ...number('stopPrice', isTrailing ? undefined : (stopPrice ?? order.stopPrice)),
    ...number('trailPrice', isPercent ? undefined : (trail ?? order.trailPrice)),
    ...number('trailPercent', isPercent ? (trail ?? order.trailPercent) : undefined),
    ...(order.extendedHours && { extendedHours: true }),
  });
  return draft.success ? draft.data : undefined;
}

const number = (name: string, value: Decimal | undefined): Record<string, Decimal> =>
  value === undefined ? {} : { [name]: normalize(value) };
