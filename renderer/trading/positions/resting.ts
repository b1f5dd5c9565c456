// What rests against a position: the open orders that would end it, in the words of its row. A bracket or an OCO has a
// claim on the same shares with each of its orders, and counts once.
import { isOpen, type Order, type OrderLeg, type Position } from '#contract/orders.ts';
import { abs, add, isMore, sub } from '#renderer/core/exact.ts';
import { formatPrice, formatQuantity } from '#renderer/ui/format.ts';

type Resting = {
  /** 'stop 180.00 · target 200.00' */
  prices: string;
  /** How much of the position they would end; no more than is held. Absent where an order does not say its size. */
  covered: string | undefined;
  isWhole: boolean;
};

export const NOTHING = 'nothing';

/** Undefined when nothing rests. */
export function restingAgainst(
  { symbol, side, qty }: Position,
  orders: readonly Order[],
): Resting | undefined {
  const isShort = side === 'short' || qty.startsWith('-');
  const exitSide = isShort ? 'buy' : 'sell';
  const own = orders.filter((order) => bare(order.symbol) === bare(symbol));
  const known = new Map(own.map((order) => [order.id, order]));
  const exits = own.filter(
    (order) => order.side === exitSide && isOpen(order.status) && !isAwaitingEntry(order, known),
  );
  if (exits.length === 0) return undefined;
  const held = abs(qty);
  const families = Map.groupBy(exits, ({ id, parentId }) => parentId ?? id);
  const claims = [...families.values()].map((family) => largest(family.map(leftOf)));
  const sum = claims.reduce<string | undefined>(
    (total, claim) => (total === undefined || claim === undefined ? undefined : add(total, claim)),
    '0',
  );
  const covered = sum !== undefined && isMore(sum, held) ? held : sum;
  return {
    prices: [...new Set(exits.toSorted(stopsFirst).map(wordsOf))].join(' · '),
    covered,
    isWhole: covered !== undefined && !isMore(held, covered),
  };
}

/** 'stop 180.00 · target 200.00 · 5 of 10', or 'nothing' */
export function restingWords(resting: Resting | undefined, { qty }: Pick<Position, 'qty'>): string {
  if (!resting) return NOTHING;
  const { prices, covered, isWhole } = resting;
  if (isWhole || covered === undefined) return prices;
  return `${prices} · ${formatQuantity(covered)} of ${formatQuantity(abs(qty))}`;
}

const bare = (symbol: string): string => symbol.replace('/', '');

/** A leg whose entry has not filled ends nothing yet. */
function isAwaitingEntry(order: OrderLeg, known: ReadonlyMap<string, Order>): boolean {
  const parent = known.get(order.parentId ?? '');
  return (
    order.status === 'held' &&
    parent !== undefined &&
    parent.side !== order.side &&
    isOpen(parent.status)
  );
}

const leftOf = ({ qty, filledQty }: OrderLeg): string | undefined =>
  qty === undefined ? undefined : sub(qty, filledQty);

const largest = (sizes: readonly (string | undefined)[]): string | undefined =>
  sizes.reduce((most, size) =>
    most === undefined || size === undefined ? undefined : isMore(size, most) ? size : most,
  );

const stopsFirst = (a: OrderLeg, b: OrderLeg): number => Number(isStop(b)) - Number(isStop(a));

const isStop = ({ type, stopPrice }: OrderLeg): boolean =>
  stopPrice !== undefined || type.includes('stop');

function wordsOf(order: OrderLeg): string {
  const { type, stopPrice, limitPrice, trailPercent, trailPrice } = order;
  if (type === 'trailing_stop') {
    const trail =
      trailPercent === undefined ? trailPrice && formatPrice(trailPrice) : `${trailPercent}%`;
    return trail ? `trail ${trail}` : 'trailing stop';
  }
  if (stopPrice !== undefined) return `stop ${formatPrice(stopPrice)}`;
  if (limitPrice !== undefined) return `target ${formatPrice(limitPrice)}`;
  return `${type.replaceAll('_', ' ')} order`;
}
