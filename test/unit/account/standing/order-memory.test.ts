import { expect, it } from 'vitest';
import { orderLife } from '#main/account/order-life.ts';
import { keepBookSmall } from '#main/account/standing/keep-book-small.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import { diskFailure, failed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import { anExecution, anOrder, aPosition, without } from '#test/unit/domain/samples.ts';
import { createHarness, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const nobody = () => false;

/** A desk whose disk can be made unreadable. */
function openDesk() {
  const disk = { isReadable: true };
  const journal = harness.open();
  const watched: Journal = {
    ...journal,
    savedOrder: (id) =>
      disk.isReadable ? journal.savedOrder(id) : failed(diskFailure('io', 'not readable')),
    executionsBetween: (from, to) =>
      disk.isReadable
        ? journal.executionsBetween(from, to)
        : failed(diskFailure('io', 'not readable')),
  };
  return { disk, journal: watched, book: openAccountBook(watched, () => undefined, 1) };
}

const filled = (id: string) => anOrder({ id, clientOrderId: id, status: 'filled', filledQty: '4' });
const fillOf = (orderId: string) => anExecution({ orderId, executionId: `x ${orderId}` });

function trade({ book }: Pick<ReturnType<typeof openDesk>, 'book'>, id: string): void {
  book.putOrders([filled(id)], true);
  book.putFill(fillOf(id), undefined);
}

it('counts a fill once that is told again after its order left memory', () => {
  const { book } = openDesk();
  book.putPositions([aPosition({ qty: '4' })], 1, book.markFills());
  for (const id of ['a', 'b', 'c']) trade({ book }, id);
  const [traded, since] = [book.traded(), book.filledSince('AAPL')];
  expect(book.trim(1, 10, nobody)).toBe(2);
  expect(book.orders().map(({ id }) => id)).toEqual(['c']);
  for (const id of ['a', 'b', 'c']) trade({ book }, id);
  expect([book.traded(), book.filledSince('AAPL')]).toEqual([traded, since]);
  expect(book.executions('a')).toEqual([fillOf('a')]);
});

it('lets go of an order whose fills are more by number than by text', () => {
  const { book } = openDesk();
  book.putOrders([anOrder({ id: 'a', clientOrderId: 'a', status: 'filled', filledQty: '100' })]);
  book.putExecutions(
    ['4', '10', '30', '100'].map((cumQty) =>
      anExecution({ orderId: 'a', cumQty, executionId: `x${cumQty}` }),
    ),
  );
  expect(book.trim(0, 10, nobody)).toBe(1);
  expect(book.executions('a').map(({ cumQty }) => cumQty)).toEqual(['4', '10', '30', '100']);
});

it('takes back a fill of an order that a start did not load', () => {
  const first = openDesk();
  for (const id of ['a', 'b', 'c']) {
    harness.state.time.advance(1_000);
    trade(first, id);
  }
  first.journal.savePositions([aPosition({ qty: '12' })], harness.state.time.clock.wall());
  first.journal.close();
  const { book } = openDesk();
  expect(book.orders().map(({ id }) => id)).toEqual(['c']);
  const revision = { kind: 'bust', at: '2026-11-14T15:00:00Z', qty: '0', price: '190' } as never;
  expect(book.revise({ orderId: 'a', executionId: 'x a' }, revision)).toMatchObject({ revision });
});

it('knows after a start by which id the broker calls a fill that a list told without one', () => {
  const first = openDesk();
  const fills = ['4', '8'].map((cumQty) => anExecution({ orderId: 'a', cumQty, qty: '4' }));
  first.book.putOrders([anOrder({ id: 'a' })]);
  first.book.putExecutions(fills.map((fill) => without(fill, 'executionId')));
  first.book.putExecutions(fills.map((fill) => ({ ...fill, executionId: `x${fill.cumQty}` })));
  first.journal.close();
  const { book } = openDesk();
  const revision = { kind: 'correct', at: '2026-11-14T15:00:00Z', qty: '3', price: '190' } as never;
  expect(book.revise({ orderId: 'a', executionId: 'x8' }, revision)).toMatchObject({
    cumQty: '8',
    revision,
  });
});

it('tells the evidence of an order that is not in memory as if it were', () => {
  const desk = openDesk();
  for (const id of ['a', 'b', 'c']) trade(desk, id);
  const intent = { kind: 'place', resultId: 'a' } as never;
  const before = orderLife(intent, desk);
  expect(before.lines).toHaveLength(2);
  desk.book.trim(1, 10, nobody);
  expect(orderLife(intent, desk)).toEqual(before);
});

it('keeps what is open, held, or belongs with these, and what the journal does not have', () => {
  const { journal, book } = openDesk();
  const legs = ['profit', 'loss'].map((id) => anOrder({ id, clientOrderId: id }));
  book.putOrders([{ ...filled('parent'), orderClass: 'bracket', legs }], true);
  trade({ book }, 'held');
  trade({ book }, 'plain');
  journal.saveOrders([{ ...filled('plain'), symbol: 'MSFT' }]);
  expect(book.trim(0, 100, ({ id }) => id === 'held')).toBe(0);
  journal.saveOrders([filled('plain')]);
  expect(book.trim(0, 100, ({ id }) => id === 'held')).toBe(1);
  expect(book.orders().map(({ id }) => id)).toEqual(['parent', 'profit', 'loss', 'held']);
});

it('counts nothing of an order that nobody can look up, and merges it once that can be', () => {
  const { disk, journal, book } = openDesk();
  for (const id of ['a', 'b', 'c']) trade({ book }, id);
  book.trim(1, 10, nobody);
  const traded = book.traded();
  disk.isReadable = false;
  const late = anOrder({ id: 'a', clientOrderId: 'a', filledQty: '4', updatedAt: undefined });
  book.putOrders([late], true);
  book.putFill(fillOf('a'), undefined);
  expect([book.order('a')?.status, book.traded()]).toEqual(['new', traded]);
  expect(value(journal.load(10)).orders.find(({ value: { id } }) => id === 'a')?.value.status).toBe(
    'filled',
  );
  disk.isReadable = true;
  book.catchUp();
  expect([book.order('a')?.status, book.traded()]).toEqual(['filled', traded]);
  expect([book.executions('a'), book.uncertainCount()]).toEqual([[fillOf('a')], 0]);
});

it('saves what was new while nobody could look it up', () => {
  const { disk, journal, book } = openDesk();
  disk.isReadable = false;
  book.putOrders([anOrder({ id: 'new' })], true);
  expect(value(journal.load()).orders).toEqual([]);
  disk.isReadable = true;
  book.catchUp();
  expect(value(journal.load()).orders.map((saved) => saved.value.id)).toEqual(['new']);
});

it('lets go a little at a time, not in the turn of an order', async () => {
  const { journal, book } = openDesk();
  const { delay, advance } = harness.state.time;
  const deps = { book, journal, delay, log: () => undefined };
  const stop = keepBookSmall({ ...deps, newestOrders: 1 });
  for (let n = 0; n < 50; n++) trade({ book }, `o${n}`);
  expect(book.overCount()).toBe(50);
  const counts: number[] = [];
  for (const ms of [1_000, 50, 50]) {
    advance(ms);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    counts.push(book.overCount());
  }
  stop();
  expect(counts).toEqual([30, 10, 1]);
});

it('answers fills by when they happened, and the newest, wherever they are', () => {
  const { disk, book } = openDesk();
  for (const [n, id] of ['a', 'b', 'c'].entries()) {
    book.putOrders([filled(id)], true);
    book.putExecutions([{ ...fillOf(id), at: `2026-11-1${n + 1}T23:59:59-05:00` }]);
  }
  book.trim(1, 10, nobody);
  const [from, to] = [Date.UTC(2026, 10, 13), Date.UTC(2026, 10, 14)];
  expect(book.executionsBetween(from, to)?.map(({ orderId }) => orderId)).toEqual(['b']);
  disk.isReadable = false;
  expect(book.executionsBetween(from, to)).toBeUndefined();
  disk.isReadable = true;
  expect(book.newestExecutions()).toHaveLength(3);
  expect(book.executionSpan()).toEqual({
    first: Date.parse('2026-11-11T23:59:59-05:00'),
    last: Date.parse('2026-11-13T23:59:59-05:00'),
  });
});

it('answers every fill of the newest day, however many there were', () => {
  const { journal, book } = openDesk();
  const at = (day: number, n: number): string =>
    new Date(Date.UTC(2026, 10, day, 14) + n * 1_000).toISOString();
  const fills = Array.from({ length: 5_200 }, (_, n) => ({
    ...fillOf(`o${n}`),
    at: n < 100 ? at(10, n) : at(13, n),
  }));
  // The first that were heard are of the same day as the last.
  for (const of of [fills.slice(0, 200), fills.slice(200)]) {
    harness.state.time.advance(1_000);
    journal.saveExecutions(of);
  }
  const known = new Set(book.newestExecutions().map(({ orderId }) => orderId));
  expect(fills.slice(100).every(({ orderId }) => known.has(orderId))).toBe(true);
  expect(known.size).toBe(book.newestExecutions().length);
  expect(known.has('o0')).toBe(false);
});
