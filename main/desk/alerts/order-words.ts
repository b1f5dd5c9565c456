// Orders in the words of an alert: short, since a notification shows two lines.
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import { isLess, isZero } from '#main/domain/decimal.ts';
import { priceText, qtyText } from '#main/domain/words.ts';

/** 'Bought 10 AAPL', 'Bought 4 of 10 AAPL' */
export function fillTitle({ side, symbol, qty, filledQty }: Order): string {
  const done = side === 'buy' ? 'Bought' : 'Sold';
  const isPart = qty !== undefined && isLess(filledQty, qty);
  return `${done} ${qtyText(filledQty)}${isPart ? ` of ${qtyText(qty)}` : ''} ${symbol}`;
}

export function fillText({ filledAvgPrice, type }: Order, account: string): string {
  const price = filledAvgPrice === undefined ? '' : `At ${priceText(filledAvgPrice)}, `;
  return `${price}${price === '' ? 'A' : 'a'} ${type.replaceAll('_', ' ')} order. ${account}.`;
}

/** What had been filled before it ended. */
export function filledBefore({ filledQty, qty }: Order): string {
  if (isZero(filledQty)) return 'Nothing of it was filled.';
  return `${qtyText(filledQty)}${qty === undefined ? '' : ` of ${qtyText(qty)}`} were filled before.`;
}

export const unknownText = ({ title, kind }: Intent): string =>
  kind === 'mint'
    ? `${title}. The broker did not answer. It may have been requested: Ballast is looking for it.`
    : `${title}. The broker did not answer. It may have been placed: Ballast is looking for it.`;
