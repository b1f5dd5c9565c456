// What the broker made of a fill later, in words. Each names what held of it until then.
import { revisionsOf, type Execution, type Revision } from '#contract/orders.ts';
import { priceText, qtyText } from '#main/domain/words.ts';

/** 'Fill of 10 AAPL at 187.20 was busted by the broker': the last that it made of it. */
export const revisionText = (execution: Execution): string =>
  revisionLines(execution).at(-1)?.text ?? '';

/** All of it, oldest first. */
export function revisionLines(execution: Execution): { at: string; text: string }[] {
  const { symbol, qty, price } = execution;
  let held: Pick<Execution, 'qty' | 'price'> = { qty, price };
  return revisionsOf(execution).map((revision) => {
    const fill = `Fill of ${qtyText(held.qty)} ${symbol} at ${priceText(held.price)}`;
    held = revision;
    return { at: revision.at, text: `${fill} was ${wordsOf(revision)}` };
  });
}

const wordsOf = ({ kind, qty, price }: Revision): string =>
  kind === 'bust'
    ? 'busted by the broker'
    : `corrected by the broker to ${qtyText(qty)} at ${priceText(price)}`;
