// Fills are booked by order and cumulative quantity, which the stream and the activities both carry, and by execution
// id where that is known (DESIGN 4). They come late, twice and out of order, also after the order has ended.
import type { Execution, Order } from '#contract/orders.ts';
import {
  compare,
  div,
  isEqual,
  isLess,
  isMore,
  max,
  mul,
  normalize,
  sign,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';

/** A fill that the order proves and nobody has reported: its quantity is certain, its price at best an average. */
export type MissingExecution = {
  marker: 'gap';
  orderId: string;
  symbol: string;
  side: string;
  qty: Decimal;
  cumQty: Decimal;
  /** The average of what is missing, where the order's own average gives it. */
  price?: Decimal;
  /** When the order last changed: the fill is not later than this. */
  at?: string;
};

export type Booking = { executions: readonly Execution[]; isNew: boolean };

const PRICE_DECIMALS = 9;

/** Adds a fill to those of its order, which stay sorted by cumulative quantity. A fill already known changes nothing. */
export function addExecution(known: readonly Execution[], execution: Execution): Booking {
  const twin = known.find((other) => isSameExecution(other, execution));
  if (!twin) {
    const executions = [...known, execution].sort(byCumulative);
    return { executions, isNew: true };
  }
  const { executionId } = execution;
  if (executionId === undefined || twin.executionId !== undefined) {
    return { executions: known, isNew: false };
  }
  // First heard without its id, from a source that does not carry it.
  const executions = known.map((other) => (other === twin ? { ...twin, executionId } : other));
  return { executions, isNew: false };
}

/** What is filled according to the order but covered by no execution, one entry for each hole. */
export function missingExecutions(
  order: Order,
  executions: readonly Execution[],
): MissingExecution[] {
  const price = averageOfMissing(order, executions);
  const at = order.filledAt ?? order.updatedAt;
  const missing: MissingExecution[] = [];
  const addHole = (from: Decimal, to: Decimal): void => {
    missing.push({
      marker: 'gap',
      orderId: order.id,
      symbol: order.symbol,
      side: order.side,
      qty: sub(to, from),
      cumQty: normalize(to),
      ...(price !== undefined && { price }),
      ...(at !== undefined && { at }),
    });
  };
  let covered: Decimal = ZERO;
  for (const { qty, cumQty } of [...executions].sort(byCumulative)) {
    const from = sub(cumQty, qty);
    if (isMore(from, covered)) addHole(covered, from);
    covered = max(covered, cumQty);
  }
  if (isMore(order.filledQty, covered)) addHole(covered, order.filledQty);
  return missing;
}

const byCumulative = (a: Execution, b: Execution): number => compare(a.cumQty, b.cumQty);

function isSameExecution(a: Execution, b: Execution): boolean {
  if (a.orderId !== b.orderId) return false;
  if (a.executionId !== undefined && a.executionId === b.executionId) return true;
  return isEqual(a.cumQty, b.cumQty);
}

function averageOfMissing(
  { filledQty, filledAvgPrice }: Order,
  executions: readonly Execution[],
): Decimal | undefined {
  if (filledAvgPrice === undefined) return undefined;
  let qty: Decimal = filledQty;
  let value = mul(filledQty, filledAvgPrice);
  for (const execution of executions) {
    // The order is older than this fill, so its average says nothing about it.
    if (isLess(filledQty, execution.cumQty)) return undefined;
    qty = sub(qty, execution.qty);
    value = sub(value, mul(execution.qty, execution.price));
  }
  return sign(qty) > 0 && sign(value) > 0 ? div(value, qty, PRICE_DECIMALS, 'half') : undefined;
}
