// Random histories of brackets whose orders and legs are replaced, told in any order and more than once: an order has one
// row, a leg hangs on the newest order that had it, and counts, filters and rows say the same.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { acceptsOrder, NO_FILTER, ORDER_STATUSES } from '#renderer/trading/orders/order-filter.ts';
import { desk, order } from '#test/unit/renderer/order-world.ts';

const OPEN: ReadonlySet<string> = new Set(['new', 'partially_filled', 'held']);
const ENDS = ['filled', 'canceled', 'expired', 'rejected'];

/** What happens to a bracket: one of its orders is replaced (0 is the entry, 1 and 2 the exits), or ends. */
const Step = fc.record({ who: fc.nat(2), end: fc.option(fc.constantFrom(...ENDS)) });
const History = fc.record({
  steps: fc.array(Step, { maxLength: 6 }),
  /** Legs are told as orders of their own, too. */
  areLegsTold: fc.boolean(),
});

type Book = { orders: Map<string, Order>; told: Order[]; headOf: Map<string, string> };

/** Plays it as the book of main has it, and keeps every version that was ever told. */
function play(
  { steps, areLegsTold }: { steps: { who: number; end: string | null }[]; areLegsTold: boolean },
  from: number,
  book: Book,
): void {
  let next = from;
  const put = (one: Order): Order => {
    book.orders.set(one.id, one);
    book.told.push(one);
    return one;
  };
  const make = (status: string, extra: Partial<Order> = {}): Order => order(next++, status, extra);
  let legs = [make('held'), make('held')];
  let entry = put(make('new', { legs }));
  const tell = (): void => {
    entry = put({ ...entry, legs });
    for (const leg of legs) {
      book.headOf.set(leg.id, entry.id);
      if (areLegsTold) put({ ...leg, parentId: entry.id });
    }
  };
  tell();
  for (const { who, end } of steps) {
    const leg = legs[who - 1];
    const old = leg ?? entry;
    if (!OPEN.has(old.status)) continue;
    if (end !== null) {
      if (leg) legs = legs.map((one) => (one === leg ? { ...one, status: end } : one));
      else entry = { ...entry, status: end };
    } else if (leg) {
      const replaced = make('new');
      // What it replaced is kept as a record of its own, under the same order.
      put({ ...leg, status: 'replaced', replacedBy: replaced.id, parentId: entry.id });
      book.headOf.set(leg.id, entry.id);
      legs = legs.map((one) => (one === leg ? replaced : one));
    } else {
      const replaced = make('new', { replaces: entry.id, legs });
      put({ ...entry, status: 'replaced', replacedBy: replaced.id });
      entry = replaced;
    }
    tell();
  }
}

it('has one row for each order, whatever was replaced and however it is told', () => {
  fc.assert(
    fc.property(
      fc.array(History, { minLength: 1, maxLength: 3 }),
      fc.infiniteStream(fc.nat(1_000)),
      (histories, random) => {
        const book: Book = { orders: new Map(), told: [], headOf: new Map() };
        histories.forEach((history, nth) => play(history, 1 + nth * 100, book));
        const live = desk();
        // Every version in any order; then each as it is now, in any order.
        for (const versions of [book.told, [...book.orders.values()]])
          for (const one of shuffled(versions, random)) {
            live.orders.put(one.id, one);
            live.flush();
          }
        const rows = live.rows();
        const legs = [...book.orders.values()].flatMap((one) => one.legs ?? []);
        const ids = new Set([...book.orders.keys(), ...legs.map(({ id }) => id)]);
        expect(rows.map(({ key }) => key).toSorted()).toEqual([...ids].toSorted());
        for (const { orderId = '', family } of rows)
          expect(family.head.orderId).toBe(book.headOf.get(orderId) ?? orderId);
        const counted = Object.groupBy(rows, ({ kind }) => kind);
        for (const [kind, count] of Object.entries(live.list.counts()))
          expect([kind, count]).toEqual([
            kind,
            (counted[kind as keyof typeof counted] ?? []).length,
          ]);
        for (const status of ORDER_STATUSES) {
          if (status === 'all') continue;
          live.list.rows.arrange({ accepts: acceptsOrder({ ...NO_FILTER, status }, 0) });
          const { [status]: count } = live.list.counts();
          const { own = [], heads = [] } = Object.groupBy(live.rows(), ({ kind }) =>
            kind === status ? 'own' : 'heads',
          );
          expect([status, own.length]).toEqual([status, count]);
          // Another one stands there for its legs alone.
          for (const { leg, family } of heads) {
            expect(leg).toBe(0);
            expect(family.legs.map(({ kind }) => kind)).toContain(status);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

function shuffled<T>(items: readonly T[], random: fc.Stream<number>): T[] {
  const keys = items.map((item) => ({ item, at: random.next().value ?? 0 }));
  return keys.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}
