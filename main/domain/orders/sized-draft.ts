// A draft without a quantity and a wish in dollars, percent or risk: the order that they come to. Whole shares, rounded
// down; only an amount that the broker takes as it is stays an amount.
import type { Issue } from '#contract/failure.ts';
import { canBeNotional, choiceOf } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Sizing } from '#contract/trading.ts';
import {
  abs,
  decimal,
  div,
  isMore,
  isZero,
  min,
  mul,
  sign,
  sub,
  type Decimal,
} from '#main/domain/decimal.ts';
import { issue, type AssetTraits } from '#main/domain/orders/draft-context.ts';
import { estimatedPrice, openingPrice } from '#main/domain/orders/order-terms.ts';
import { moneyText, percentText, priceText } from '#main/domain/words.ts';

export type SizingFacts = {
  marketPrice?: Decimal;
  ask?: Decimal;
  buyingPower?: Decimal;
  asset?: AssetTraits;
};
type SizedDraft = { ok: true; draft: OrderDraft } | { ok: false; issue: Issue };

const HUNDRED = decimal('100');

export function sizedDraft(draft: OrderDraft, sizing: Sizing, facts: SizingFacts): SizedDraft {
  if (sign(sizing.amount) <= 0) return amiss('Enter an amount above zero.');
  switch (sizing.by) {
    case 'dollars':
      return byDollars(draft, sizing.amount, facts);
    case 'percent':
      return byPercent(draft, sizing.amount, facts);
    case 'risk':
      return byRisk(draft, sizing, facts);
    default:
      return sizing satisfies never;
  }
}

function byDollars(draft: OrderDraft, amount: Decimal, facts: SizingFacts): SizedDraft {
  const { asset, marketPrice } = facts;
  if (canBeNotional(choiceOf(draft, asset?.class)) && asset?.fractionable !== false)
    return { ok: true, draft: { ...draft, notional: amount } };
  const price = estimatedPrice(draft, marketPrice);
  if (!price) return amiss(NO_PRICE);
  return shares(
    draft,
    qtyForDollars(amount, price),
    `${moneyText(amount)} is less than one share at ${priceText(price)}: enter more.`,
  );
}

function byPercent(draft: OrderDraft, percent: Decimal, facts: SizingFacts): SizedDraft {
  const { buyingPower, marketPrice, ask } = facts;
  if (isMore(percent, HUNDRED)) return amiss('Enter at most 100%.');
  if (!buyingPower) return amiss('The buying power is not known yet: wait, or enter shares.');
  // As the broker sets it aside: what this comes to is also what may be bought.
  const price = openingPrice(draft, marketPrice, ask);
  if (!price) return amiss(NO_PRICE);
  return shares(
    draft,
    qtyForBuyingPower(percent, buyingPower, price),
    `${percentText(percent)} of ${moneyText(buyingPower)} is less than one share at ${priceText(price)}: enter more.`,
  );
}

function byRisk(
  draft: OrderDraft,
  sizing: Extract<Sizing, { by: 'risk' }>,
  { marketPrice }: SizingFacts,
): SizedDraft {
  const path = draft.stopLoss ? 'stopLoss.stopPrice' : 'sizing.stopPrice';
  const stopPrice = draft.stopLoss?.stopPrice ?? sizing.stopPrice;
  if (!stopPrice || sign(stopPrice) <= 0)
    return amiss('Enter the stop price where you would take the loss.', path);
  const entryPrice = estimatedPrice(draft, marketPrice);
  if (!entryPrice) return amiss(NO_PRICE);
  const qty = qtyForRisk(draft.side, sizing.amount, entryPrice, stopPrice);
  if (!qty) {
    const where = draft.side === 'buy' ? 'below' : 'above';
    return amiss(
      `Put the stop ${where} the entry (${priceText(entryPrice)}): only there does it limit a loss.`,
      path,
    );
  }
  const perShare = priceText(abs(sub(entryPrice, stopPrice)));
  return shares(draft, qty, `One share alone risks ${perShare}: risk more, or move the stop.`);
}

function shares(draft: OrderDraft, qty: Decimal | undefined, tooLittle: string): SizedDraft {
  if (!qty || isZero(qty)) return amiss(tooLittle);
  return { ok: true, draft: { ...draft, qty } };
}

const NO_PRICE = 'There is no price yet to calculate shares from: wait for one, or enter shares.';
const amiss = (message: string, path = 'sizing.amount'): SizedDraft => ({
  ok: false,
  issue: issue(path, message),
});

/** Whole shares. Undefined without a price. */
export function qtyForDollars(dollars: Decimal, price: Decimal | undefined): Decimal | undefined {
  if (price === undefined || sign(price) <= 0 || sign(dollars) < 0) return undefined;
  return div(dollars, price, 0, 'down');
}

/** A percentage of buying power; more than all of it is all of it. */
export function qtyForBuyingPower(
  percent: Decimal,
  buyingPower: Decimal,
  price: Decimal | undefined,
): Decimal | undefined {
  if (sign(percent) < 0 || sign(buyingPower) < 0) return undefined;
  const dollars = div(mul(buyingPower, min(percent, HUNDRED)), HUNDRED, 9, 'down');
  return qtyForDollars(dollars, price);
}

/** So that `dollars` are lost if the stop is hit at its price. Undefined when the stop stands on the side of the gain: then it limits no loss. */
export function qtyForRisk(
  side: 'buy' | 'sell',
  dollars: Decimal,
  entryPrice: Decimal,
  stopPrice: Decimal,
): Decimal | undefined {
  const lossPerShare = side === 'buy' ? sub(entryPrice, stopPrice) : sub(stopPrice, entryPrice);
  return qtyForDollars(dollars, lossPerShare);
}
