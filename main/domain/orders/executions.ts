// Fills are booked by order and cumulative quantity, which the stream and the activities both carry, and by execution
// id where that is known (docs/orders.md, "Fills are booked once"). They come late, twice and out of order, also after
// the order has ended. The broker may take one back, or give it other terms; what it was stays beside what it is.
import {
  revisionsOf,
  termsOf,
  type Execution,
  type Order,
  type Revision,
} from '#contract/orders.ts';
import {
  add,
  compare,
  isEqual,
  isMore,
  max,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import { instantOf } from '#main/domain/orders/order-status.ts';

type Booking = {
  executions: readonly Execution[];
  isNew: boolean;
  /** As it is among them. */
  added: Execution;
};

/** Adds a fill to those of its order, which stay sorted by cumulative quantity. A fill already known changes nothing. */
export function addExecution(known: readonly Execution[], execution: Execution): Booking {
  const before = known.filter((other) => !isCountedAnew(known, other, execution));
  const twin =
    known.find((other) => hasId(other, execution)) ??
    before.find((other) => isSameExecution(other, execution));
  if (
    !twin &&
    execution.executionId === undefined &&
    before.some((one) => isAcross(one, execution))
  )
    return { executions: known, isNew: false, added: execution };
  if (!twin) {
    const again = known.filter((other) => isEqual(other.cumQty, execution.cumQty)).length;
    const added = again === 0 ? execution : { ...execution, again };
    return { executions: [...known, added].sort(byCumulative), isNew: true, added };
  }
  const { executionId } = execution;
  if (executionId === undefined || twin.executionId !== undefined) {
    return { executions: known, isNew: false, added: twin };
  }
  // First heard without its id, from a source that does not carry it.
  const added = { ...twin, executionId };
  const executions = known.map((other) => (other === twin ? added : other));
  return { executions, isNew: false, added };
}

/** The fill as the broker has made it now; what it made of it before stays with it. */
export const reviseExecution = (execution: Execution, revision: Revision): Execution => ({
  ...execution,
  revision,
  ...(execution.revision && { revisedBefore: [...revisionsOf(execution)] }),
});

/** Told again, or by another source: what was taken back cannot be taken back once more. */
export const isRevisedSo = (execution: Execution, news: Revision): boolean =>
  revisionsOf(execution).some((one) => isSameRevision(one, news)) ||
  (news.kind === 'bust' && execution.revision?.kind === 'bust');

/** One may follow another in the same moment, and a list tells each with the time of the fill. */
const isSameRevision = (one: Revision, news: Revision): boolean =>
  one.at === news.at &&
  one.kind === news.kind &&
  isEqual(one.qty, news.qty) &&
  isEqual(one.price, news.price);

/** What the broker says it takes back, or corrects: by its id, or by its terms where that is not known here. */
export type Revised = Pick<Execution, 'orderId'> & {
  executionId: string;
  /** As the broker tells them of a bust. */
  terms?: Pick<Execution, 'qty' | 'price'> | undefined;
};

export function findRevised(
  known: readonly Execution[],
  { orderId, executionId, terms }: Revised,
): Execution | undefined {
  const named = known.find((one) => idsOf(one).includes(executionId));
  if (named) return named;
  const nameless = known.filter((one) => one.orderId === orderId && one.executionId === undefined);
  const isAlike = (one: Pick<Execution, 'qty' | 'price'>): boolean =>
    terms !== undefined && isEqual(one.qty, terms.qty) && isEqual(one.price, terms.price);
  const alike = nameless.find((one) => isAlike(termsOf(one))) ?? nameless.find(isAlike);
  // One of several that are alike: which of them is no difference.
  return alike ?? (nameless.length === 1 && !terms ? nameless[0] : undefined);
}

/** Whether something is filled, according to the order or a later fill, that no execution covers. */
export function hasHole(order: Order, executions: readonly Execution[]): boolean {
  let covered: Decimal = ZERO;
  let grown: Decimal = ZERO;
  for (const execution of executions)
    grown = add(grown, max(ZERO, sub(termsOf(execution).qty, execution.qty)));
  for (const { qty, cumQty } of [...executions].sort(byCumulative)) {
    if (isMore(sub(cumQty, qty), covered)) return true;
    covered = max(covered, cumQty);
  }
  return isMore(order.filledQty, add(covered, grown));
}

const byCumulative = (a: Execution, b: Execution): number => compare(a.cumQty, b.cumQty);

/**
 * A list that tells another fill of shares that a known one has filled tells a correction, before whoever tells of
 * corrections has.
 */
const isAcross = (known: Execution, news: Execution): boolean =>
  known.orderId === news.orderId &&
  !known.revision &&
  isMore(known.cumQty, sub(news.cumQty, news.qty)) &&
  isMore(news.cumQty, sub(known.cumQty, known.qty));

/** Every id that the broker has given to a fill. */
const idsOf = (execution: Execution): (string | undefined)[] => [
  execution.executionId,
  ...revisionsOf(execution).map(({ executionId }) => executionId),
];

const hasId = (known: Execution, { orderId, executionId }: Execution): boolean =>
  executionId !== undefined && known.orderId === orderId && idsOf(known).includes(executionId);

/** Between the two the broker took shares of another fill back: from then on the order counts from less. */
const isCountedAnew = (all: readonly Execution[], known: Execution, news: Execution): boolean =>
  all.some(
    (one) =>
      one !== known &&
      revisionsOf(one).some(
        ({ qty, at }) => isMore(one.qty, qty) && isLater(at, known.at) && isLater(news.at, at),
      ),
  );

function isSameExecution(known: Execution, news: Execution): boolean {
  if (known.orderId !== news.orderId) return false;
  const { revision } = known;
  if (!revision) return isEqual(known.cumQty, news.cumQty);
  // A list tells a corrected fill by its new terms, perhaps by those of before, and counts anew what was filled since a
  // bust.
  const isCorrected = revisionsOf(known).some(
    ({ qty, price, at }) =>
      isEqual(news.qty, qty) && isEqual(news.price, price) && [known.at, at].includes(news.at),
  );
  if (isCorrected) return true;
  return isEqual(known.cumQty, news.cumQty) && !isLater(news.at, revision.at);
}

function isLater(at: string, than: string): boolean {
  const [moment, other] = [instantOf(at), instantOf(than)];
  return moment !== undefined && other !== undefined && moment > other;
}
