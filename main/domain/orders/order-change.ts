// A change of an open order: the order that it makes, and what the broker would refuse about it (docs/wire.md, "Statuses, changes and cancels"), beyond
// what it would refuse about the order that the change makes.
import type { Issue } from '#contract/failure.ts';
import { changeableOf, type ChangeMember } from '#contract/order-choices.ts';
import { OrderDraft, type Order, type OrderChange } from '#contract/orders.ts';
import { isMore, normalize, type Decimal } from '#main/domain/decimal.ts';
import { issue, isWhole } from '#main/domain/orders/draft-context.ts';
import { qtyText } from '#main/domain/words.ts';

const MEMBERS: readonly [ChangeMember, string][] = [
  ['qty', 'The quantity of this order cannot be changed.'],
  ['limitPrice', 'This order has no limit price to change.'],
  ['stopPrice', 'This order has no stop price to change.'],
  ['trail', 'Only a trailing stop has a trail to change.'],
];

export function changeIssues(
  order: Order,
  change: OrderChange,
  { isLeg }: { isLeg: boolean },
): Issue[] {
  const { why, members, times } = changeableOf(order, isLeg);
  if (why !== undefined) return [issue('orderId', why)];
  if (Object.values(change).every((value) => value === undefined))
    return [issue('change', 'Nothing has been changed yet.')];
  const issues = MEMBERS.filter(
    ([member]) => change[member] !== undefined && !members.includes(member),
  ).map(([member, message]) => issue(member, message));
  const { qty, timeInForce } = change;
  if (qty !== undefined && members.includes('qty')) {
    if (!isWhole(qty))
      issues.push(
        issue('qty', 'Enter whole shares: an open order cannot be changed to a fraction.'),
      );
    else if (!isMore(qty, order.filledQty))
      issues.push(
        issue('qty', `${qtyText(order.filledQty)} are already filled: enter more than that.`),
      );
  }
  if (timeInForce !== undefined && !times.includes(timeInForce))
    issues.push(issue('timeInForce', 'This order cannot have that time in force.'));
  return issues;
}

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
