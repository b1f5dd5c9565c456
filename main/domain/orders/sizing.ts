// From what a person wants to spend or risk to a number of shares: exact, always rounded down, never more than asked.
import { decimal, div, min, mul, sign, sub, type Decimal } from '#main/domain/decimal.ts';

const FRACTION_DECIMALS = 9;
const HUNDRED = decimal('100');

/** Whole shares, or nine decimals where the asset can be divided. Undefined without a price. */
export function qtyForDollars(
  dollars: Decimal,
  price: Decimal | undefined,
  isFractionable: boolean,
): Decimal | undefined {
  if (price === undefined || sign(price) <= 0 || sign(dollars) < 0) return undefined;
  return div(dollars, price, isFractionable ? FRACTION_DECIMALS : 0, 'down');
}

/** A percentage of buying power; more than all of it is all of it. */
export function qtyForBuyingPower(
  percent: Decimal,
  buyingPower: Decimal,
  price: Decimal | undefined,
  isFractionable: boolean,
): Decimal | undefined {
  if (sign(percent) < 0 || sign(buyingPower) < 0) return undefined;
  const dollars = div(mul(buyingPower, min(percent, HUNDRED)), HUNDRED, FRACTION_DECIMALS, 'down');
  return qtyForDollars(dollars, price, isFractionable);
}

export type Risk = {
  side: 'buy' | 'sell';
  /** What may be lost if the stop is hit at its price. */
  dollars: Decimal;
  entryPrice: Decimal;
  stopPrice: Decimal;
};

/** Undefined when the stop stands on the side of the gain: then it limits no loss. */
export function qtyForRisk(
  { side, dollars, entryPrice, stopPrice }: Risk,
  isFractionable: boolean,
): Decimal | undefined {
  const lossPerShare = side === 'buy' ? sub(entryPrice, stopPrice) : sub(stopPrice, entryPrice);
  return qtyForDollars(dollars, lossPerShare, isFractionable);
}
