// How much of a position can still leave the account: what no order holds, less what mints of this desk may have taken
// since the position was read. A mint that nobody knows the fate of counts as gone.
import type { Intent } from '#contract/intents.ts';
import type { Book } from '#main/account/standing/book.ts';
import { add, max, min, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { availableToExit, positionIn } from '#main/domain/orders/exits.ts';
import { isShort } from '#main/domain/orders/holdings.ts';
import type { UnknownOrder } from '#main/domain/orders/order-terms.ts';
import type { Journal } from '#main/journal/types.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

type Deps = {
  book: Pick<Book, 'positions' | 'positionsAskedAt' | 'openOrdersOf' | 'price' | 'filledSince'>;
  journal: Pick<Journal, 'unsettled' | 'list'>;
  unknownOrders: () => UnknownOrder[];
};

/** Undefined while the positions have not been read. The intent that is asked about does not count against itself. */
export function availableToMint(
  { book, journal, unknownOrders }: Deps,
  symbol: string,
  intentId?: string,
): Decimal | undefined {
  const readAt = book.positionsAskedAt();
  if (readAt === undefined) return undefined;
  const position = positionIn(book.positions(), symbol);
  if (!position || isShort(position)) return ZERO;
  const mints = mintsSince(journal, symbol, readAt);
  const isMint = new Set(mints.map((intent) => intent.intentId));
  const marketPrice = book.price(symbol)?.price;
  const free = availableToExit(position, {
    openOrders: book.openOrdersOf(symbol),
    // Mints among them are counted below, against what the broker calls available.
    unknownOrders: unknownOrders().filter((order) => !isMint.has(order.intentId)),
    filledSince: book.filledSince,
    ...(marketPrice !== undefined && { marketPrice }),
  });
  const available = position.qtyAvailable === undefined ? free : min(free, position.qtyAvailable);
  const taken = mints
    .filter((intent) => intent.intentId !== intentId)
    .reduce((sum, { body }) => add(sum, readMintBody(body)?.qty ?? ZERO), ZERO);
  return max(ZERO, sub(available, taken));
}

/** Unsettled ones, and those that were accepted after the positions were read. */
function mintsSince(journal: Deps['journal'], symbol: string, readAt: number): Intent[] {
  const page = journal.list({
    kinds: ['mint'],
    states: ['accepted'],
    symbol,
    changedFrom: readAt,
    limit: 500,
  });
  const fresh = page.ok ? page.value.intents : [];
  const open = journal.unsettled().filter(({ kind }) => kind === 'mint');
  return [...open.filter((intent) => intent.symbol === symbol), ...fresh];
}
