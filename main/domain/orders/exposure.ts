// How much of a symbol could be held once everything that is or may be working on the draft's side has filled, the
// draft included. Guards and what-if both judge by this.
import type { OrderDraft } from '#contract/orders.ts';
import {
  abs,
  add,
  decimal,
  div,
  max,
  mul,
  sign,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import { positionIn, type Standing } from '#main/domain/orders/exits.ts';
import { holdingOf } from '#main/domain/orders/holdings.ts';
import {
  estimatedPrice,
  mayBeSide,
  qtyOf,
  remaindersOf,
  restOf,
} from '#main/domain/orders/order-terms.ts';

type Exposure = {
  /** Signed: negative when short. */
  qty: Decimal;
  value: Decimal;
  /** The draft makes an exposure larger rather than smaller. */
  isOpening: boolean;
};

const HUNDRED = decimal('100');

/** Undefined when a price or the size of an order is missing. */
export function exposureAfter(draft: OrderDraft, standing: Standing): Exposure | undefined {
  const qty = qtyOf(restOf(draft, standing), standing.marketPrice);
  const price = estimatedPrice(draft, standing.marketPrice);
  if (qty === undefined || price === undefined) return undefined;
  let moved = qty;
  for (const rest of remaindersOf(draft.symbol, standing, standing.marketPrice)) {
    if (!mayBeSide(rest.side, draft.side)) continue;
    if (rest.qty === undefined) return undefined;
    moved = add(moved, rest.qty);
  }
  const held = holdingOf(positionIn(standing.positions, draft.symbol)).qty;
  const after = draft.side === 'buy' ? add(held, moved) : sub(held, moved);
  const isOpening = draft.side === 'buy' ? sign(after) > 0 : sign(after) < 0;
  const perShare = max(price, standing.marketPrice ?? ZERO);
  return { qty: after, value: mul(abs(after), perShare), isOpening };
}

/** In percent, rounded up; undefined without equity to compare with. */
export const shareOf = (value: Decimal, equity: Decimal): Decimal | undefined =>
  sign(equity) > 0 ? div(mul(value, HUNDRED), equity, 2, 'up') : undefined;
