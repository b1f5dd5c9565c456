// The draft that closes a position (docs/orders.md, "An exit is never stopped by a guard"): on the opposite side, for what is
// available; and a change in words.
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import { notTradedHere } from '#contract/order-choices.ts';
import type { Order, OrderChange, OrderDraft } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import { unreadWords } from '#main/account/standing/unread-positions.ts';
import { isZero, sign } from '#main/domain/decimal.ts';
import {
  availableToExit,
  exitSideOf,
  heldForSure,
  nothingLeft,
  positionIn,
} from '#main/domain/orders/exits.ts';
import type { UnknownOrder } from '#main/domain/orders/order-terms.ts';
import { priceText, qtyText } from '#main/domain/words.ts';

type Held = Pick<Book, 'positions' | 'openOrdersOf' | 'price' | 'filledSince' | 'isUnread'>;

export function closingDraft(
  symbol: string,
  book: Held,
  unknownOrders: readonly UnknownOrder[],
): Result<OrderDraft> {
  const position = positionIn(book.positions(), symbol);
  if (!position && book.isUnread(symbol)) return notAllowed(unreadWords({ symbol, where: '' }));
  if (!position) return invalid(`You have no position in ${symbol}.`, 'symbol');
  const refusal = notTradedHere(position.symbol, position.assetClass);
  if (refusal !== undefined) return notAllowed(refusal);
  const marketPrice = book.price(position.symbol)?.price;
  const qty = availableToExit(position, {
    openOrders: book.openOrdersOf(position.symbol),
    unknownOrders,
    filledSince: book.filledSince,
    ...(marketPrice && { marketPrice }),
  });
  if (sign(qty) <= 0)
    return notAllowed(
      isZero(heldForSure(position, book))
        ? nothingLeft(symbol, exitSideOf(position))
        : (takenByMints(symbol, book, unknownOrders) ??
            `Open or unconfirmed orders may already use all of your ${symbol}.`),
    );
  return ok({
    symbol: position.symbol,
    side: exitSideOf(position),
    type: 'market',
    timeInForce: 'day',
    qty,
  });
}

/** Why nothing of it can be closed, where that is because of mints alone: no order that ends would change it. */
export function takenByMints(
  symbol: string,
  { positions, filledSince }: Pick<Held, 'positions' | 'filledSince'>,
  unknownOrders: readonly UnknownOrder[],
): string | undefined {
  const position = positionIn(positions(), symbol);
  if (!position || isZero(heldForSure(position, { filledSince }))) return undefined;
  const mints = unknownOrders.filter(({ isMint }) => isMint);
  const beside = { openOrders: [], unknownOrders: mints, filledSince };
  if (sign(availableToExit(position, beside)) > 0) return undefined;
  return `An unconfirmed mint may have taken all of your ${symbol}. Set it aside in Tokenization first so that it no longer counts.`;
}

export function changeTitle(order: Order, change: OrderChange): string {
  const { qty, limitPrice, stopPrice, trail, timeInForce } = change;
  const parts = [
    qty !== undefined && `quantity ${qtyText(qty)}`,
    limitPrice !== undefined && `limit ${priceText(limitPrice)}`,
    stopPrice !== undefined && `stop ${priceText(stopPrice)}`,
    trail !== undefined && `trail ${trail}`,
    timeInForce,
  ];
  return `Change ${order.side} ${order.symbol}: ${parts.filter(Boolean).join(', ')}`;
}

/** The orders that live and die with this one: its parent, the other legs, its own legs, and itself. */
export function familyOf(
  book: Pick<Book, 'parentOf'>,
  { id, legs = [] }: Order,
): { isLeg: boolean; ids: ReadonlySet<string> } {
  const parent = book.parentOf(id);
  const family = [{ id }, ...legs, ...(parent ? [parent, ...(parent.legs ?? [])] : [])];
  return { isLeg: parent !== undefined, ids: new Set(family.map((order) => order.id)) };
}
