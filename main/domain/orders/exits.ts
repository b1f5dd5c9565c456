// An exit is an order on the opposite side of a position, with a quantity within the position less working and unknown
// exits (docs/orders.md, "An exit is never stopped by a guard"), so this must not be generous.
import type { OrderDraft, Position } from '#contract/orders.ts';
import { abs, add, isMore, max, min, sign, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { holdingOf, isShort } from '#main/domain/orders/holdings.ts';
import {
  isClass,
  isSameSymbol,
  mayBeSide,
  qtyOf,
  remaindersOf,
  restOf,
  type Placed,
} from '#main/domain/orders/order-terms.ts';

export type Standing = Placed & {
  positions: readonly Position[];
  /** What the draft would meet now: the far side of the quote, or the last price. */
  marketPrice?: Decimal;
  /** What a short is reckoned by; the market's price where it is not known. */
  ask?: Decimal | undefined;
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
  const qty = qtyOf(restOf(draft, standing), standing.marketPrice);
  if (qty === undefined || sign(qty) <= 0) return false;
  return !isMore(qty, availableToExit(position, standing));
}

/**
 * How much of a position is there by the reading and by every fill since: the smaller, while the two disagree. A fill
 * that the reading holds already counts twice until the next reading; one that nobody counts would open a short.
 */
export function heldForSure(
  position: Position,
  { filledSince }: Pick<Placed, 'filledSince'>,
): Decimal {
  const read = holdingOf(position).qty;
  const heard = add(read, filledSince?.(position.symbol) ?? ZERO);
  return sign(heard) === sign(read) ? min(abs(read), abs(heard)) : ZERO;
}

export const nothingLeft = (symbol: string, side: string): string =>
  `You have no ${symbol} left to close: it was ${side === 'sell' ? 'sold' : 'bought back'} since the positions were last read.`;

/**
 * Whether a draft that closes takes more than is there for sure, less what is on its way to the broker at this moment:
 * the rest would open a position on the other side. Without a position all of it would, where it was confirmed as an
 * exit.
 */
export function takesTooMuch(
  draft: OrderDraft,
  standing: Standing,
  onTheirWay: readonly OrderDraft[],
  wasExit = false,
): boolean {
  const position = positionIn(standing.positions, draft.symbol);
  if (!position || draft.side !== exitSideOf(position)) return wasExit;
  const sizeOf = (other: OrderDraft): Decimal => qtyOf(other, standing.marketPrice) ?? ZERO;
  const beside = onTheirWay.filter(
    ({ symbol, side }) => side === draft.side && isSameSymbol(symbol, draft.symbol),
  );
  // What open orders hold is the broker's to say, unless another order races this one for what they leave.
  const free =
    beside.length === 0
      ? heldForSure(position, standing)
      : availableToExit(position, { ...standing, unknownOrders: [] });
  const left = beside.reduce((rest, other) => sub(rest, sizeOf(other)), free);
  return isMore(sizeOf(draft), max(left, ZERO));
}

/** Shares of a position that no working or unknown order has a claim on. What a person has given up has none. */
export function availableToExit(
  position: Position,
  standing: Placed & { marketPrice?: Decimal },
): Decimal {
  const side = exitSideOf(position);
  const unknownOrders = standing.unknownOrders.filter(({ isGivenUp }) => !isGivenUp);
  const placed = { ...standing, unknownOrders };
  let available = heldForSure(position, standing);
  for (const rest of remaindersOf(position.symbol, placed, standing.marketPrice)) {
    if (!mayBeSide(rest.side, side)) continue;
    // An order of unknown size may take everything.
    if (rest.qty === undefined) return ZERO;
    available = sub(available, rest.qty);
  }
  return max(available, ZERO);
}
