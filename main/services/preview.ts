// What an order would do, and what the desk would say to it, without asking the network.
import { fail, invalid, ok, type Result } from '#contract/failure.ts';
import type { OrderChange, OrderDraft } from '#contract/orders.ts';
import type { OrderPreview } from '#contract/trading.ts';
import { changedDraft } from '#main/domain/changed-draft.ts';
import { draftIssues } from '#main/domain/draft-issues.ts';
import { orderTitle } from '#main/domain/title.ts';
import { whatIf } from '#main/domain/what-if.ts';
import type { AccountUnit } from '#main/services/account-unit.ts';
import { changeTitle } from '#main/services/trading/drafts.ts';

export function previewOrder(
  { book, gate, environment }: Pick<AccountUnit, 'book' | 'gate' | 'environment'>,
  draft: OrderDraft,
  intentId: string,
): OrderPreview {
  const marketPrice = book.price(draft.symbol)?.price;
  const account = book.account()?.account;
  const openOrders = book.openOrders();
  const positions = book.positions();
  return {
    title: orderTitle(draft, environment),
    issues: draftIssues(draft, {
      positions,
      openOrders,
      ...(marketPrice !== undefined && { marketPrice }),
      ...(account && { buyingPower: account.buyingPower }),
    }),
    verdicts: gate.verdicts(draft, intentId),
    whatIf: whatIf({
      draft,
      account,
      positions,
      openOrders,
      unknownOrders: gate.unknownOrders(),
      intentId,
      prices: new Map(book.prices().map(({ symbol, price }) => [symbol, price])),
      ...(marketPrice !== undefined && { marketPrice }),
    }),
  };
}

/** The order that a change would make, judged like a new one. */
export function previewChange(
  unit: Pick<AccountUnit, 'book' | 'gate' | 'environment'>,
  { intentId, orderId, change }: { intentId: string; orderId: string; change: OrderChange },
): Result<OrderPreview> {
  const order = unit.book.order(orderId);
  if (!order) return invalid('There is no such order on this account.', 'orderId');
  const draft = changedDraft(order, change);
  if (!draft)
    return fail({ kind: 'not-allowed', message: 'This kind of order cannot be changed here.' });
  return ok({ ...previewOrder(unit, draft, intentId), title: changeTitle(order, change) });
}
