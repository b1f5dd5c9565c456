// An exit is an order on the opposite side of a position, with a quantity within the position less working and unknown
// exits (DESIGN 3, rule 13). Guards warn about exits and never stop them, so this must not be generous.
import type { OrderDraft, Position } from '#contract/orders.ts';
import { abs, isMore, max, sign, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { isShort } from '#main/domain/holdings.ts';
import {
  isClass,
  isSameSymbol,
  qtyOf,
  remaindersOf,
  type Placed,
} from '#main/domain/order-terms.ts';

export type Standing = Placed & {
  positions: readonly Position[];
  /** The newest price of the draft's symbol. */
  marketPrice?: Decimal;
};

export const positionIn = (positions: readonly Position[], symbol: string): Position | undefined =>
  positions.find((position) => isSameSymbol(position.symbol, symbol));

export const exitSideOf = (position: Position): 'buy' | 'sell' =>
  isShort(position) ? 'buy' : 'sell';

export function isExit(draft: OrderDraft, standing: Standing): boolean {
  // The legs of a bracket or OTO would open a position again.
  if (isClass(draft, 'bracket', 'oto')) return false;
  const position = positionIn(standing.positions, draft.symbol);
  if (!position || draft.side !== exitSideOf(position)) return false;
  const qty = qtyOf(draft, standing.marketPrice);
  if (qty === undefined || sign(qty) <= 0) return false;
  return !isMore(qty, availableToExit(position, standing));
}

/** Shares of a position that no working or unknown order has a claim on. */
export function availableToExit(
  position: Position,
  standing: Placed & { marketPrice?: Decimal },
): Decimal {
  const side = exitSideOf(position);
  let available = abs(position.qty);
  for (const rest of remaindersOf(position.symbol, standing, standing.marketPrice)) {
    if (rest.side !== side) continue;
    // An order of unknown size may take everything.
    if (rest.qty === undefined) return ZERO;
    available = sub(available, rest.qty);
  }
  return max(available, ZERO);
}
