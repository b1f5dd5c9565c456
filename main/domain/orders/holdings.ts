// Position arithmetic at average cost. What was paid is carried, not the average price, so that adding is exact and
// cash, cost and result always balance; only taking a part out of a cost that does not divide is rounded.
import type { Position } from '#contract/orders.ts';
import {
  abs,
  add,
  div,
  isMore,
  isZero,
  mul,
  negate,
  sign,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';

/** Both are negative when short: shares owed, and what was received for them. */
export type Holding = { qty: Decimal; costBasis: Decimal };
/** As much of a fill as moves a position; executions and what-ifs both have it. */
export type Fill = { side: string; qty: Decimal; price: Decimal };

const COST_DECIMALS = 12;
const PRICE_DECIMALS = 9;

export const NO_HOLDING: Holding = { qty: ZERO, costBasis: ZERO };

/** The holding after a fill, and what the fill made or lost on the shares that it closed. */
export function applyExecution(
  holding: Holding,
  { side, qty, price }: Fill,
): { holding: Holding; realized: Decimal } {
  const change = side === 'buy' ? qty : negate(qty);
  if (sign(holding.qty) * sign(change) >= 0) {
    return { holding: join(holding, change, price), realized: ZERO };
  }
  if (isMore(abs(change), abs(holding.qty))) {
    const closing = mul(negate(holding.qty), price);
    return {
      holding: join(NO_HOLDING, add(holding.qty, change), price),
      realized: sub(negate(closing), holding.costBasis),
    };
  }
  const left = add(holding.qty, change);
  const costBasis = isZero(left)
    ? ZERO
    : div(mul(holding.costBasis, left), holding.qty, COST_DECIMALS, 'half');
  const released = sub(holding.costBasis, costBasis);
  return {
    holding: { qty: left, costBasis },
    realized: sub(negate(mul(change, price)), released),
  };
}

/** Undefined when nothing is held. */
export const averagePriceOf = ({ qty, costBasis }: Holding): Decimal | undefined =>
  isZero(qty) ? undefined : div(costBasis, qty, PRICE_DECIMALS, 'half');

/** The broker's position with one sign convention: some send a short's quantity negative, some positive. */
export function holdingOf(position: Position | undefined): Holding {
  if (!position) return NO_HOLDING;
  const qty = abs(position.qty);
  const cost = position.costBasis ? abs(position.costBasis) : mul(qty, position.avgEntryPrice);
  return isShort(position)
    ? { qty: negate(qty), costBasis: negate(cost) }
    : { qty, costBasis: cost };
}

export const isShort = ({ side, qty }: Position): boolean => side === 'short' || sign(qty) < 0;

const join = ({ qty, costBasis }: Holding, change: Decimal, price: Decimal): Holding => ({
  qty: add(qty, change),
  costBasis: add(costBasis, mul(change, price)),
});
