// Where the broker has no stream of activities, its list of fills tells what it took back: a fill that is not on it any
// more, of an order that has filled less than is known here, was busted; one that is there with other terms was
// corrected. Lists lag, so that nothing is believed of one reading alone.
import { termsOf, type Execution, type Revision } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import { add, isEqual, isLess, isMore, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import type { Ports } from '#main/ports.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';

type Deps = Pick<Ports, 'delay' | 'log'> & {
  client: Pick<Client, 'allActivities' | 'order'>;
  book: Pick<Book, 'executionsBetween' | 'executionSpan' | 'executions' | 'revise'>;
  onRevised: (execution: Execution) => void;
  signal: AbortSignal;
};

/** One request, and one more for each fill that is missing. */
const EVERY_MS = 120_000;
/** By the broker's own times. */
const WINDOW_MS = 2 * 24 * 3_600_000;
const OVERLAP_MS = 300_000;
const MOST_ORDERS = 5;

export function createFillCheck({ client, book, onRevised, signal, delay, log }: Deps) {
  /** What the last reading made of a fill. */
  let suspected = new Map<string, string>();
  let isOn = false;
  const rounds = createSingleRepeater({
    what: 'comparing fills',
    waitMs: () => EVERY_MS,
    delay,
    log,
    async run() {
      if (!isOn) return true;
      await compare();
      return EVERY_MS;
    },
  });

  async function compare(): Promise<void> {
    const { last } = book.executionSpan() ?? { last: 0 };
    const all = book.executionsBetween(last - WINDOW_MS, Infinity) ?? [];
    const known = all.filter(({ revision }) => revision?.kind !== 'bust');
    if (known.length === 0) return;
    const oldest = known.reduce((least, one) => Math.min(least, timeOf(one)), Infinity);
    const after = new Date(oldest - OVERLAP_MS).toISOString();
    const answer = await client.allActivities({ activityTypes: ['FILL'], after }, { signal });
    if (!answer.ok || signal.aborted || !isOn) return;
    const listed = Map.groupBy(
      answer.value.flatMap(({ execution }) => execution ?? []),
      ({ orderId }) => orderId,
    );
    const before = suspected;
    suspected = new Map();
    const busted: Execution[] = [];
    for (const execution of known) {
      const found = listed.get(execution.orderId)?.find((one) => isOf(execution, one));
      if (found && isSameTerms(found, termsOf(execution))) continue;
      const suspicion = found ? `${found.qty} ${found.price}` : 'missing';
      const key = `${execution.orderId} ${execution.cumQty}`;
      suspected.set(key, suspicion);
      if (before.get(key) !== suspicion) continue;
      if (!found) busted.push(execution);
      else revise(execution, { kind: 'correct', at: found.at, qty: found.qty, price: found.price });
    }
    for (const orderId of [...new Set(busted.map((one) => one.orderId))].slice(0, MOST_ORDERS))
      await bust(orderId, busted);
  }

  /** As many of the missing ones as the order lacks. */
  async function bust(orderId: string, missing: readonly Execution[]): Promise<void> {
    const order = await client.order(orderId, signal);
    if (!order.ok || !isOn) return;
    const { filledQty, updatedAt } = order.value;
    for (const execution of missing.filter((one) => one.orderId === orderId)) {
      const left = sub(heldOf(book.executions(orderId)), termsOf(execution).qty);
      if (isLess(left, filledQty)) continue;
      const { price } = termsOf(execution);
      revise(execution, { kind: 'bust', at: updatedAt ?? execution.at, qty: ZERO, price });
    }
  }

  function revise(execution: Execution, revision: Revision): void {
    const { orderId, executionId = '' } = execution;
    const revised = book.revise({ orderId, executionId, terms: termsOf(execution) }, revision);
    if (revised) onRevised(revised);
  }

  return {
    start() {
      isOn = true;
      rounds.within(EVERY_MS);
    },
    stop() {
      isOn = false;
      suspected = new Map();
    },
  };
}

/** The same fill of an order, or another one of the same shares. */
const isOf = (known: Execution, listed: Execution): boolean =>
  isEqual(known.cumQty, listed.cumQty) ||
  (isMore(known.cumQty, sub(listed.cumQty, listed.qty)) &&
    isMore(listed.cumQty, sub(known.cumQty, known.qty)));

const isSameTerms = (a: Pick<Execution, 'qty' | 'price'>, b: Pick<Execution, 'qty' | 'price'>) =>
  isEqual(a.qty, b.qty) && isEqual(a.price, b.price);

const heldOf = (executions: readonly Execution[]): Decimal =>
  executions.reduce((sum: Decimal, one) => add(sum, termsOf(one).qty), ZERO);

const timeOf = ({ at }: Execution): number => Date.parse(at);
