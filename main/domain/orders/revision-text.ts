// What the broker made of a fill later, in words.
import { termsOf, type Execution } from '#contract/orders.ts';
import { priceText, qtyText } from '#main/domain/words.ts';

/** 'Fill of 10 AAPL at 187.20 was busted by the broker' */
export function revisionText(execution: Execution): string {
  const { symbol, qty, price, revision } = execution;
  const fill = `Fill of ${qtyText(qty)} ${symbol} at ${priceText(price)}`;
  if (revision?.kind === 'bust') return `${fill} was busted by the broker`;
  const now = termsOf(execution);
  return `${fill} was corrected by the broker to ${qtyText(now.qty)} at ${priceText(now.price)}`;
}
