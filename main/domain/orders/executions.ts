// Fills are booked by order and cumulative quantity, which the stream and the activities both carry, and by execution
// id where that is known (docs/orders.md, "Fills are booked once"). They come late, twice and out of order, also after
// the order has ended.
import type { Execution, Order } from '#contract/orders.ts';
import { compare, isEqual, isMore, max, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';

type Booking = { executions: readonly Execution[]; isNew: boolean };

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

/** Whether something is filled, according to the order or a later fill, that no execution covers. */
export function hasHole(order: Order, executions: readonly Execution[]): boolean {
  let covered: Decimal = ZERO;
  for (const { qty, cumQty } of [...executions].sort(byCumulative)) {
    if (isMore(sub(cumQty, qty), covered)) return true;
    covered = max(covered, cumQty);
  }
  return isMore(order.filledQty, covered);
}

const byCumulative = (a: Execution, b: Execution): number => compare(a.cumQty, b.cumQty);

function isSameExecution(a: Execution, b: Execution): boolean {
  if (a.orderId !== b.orderId) return false;
  if (a.executionId !== undefined && a.executionId === b.executionId) return true;
  return isEqual(a.cumQty, b.cumQty);
}
