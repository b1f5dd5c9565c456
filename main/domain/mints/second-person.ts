// From which size on a second person has to agree to a mint. Pure. Where a price is missing, somebody has to.
import type { MintGuards } from '#contract/mint-guards.ts';
import type { MintForm } from '#contract/tokenization.ts';
import { isLess, isMore, mul, type Decimal } from '#main/domain/decimal.ts';
import { moneyText, qtyText } from '#main/domain/words.ts';

type Limits = MintGuards['mintSecond'];

/** Why somebody else has to agree; nothing where nobody has to. */
export function secondPersonNeeded(
  { underlyingSymbol, qty }: Pick<MintForm, 'underlyingSymbol' | 'qty'>,
  price: Decimal | undefined,
  { isOn, fromShares, fromDollars }: Limits,
): { text: string } | undefined {
  if (!isOn) return undefined;
  if (!isLess(qty, fromShares))
    return needed(`${qtyText(qty)} shares: for ${qtyText(fromShares)} or more,`);
  if (fromDollars === undefined) return undefined;
  if (!price)
    return needed(
      `Your limit for one person is in dollars, and there is no price for ${underlyingSymbol}:`,
    );
  const dollars = mul(qty, price);
  return isLess(dollars, fromDollars)
    ? undefined
    : needed(`This mint is worth $${moneyText(dollars)}: for $${moneyText(fromDollars)} or more,`);
}

const needed = (text: string) => ({ text: `${text} a second person must approve.` });

/** What one person could do alone that took two before. */
export function looserSecondPerson(before: Limits, after: Limits): string[] {
  if (!before.isOn) return [];
  if (!after.isOn) return ['a second person for mints: off'];
  const [old, next] = [before.fromDollars, after.fromDollars];
  return [
    ...(isMore(after.fromShares, before.fromShares)
      ? [`a second person: from ${after.fromShares} shares instead of ${before.fromShares}`]
      : []),
    ...(old !== undefined && next === undefined
      ? [`a second person: no dollar limit instead of $${old}`]
      : []),
    ...(old !== undefined && next !== undefined && isMore(next, old)
      ? [`a second person: from $${next} instead of $${old}`]
      : []),
  ];
}
