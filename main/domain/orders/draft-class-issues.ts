// docs/wire.md, "Brackets, OCO and OTO": which legs they need and where their prices may stand.
import type { Issue } from '#contract/failure.ts';
import { choiceOf, hasStop, timesFor } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { add, decimal, isLess, isMore, sub, type Decimal } from '#main/domain/decimal.ts';
import { issue, type DraftContext } from '#main/domain/orders/draft-context.ts';
import { isClass, limitOf } from '#main/domain/orders/order-terms.ts';
import { priceText } from '#main/domain/words.ts';

const CENT = decimal('0.01');

export function classIssues(draft: OrderDraft, { marketPrice }: DraftContext): Issue[] {
  if (isClass(draft, 'simple')) {
    return draft.takeProfit || draft.stopLoss
      ? [
          issue(
            'orderClass',
            'Take profit and stop loss need a bracket, OCO or OTO order: choose one, or remove them.',
          ),
        ]
      : [];
  }
  const name = isClass(draft, 'bracket')
    ? 'A bracket'
    : isClass(draft, 'oco')
      ? 'An OCO'
      : 'An OTO';
  const choice = choiceOf(draft);
  const isTimely = timesFor({ ...choice, kind: 'shares' }).includes(draft.timeInForce);
  return [
    ...(isTimely
      ? []
      : [
          issue(
            'timeInForce',
            `${name} order is good for the day or till canceled: choose day or gtc.`,
          ),
        ]),
    ...(draft.type === 'trailing_stop' // in no class but the simple one
      ? [issue('type', 'A trailing stop stands alone: choose a simple order.')]
      : []),
    ...memberIssues(draft),
    ...exitIssues(draft, marketPrice),
  ];
}

function memberIssues(draft: OrderDraft): Issue[] {
  const { type, takeProfit, stopLoss } = draft;
  const issues: Issue[] = [];
  if (isClass(draft, 'bracket')) {
    if (hasStop(type)) {
      issues.push(
        issue('type', 'A bracket is entered with a market or limit order: choose one of them.'),
      );
    }
    if (!takeProfit) issues.push(issue('takeProfit', 'Enter a take profit: a bracket needs one.'));
    if (!stopLoss) issues.push(issue('stopLoss', 'Enter a stop loss: a bracket needs one.'));
  }
  if (isClass(draft, 'oco')) {
    if (type !== 'limit')
      issues.push(issue('type', 'An OCO is a limit order with a stop: choose limit.'));
    if (!stopLoss) issues.push(issue('stopLoss', 'Enter a stop loss: an OCO needs one.'));
    const { limitPrice } = draft;
    if (
      takeProfit &&
      limitPrice &&
      (isLess(limitPrice, takeProfit.limitPrice) || isMore(limitPrice, takeProfit.limitPrice))
    ) {
      issues.push(
        issue(
          'takeProfit.limitPrice',
          'An OCO has one limit price: make the take profit equal to it, or remove one.',
        ),
      );
    }
  }
  if (isClass(draft, 'oto') && Boolean(takeProfit) === Boolean(stopLoss)) {
    issues.push(
      issue(
        takeProfit ? 'stopLoss' : 'takeProfit',
        'An OTO has exactly one of take profit and stop loss: give one of them.',
      ),
    );
  }
  return issues;
}

/** The stop stands beyond every price it could start from, the take-profit on its other side. */
function exitIssues(draft: OrderDraft, marketPrice: Decimal | undefined): Issue[] {
  const { stopLoss } = draft;
  if (!stopLoss) return [];
  const isSelling = (draft.side === 'sell') === isClass(draft, 'oco');
  const profit = isClass(draft, 'oco') ? limitOf(draft) : draft.takeProfit?.limitPrice;
  if (
    profit &&
    (isSelling ? !isMore(profit, stopLoss.stopPrice) : !isLess(profit, stopLoss.stopPrice))
  ) {
    const where = isSelling ? 'above' : 'below';
    const path = draft.takeProfit ? 'takeProfit.limitPrice' : 'limitPrice';
    return [
      issue(
        path,
        `Put the take profit ${where} the stop loss of ${priceText(stopLoss.stopPrice)}.`,
      ),
    ];
  }
  const bases: [name: string, price: Decimal | undefined][] = [
    [isClass(draft, 'oco') ? 'the take profit' : 'the entry', limitOf(draft) ?? draft.stopPrice],
    ['the market', marketPrice],
  ];
  for (const [name, base] of bases) {
    if (base === undefined) continue;
    const furthest = isSelling ? sub(base, CENT) : add(base, CENT);
    const isBeyond = isSelling
      ? !isMore(stopLoss.stopPrice, furthest)
      : !isLess(stopLoss.stopPrice, furthest);
    if (isBeyond) continue;
    const where = isSelling ? 'below' : 'above';
    return [
      issue(
        'stopLoss.stopPrice',
        `Put the stop loss at least a cent ${where} ${name} (${priceText(base)}): ${priceText(furthest)} or ${isSelling ? 'less' : 'more'}.`,
      ),
    ];
  }
  return [];
}
