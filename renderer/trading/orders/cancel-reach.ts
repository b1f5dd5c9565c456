// What the cancel of one order ends besides it: the broker cancels every open order of a bracket, OCO or OTO with any
// one of them.
import { isOpen, type Order, type OrderLeg, type Position } from '#contract/orders.ts';
import { abs } from '#renderer/core/exact.ts';
import { orderWords, rowOfOrder } from '#renderer/trading/orders/order-rows.ts';
import { restingAgainst, restingWords } from '#renderer/trading/positions/resting.ts';
import { formatQuantity } from '#renderer/ui/format.ts';

type CancelReach = {
  /** What the order is, and what the broker does. */
  text: string;
  /** Every order that ends, the one that was asked for among them. */
  ends: readonly string[];
  /** What is left to protect the position; absent where none is known. */
  left: string | undefined;
};

/** Undefined where nobody needs to be asked: it ends alone, or it is an entry of which nothing has filled. */
export function cancelReach(
  orderId: string,
  orders: readonly Order[],
  positions: readonly Position[],
): CancelReach | undefined {
  const all = withLegs(orders);
  const order = all.get(orderId);
  const others = endsWith(orderId, all);
  if (!order || others.length === 0) return undefined;
  const together = [order, ...others];
  const entry = together.find(({ id, side }) =>
    together.some((leg) => leg.parentId === id && leg.side !== side),
  );
  const isPart = entry !== undefined && /[1-9]/.test(entry.filledQty);
  if (entry === order && !isPart) return undefined;

  const ending = new Set(together.map(({ id }) => id));
  const position = positions.find(({ symbol }) => bare(symbol) === bare(order.symbol));
  // The exits of an entry of which nothing has filled protect nothing yet.
  const isProtecting = position !== undefined && (entry === undefined || isPart);
  const rest = [...all.values()].filter(({ id }) => !ending.has(id));
  return {
    text: [whatItIs(order, entry, others, position), whatHappens(together, entry)].join(' '),
    ends: together.map(wordsOf),
    left: isProtecting ? leftWords(position, rest) : undefined,
  };
}

/** What ends with these orders and is not among them, in words. */
export const alsoEnding = (orderIds: readonly string[], orders: readonly Order[]): string[] =>
  reachedBy(orderIds, withLegs(orders)).map(wordsOf);

/** The positions whose last exits end with these orders, in words; with all there are where none are named. */
export function leftBare(
  orderIds: readonly string[] | undefined,
  orders: readonly Order[],
  positions: readonly Position[],
): string | undefined {
  const all = withLegs(orders);
  const reached = orderIds && reachedBy(orderIds, all).map(({ id }) => id);
  const ending = new Set(reached ? [...orderIds, ...reached] : all.keys());
  const now = [...all.values()];
  const rest = now.filter(({ id }) => !ending.has(id));
  const bared = positions.filter(
    (position) => restingAgainst(position, now) && !restingAgainst(position, rest),
  );
  if (bared.length === 0) return undefined;
  return `Nothing would protect the position${bared.length > 1 ? 's' : ''} of ${bared.map(heldWords).join(', ')}.`;
}

/** What the broker ends with these, besides them. */
function reachedBy(orderIds: readonly string[], all: ReadonlyMap<string, OrderLeg>): OrderLeg[] {
  const asked = new Set(orderIds);
  const families = new Set(
    orderIds.flatMap((id) => {
      const order = all.get(id);
      return order && canReach(order) ? [familyOf(order)] : [];
    }),
  );
  return [...all.values()].filter(
    (order) => families.has(familyOf(order)) && !asked.has(order.id) && isToEnd(order),
  );
}

/** Legs are on record of their own, or known from their order alone. */
function withLegs(orders: readonly Order[]): ReadonlyMap<string, OrderLeg> {
  const all = new Map<string, OrderLeg>();
  for (const { id: parentId, status, legs = [] } of orders)
    // The order that replaced it has them now.
    if (status !== 'replaced') for (const leg of legs) all.set(leg.id, { parentId, ...leg });
  for (const order of orders) {
    const parentId = order.parentId ?? all.get(order.id)?.parentId;
    all.set(order.id, parentId === undefined ? order : { ...order, parentId });
  }
  return all;
}

/** The other open orders of its family; what is being canceled already is left out. */
function endsWith(orderId: string, all: ReadonlyMap<string, OrderLeg>): OrderLeg[] {
  const order = all.get(orderId);
  if (!order || !canReach(order)) return [];
  const family = familyOf(order);
  return [...all.values()].filter(
    (other) => other.id !== orderId && familyOf(other) === family && isToEnd(other),
  );
}

const familyOf = ({ id, parentId }: OrderLeg): string => parentId ?? id;

/** The legs of a multi-leg order are one order. */
const canReach = ({ status, orderClass }: OrderLeg): boolean =>
  isOpen(status) && orderClass !== 'mleg';

const isToEnd = ({ status }: OrderLeg): boolean => isOpen(status) && status !== 'pending_cancel';

function whatItIs(
  order: OrderLeg,
  entry: OrderLeg | undefined,
  others: readonly OrderLeg[],
  position: Position | undefined,
): string {
  if (entry === order) return `This entry is partly filled: ${partWords(order)}.`;
  if (entry) return 'This exit belongs to an entry that is still open.';
  const of = position ? ` of ${heldWords(position)}` : '';
  return others.length === 1 ? `This is one of two exits${of}.` : `This is one of the exits${of}.`;
}

function whatHappens({ length }: readonly OrderLeg[], entry: OrderLeg | undefined): string {
  if (entry) return 'The broker cancels the entry and its exits together:';
  return `The broker cancels ${length === 2 ? 'both' : `all ${length}`}:`;
}

const partWords = ({ filledQty, qty }: OrderLeg): string =>
  qty === undefined
    ? formatQuantity(filledQty)
    : `${formatQuantity(filledQty)} of ${formatQuantity(qty)}`;

const heldWords = ({ qty, symbol, side }: Position): string =>
  `${formatQuantity(abs(qty))} ${symbol}${side === 'short' || qty.startsWith('-') ? ' short' : ''}`;

function leftWords(position: Position, rest: readonly Order[]): string {
  const resting = restingAgainst(position, rest);
  return resting
    ? `Left to protect ${heldWords(position)}: ${restingWords(resting, position)}.`
    : `Nothing would protect the position of ${heldWords(position)}.`;
}

const wordsOf = (order: OrderLeg): string => orderWords(rowOfOrder(order, undefined));

const bare = (symbol: string): string => symbol.replace('/', '');
