// What a person is told of fills that are taken back, of changes that are rejected late, and of orders that do not go on.
import { expect, it } from 'vitest';
import type { Revision } from '#contract/orders.ts';
import { decimal, ZERO } from '#main/domain/decimal.ts';
import { anExecution, anIntent, anOrder, createWorld } from '#test/unit/desk/alerts/world.ts';

const bust = (at: string): Revision => ({ kind: 'bust', at, qty: ZERO, price: decimal('187.2') });
const which = { orderId: 'order-1', executionId: 'x1' };

function filled(offsetMs = -60_000) {
  const world = createWorld();
  const terms = { qty: decimal('10'), cumQty: decimal('10'), price: decimal('187.2') };
  world.book.putOrders([anOrder({ status: 'filled', filledQty: decimal('10') })]);
  world.book.putExecutions([anExecution({ ...terms, executionId: 'x1', at: world.at(offsetMs) })]);
  return world;
}

it('tells of a fill that was busted, and not once more of the fill', () => {
  const world = filled(1);
  world.time.advance(10_000);
  expect(world.titles()).toEqual(['Bought 10 AAPL']);
  world.notified.splice(0);
  world.book.revise(which, bust(world.at(1)));
  world.book.putOrders([anOrder({ status: 'filled', filledQty: ZERO, updatedAt: world.at(2) })]);
  world.time.advance(10_000);
  expect(world.notified).toMatchObject([
    {
      kind: 'refusal',
      title: 'Fill of 10 AAPL at 187.20 was busted by the broker',
      target: { orderId: 'order-1', symbol: 'AAPL' },
    },
  ]);
});

it.each([0, 1])('tells each correction of a fill, %s ms after the one before', (ms) => {
  const world = filled();
  for (const [n, price] of ['187.1', '187'].entries())
    world.book.revise(which, {
      ...bust(world.at(n * ms)),
      kind: 'correct',
      qty: decimal('10'),
      price: decimal(price),
    });
  expect(world.titles()).toEqual([
    'Fill of 10 AAPL at 187.20 was corrected by the broker to 10 at 187.10',
    'Fill of 10 AAPL at 187.10 was corrected by the broker to 10 at 187.00',
  ]);
});

it('does not tell what was taken back before the account was here', () => {
  const world = filled();
  world.book.revise(which, bust(world.at(-30_000)));
  expect(world.titles()).toEqual([]);
});

it('tells of a change that was rejected late, each time, until the order ends', () => {
  const world = createWorld();
  const order = anOrder({});
  const news = { kind: 'change-declined', order, text: 'The old terms still apply.' } as const;
  world.news(news);
  world.news(news);
  expect(world.notified.map(({ title }) => title)).toEqual([
    'Not changed: Buy 10 AAPL',
    'Not changed: Buy 10 AAPL',
  ]);
  world.book.putOrders([anOrder({ status: 'canceled', canceledAt: world.at() })]);
  expect(world.notifier.recent().map(({ kind }) => kind)).toEqual(['cancel']);
});

it('tells of an order that does not go on, until it does', () => {
  const world = createWorld();
  const order = anOrder({ status: 'pending_cancel' });
  const news = { kind: 'stuck', order, text: 'Being canceled for 2 min.' } as const;
  world.news(news);
  expect(world.notified).toMatchObject([
    { kind: 'unknown', title: 'Stuck at the broker: Buy 10 AAPL' },
  ]);
  world.news({ ...news, isOver: true });
  expect(world.notifier.recent()).toEqual([]);
});

it('says of an order that was to replace another that the change was rejected', () => {
  const world = createWorld();
  world.book.putOrders([
    anOrder({ status: 'rejected', replaces: 'order-0', updatedAt: world.at() }),
  ]);
  world.time.advance(3_000);
  expect(world.titles()).toEqual(['Rejected by the broker: the change to Buy 10 AAPL']);
});

it('tells of each change of one order that a list finds rejected, and of each once', () => {
  const world = createWorld();
  const times = { first: world.at(), second: world.at(1) };
  const tell = (id: keyof typeof times) => {
    const members = { id, createdAt: times[id], updatedAt: world.at() };
    world.book.putOrders([anOrder({ ...members, status: 'rejected', replaces: 'order-0' })]);
    world.time.advance(10_000);
  };
  for (const id of ['first', 'second', 'second', 'first'] as const) tell(id);
  expect(world.notified.map(({ target }) => target.orderId)).toEqual(['first', 'second']);
  // What stands in the list is the last of them.
  expect(world.notifier.recent().map(({ target }) => target.orderId)).toEqual(['second']);
});

it('says so also where the desk closes in that moment', () => {
  const world = createWorld();
  world.book.putOrders([
    anOrder({ status: 'rejected', replaces: 'order-0', updatedAt: world.at() }),
  ]);
  world.stop();
  expect(world.titles()).toEqual(['Rejected by the broker: the change to Buy 10 AAPL']);
});

it.each([['the change'], ['the order']])(
  'tells of a change that was rejected late once, also where %s is heard of first',
  (first) => {
    const world = createWorld();
    const order = anOrder({ id: 'old' });
    const text = 'The broker rejected the change. The old terms still apply.';
    const news = [
      () =>
        world.book.putOrders([
          anOrder({ id: 'next', status: 'rejected', replaces: 'old', updatedAt: world.at() }),
        ]),
      () => world.news({ kind: 'change-declined', order, text }),
    ];
    for (const tell of first === 'the order' ? news.toReversed() : news) tell();
    world.time.advance(10_000);
    expect(world.titles()).toEqual(['Not changed: Buy 10 AAPL']);
    // The next change of it is another matter.
    const change = { kind: 'replace' as const, state: 'sent' as const, targetId: 'old' };
    world.news({ kind: 'intent', intent: anIntent(change) });
    expect(world.notifier.recent()).toEqual([]);
  },
);
