// docs/wire.md, "Brackets, OCO and OTO": which legs they need and where their prices may stand.
import { choiceOf, hasStop, timesFor } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { add, decimal, isLess, isMore, sub, type Decimal } from '#main/domain/decimal.ts';
import type { DraftContext, Say } from '#main/domain/orders/draft-context.ts';
import { isClass, limitOf } from '#main/domain/orders/order-terms.ts';
import { priceText } from '#main/domain/words.ts';

const CENT = decimal('0.01');

export function checkClass(say: Say, draft: OrderDraft, { marketPrice }: DraftContext): void {
  if (isClass(draft, 'simple')) {
    if (draft.takeProfit || draft.stopLoss) {
      say(
        'orderClass',
        'Take profit and stop loss need a bracket, OCO or OTO order: choose one, or remove them.',
      );
    }
    return;
  }
  const name = isClass(draft, 'bracket')
    ? 'A bracket'
    : isClass(draft, 'oco')
      ? 'An OCO'
      : 'An OTO';
  const choice = choiceOf(draft);
  const isTimely = timesFor({ ...choice, kind: 'shares' }).includes(draft.timeInForce);
  if (!isTimely) {
    say('timeInForce', `${name} order is good for the day or till canceled: choose day or gtc.`);
  }
  // In no class but the simple one.
  if (draft.type === 'trailing_stop') {
    say('type', 'A trailing stop cannot have other legs: choose a simple order.');
  }
  checkMembers(say, draft);
  checkExit(say, draft, marketPrice);
}

function checkMembers(say: Say, draft: OrderDraft): void {
  const { type, takeProfit, stopLoss } = draft;
  if (isClass(draft, 'bracket')) {
    if (hasStop(type)) {
      say('type', 'A bracket is entered with a market or limit order: choose one of them.');
    }
    if (!takeProfit) say('takeProfit', 'Enter a take profit: a bracket needs one.');
    if (!stopLoss) say('stopLoss', 'Enter a stop loss: a bracket needs one.');
  }
  if (isClass(draft, 'oco')) {
    if (type !== 'limit') say('type', 'An OCO is a limit order with a stop: choose limit.');
    if (!stopLoss) say('stopLoss', 'Enter a stop loss: an OCO needs one.');
    const { limitPrice } = draft;
    if (
      takeProfit &&
      limitPrice &&
      (isLess(limitPrice, takeProfit.limitPrice) || isMore(limitPrice, takeProfit.limitPrice))
    ) {
      say(
        'takeProfit.limitPrice',
        'An OCO has one limit price: make the take profit equal to it, or remove one.',
      );
    }
  }
  if (isClass(draft, 'oto') && Boolean(takeProfit) === Boolean(stopLoss)) {
    say(
      takeProfit ? 'stopLoss' : 'takeProfit',
      'An OTO needs either a take profit or a stop loss, not both: enter one.',
    );
  }
}

/** The stop stands beyond every price it could start from, the take-profit on its other side. */
function checkExit(say: Say, draft: OrderDraft, marketPrice: Decimal | undefined): void {
  const { stopLoss } = draft;
  if (!stopLoss) return;
  const isSelling = (draft.side === 'sell') === isClass(draft, 'oco');
  const profit = isClass(draft, 'oco') ? limitOf(draft) : draft.takeProfit?.limitPrice;
  if (
    profit &&
    (isSelling ? !isMore(profit, stopLoss.stopPrice) : !isLess(profit, stopLoss.stopPrice))
  ) {
    const where = isSelling ? 'above' : 'below';
    const path = draft.takeProfit ? 'takeProfit.limitPrice' : 'limitPrice';
    return say(
      path,
      `Put the take profit ${where} the stop loss of ${priceText(stopLoss.stopPrice)}.`,
    );
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
    say(
      'stopLoss.stopPrice',
      `Put the stop loss at least a cent ${where} ${name} (${priceText(base)}): ${priceText(furthest)} or ${isSelling ? 'less' : 'more'}.`,
    );
  }
}
