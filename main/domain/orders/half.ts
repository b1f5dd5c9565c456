// Half of a position, as it can be sold: whole shares rounded down; less than two shares with a fraction, by the fraction.
import { decimal, div, sign, type Decimal } from '#main/domain/decimal.ts';
import { isWhole } from '#main/domain/orders/draft-context.ts';

const TWO = decimal('2');
const QTY_DECIMALS = 9;

/** Undefined where there is none, as of one share. `qty` without its sign. */
export function halfOf(qty: Decimal): Decimal | undefined {
  const whole = div(qty, TWO, 0, 'down');
  const half = sign(whole) > 0 || isWhole(qty) ? whole : div(qty, TWO, QTY_DECIMALS, 'down');
  return sign(half) > 0 ? half : undefined;
}
