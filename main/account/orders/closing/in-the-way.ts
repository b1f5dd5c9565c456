// The orders that have to end before an exit can go. All of a symbol's stand in the way of an exit of everything; in the
// way of a part only those that hold its shares or would trade with it: the rest goes on protecting what stays.
import type { Intent } from '#contract/intents.ts';
import type { Order, Position } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import { compare, isLess, sub, type Decimal } from '#main/domain/decimal.ts';
import { isExempt } from '#main/domain/orders/draft-account-issues.ts';
import { availableToExit, exitSideOf, positionIn } from '#main/domain/orders/exits.ts';
import { isSameSymbol, mayBeSide, type UnknownOrder } from '#main/domain/orders/order-terms.ts';
import type { Journal } from '#main/journal/types.ts';

export type WayDeps = {
  book: Pick<Book, 'positions' | 'openOrdersOf' | 'price' | 'filledSince'>;
  journal: Pick<Journal, 'unsettled'>;
  gate: { unknownOrders(): readonly UnknownOrder[] };
};

export type InTheWay = { orders: readonly Order[]; intents: readonly Intent[] };

export const restingIn = (book: Pick<Book, 'openOrdersOf'>, symbol: string): Order[] =>
  book.openOrdersOf(symbol).filter((order) => isSameSymbol(order.symbol, symbol));

/** Orders and changes whose fate is not known yet. */
export const unsettledIn = (journal: Pick<Journal, 'unsettled'>, symbol: string): Intent[] =>
  journal
    .unsettled()
    .filter((intent) => intent.kind !== 'mint' && isSameSymbol(intent.symbol, symbol));

/** Without a size: of an exit of everything. */
export function inTheWay(deps: WayDeps, symbol: string, takes?: Decimal): InTheWay {
  const { book, journal } = deps;
  const resting = restingIn(book, symbol);
  if (takes === undefined) return { orders: resting, intents: unsettledIn(journal, symbol) };
  const position = positionIn(book.positions(), symbol);
  if (!position) return { orders: [], intents: [] };
  const side = exitSideOf(position);
  const exits = resting.filter((order) => mayBeSide(order.side, side));
  const crossing = resting.filter((order) => !exits.includes(order) && !isExempt(order));
  const free = freeBeside(deps, position, []);
  // What was set aside is canceled first: nothing that works ends for the shares that it might take.
  const setAside = unsettledIn(journal, symbol).filter(({ state }) => state === 'set-aside');
  const canceled = fewest(exits, takes, freeBeside(deps, position, setAside));
  const stays = exits.filter((order) => !canceled.includes(order));
  return {
    orders: [...crossing, ...canceled],
    // What nobody knows of may hold the rest.
    intents: isLess(free(stays), takes) ? unsettledIn(journal, symbol) : [],
  };
}

/** How much could be sold beside these orders, once those intents have ended. */
function freeBeside({ book, gate }: WayDeps, position: Position, ended: readonly Intent[]) {
  const marketPrice = book.price(position.symbol)?.price;
  const unknownOrders = gate
    .unknownOrders()
    .filter((order) => !ended.some(({ intentId }) => intentId === order.intentId));
  return (openOrders: readonly Order[]): Decimal =>
    availableToExit(position, {
      openOrders,
      unknownOrders,
      filledSince: book.filledSince,
      ...(marketPrice && { marketPrice }),
    });
}

/**
 * The exits to cancel so that so much is free: the smallest that is enough alone, or else the largest and more. Those of
 * one bracket or OCO go together. Of two alike the one without a stop goes.
 */
function fewest(
  exits: readonly Order[],
  takes: Decimal,
  free: (orders: readonly Order[]) => Decimal,
): Order[] {
  const families = [...Map.groupBy(exits, ({ id, parentId }) => parentId ?? id).values()];
  const canceled: Order[] = [];
  for (;;) {
    const stays = exits.filter((order) => !canceled.includes(order));
    const now = free(stays);
    const left = families.filter((family) => family.some((order) => stays.includes(order)));
    if (!isLess(now, takes) || left.length === 0) return canceled;
    const sized = left
      .map((family) => ({
        family,
        frees: sub(free(stays.filter((order) => !family.includes(order))), now),
        hasStop: family.some(({ stopPrice, type }) => stopPrice ?? type.includes('stop')),
      }))
      .toSorted((a, b) => compare(a.frees, b.frees) || Number(a.hasStop) - Number(b.hasStop));
    const enough = sized.find(({ frees }) => !isLess(frees, sub(takes, now)));
    canceled.push(...(enough ?? sized.at(-1))!.family);
  }
}
