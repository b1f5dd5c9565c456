// That a position lost its last exit is told once, and not while something takes the exit's place.
import { describe, expect, it } from 'vitest';
import { GONE, type Order } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anExecution, anOrder, createWorld, memoryStore } from '#test/unit/desk/alerts/world.ts';

type World = ReturnType<typeof createWorld>;

const held = (qty: string, side = 'long', symbol = 'AAPL') => ({
  symbol,
  side,
  qty: decimal(qty),
  avgEntryPrice: decimal('160'),
});
const stop = (members: Partial<Order> = {}) =>
  anOrder({
    id: 'stop',
    side: 'sell',
    type: 'stop',
    timeInForce: 'gtc',
    stopPrice: decimal('150'),
    ...members,
  });
const target = (members: Partial<Order> = {}) =>
  anOrder({
    id: 'target',
    side: 'sell',
    timeInForce: 'gtc',
    limitPrice: decimal('200'),
    ...members,
  });

function hold(world: World, ...positions: ReturnType<typeof held>[]): void {
  world.book.putPositions(positions, world.time.clock.wall(), world.book.markFills());
}

/** Ten are held, and these rest. */
function holding(...orders: Order[]): World {
  const world = createWorld();
  hold(world, held('10'));
  world.book.putOrders(orders);
  return world;
}

const told = (world: World) => world.heard.filter(({ kind }) => kind === 'no-exit');

describe('a position that loses its last exit', () => {
  it.each([
    ['canceled', 'was canceled'],
    ['expired', 'has expired'],
    ['rejected', 'was rejected by the broker'],
    [GONE, 'is gone at the broker'],
  ])('is told when the order is %s, once', (status, words) => {
    const world = holding(stop());
    world.book.putOrders([stop({ status })]);
    expect(told(world)).toEqual([]);
    world.time.advance(3_000);
    world.book.putOrders([stop({ status, updatedAt: world.at() })]);
    world.time.advance(60_000);
    expect(told(world)).toMatchObject([
      {
        title: 'AAPL has no exit left',
        text: `Your stop at 150.00 ${words}; 10 AAPL are held without a resting exit. Practice, PRACTICE.`,
        target: { symbol: 'AAPL', orderId: 'stop' },
        way: 'notify',
      },
    ]);
  });

  it('is told once for both orders of an OCO', () => {
    const world = holding(target({ orderClass: 'oco', legs: [stop({ status: 'held' })] }));
    world.book.putOrders([target({ status: 'canceled', legs: [stop({ status: 'canceled' })] })]);
    world.time.advance(10_000);
    expect(told(world).map(({ text }) => text)).toEqual([
      'Your stop at 150.00 and target at 200.00 were canceled; 10 AAPL are held without a resting exit. Practice, PRACTICE.',
    ]);
  });

  it('is told of a short, and of what a part of the exit left', () => {
    const world = createWorld();
    const cover = stop({ side: 'buy', filledQty: decimal('0') });
    hold(world, held('-10', 'short'));
    world.book.putOrders([cover]);
    world.book.putOrders([{ ...cover, status: 'canceled', filledQty: decimal('9') }]);
    // How much is held is read first.
    world.time.advance(9_000);
    expect(told(world)).toEqual([]);
    hold(world, held('-1', 'short'));
    world.time.advance(3_000);
    expect(told(world)).toMatchObject([
      { text: expect.stringContaining('1 AAPL is held short without a resting exit') },
    ]);
  });

  it('is told when it is known what is held, and not again by the next run', () => {
    const store = memoryStore();
    const time = createFakeTime();
    const world = createWorld(store, time);
    world.book.putOrders([stop()]);
    world.book.putOrders([stop({ status: 'canceled' })]);
    // What is held is not known yet.
    time.advance(9_000);
    expect(told(world)).toEqual([]);
    hold(world, held('10'));
    time.advance(3_000);
    expect(told(world)).toHaveLength(1);
    world.stop();
    const next = createWorld(store, time);
    hold(next, held('10'));
    next.book.putOrders([stop({ status: 'canceled' })]);
    time.advance(9_000);
    expect(next.heard).toEqual([]);
    expect(next.notifier.recent()).toMatchObject([{ kind: 'cancel' }, { kind: 'no-exit' }]);
  });

  it('is told three seconds after the last of its exits ended', () => {
    const world = holding(stop(), target());
    world.book.putOrders([target({ status: 'canceled' })]);
    world.time.advance(2_900);
    world.book.putOrders([stop({ status: 'canceled' })]);
    world.time.advance(2_900);
    expect(told(world)).toEqual([]);
    world.time.advance(3_000);
    expect(told(world)).toHaveLength(1);
  });

  it('is told where the exit was changed and then canceled while nobody listened', () => {
    const world = holding(stop());
    world.book.putOrders([
      stop({ status: 'replaced', replacedBy: 'stop 2' }),
      stop({ id: 'stop 2', replaces: 'stop', status: 'canceled' }),
    ]);
    world.time.advance(3_000);
    expect(told(world)).toHaveLength(1);
  });

  it('is told though legs of another entry wait that has filled in part', () => {
    const entry = anOrder({
      id: 'entry',
      orderClass: 'bracket',
      filledQty: decimal('1'),
      status: 'partially_filled',
      legs: [stop({ id: 'leg', status: 'held' })],
    });
    const world = holding(entry, target());
    world.book.putOrders([target({ status: 'canceled' })]);
    hold(world, held('11'));
    world.time.advance(6_000);
    expect(told(world)).toHaveLength(1);
  });

  it('waits while a fill may be in the last reading already', () => {
    const world = holding(stop(), target());
    world.book.putOrders([target({ status: 'canceled' })]);
    const all = { qty: decimal('10'), cumQty: decimal('10') };
    world.book.putFill(
      anExecution({ orderId: 'target', side: 'sell', ...all, at: world.at() }),
      undefined,
    );
    world.book.putOrders([stop({ status: 'canceled' })]);
    world.time.advance(9_000);
    expect(told(world)).toEqual([]);
    // A reading that contradicts a fill is believed once it says so again.
    for (let n = 0; n < 3; n++) {
      hold(world, held('10'));
      world.time.advance(60_000);
    }
    world.time.advance(3_000);
    expect(told(world)).toHaveLength(1);
  });

  it('is not told of orders that ended before they were seen', () => {
    const world = holding(stop({ status: 'canceled' }), target({ status: 'expired' }));
    world.time.advance(60_000);
    expect(told(world)).toEqual([]);
  });
});

describe('nothing is said', () => {
  const quiet: [string, (world: World) => void][] = [
    ['another exit rests', ({ book }) => book.putOrders([target()])],
    [
      'the order was changed',
      ({ book }) =>
        book.putOrders([
          stop({ status: 'replaced', replacedBy: 'stop 2' }),
          stop({ id: 'stop 2', replaces: 'stop' }),
        ]),
    ],
    [
      'another exit takes its place within moments',
      ({ book, time }) => {
        book.putOrders([stop({ status: 'canceled' })]);
        time.advance(2_900);
        book.putOrders([target()]);
      },
    ],
    [
      'the position was closed',
      (world) => {
        world.book.putOrders([stop({ status: 'canceled' })]);
        hold(world);
      },
    ],
    [
      'the position closes',
      ({ book, onTheirWay }) => {
        onTheirWay.add('AAPL');
        book.putOrders([stop({ status: 'canceled' })]);
      },
    ],
    ['it has filled', ({ book }) => book.putOrders([stop({ status: 'filled' })])],
  ];
  it.each(quiet)('while %s', (_what, happen) => {
    const world = holding(stop());
    happen(world);
    if (world.book.order('stop')?.status === 'new')
      world.book.putOrders([stop({ status: 'canceled' })]);
    world.time.advance(60_000);
    expect(told(world)).toEqual([]);
  });

  it('of an order on the opening side, at the market, or of another symbol', () => {
    const bought = { id: 'buy', side: 'buy', stopPrice: decimal('210') };
    const others = [
      stop(bought),
      anOrder({ id: 'market', side: 'sell', type: 'market' }),
      stop({ id: 'other', symbol: 'MSFT' }),
      target({ id: 'now', timeInForce: 'ioc' }),
    ];
    const world = holding(...others);
    world.book.putOrders(others.map((order) => ({ ...order, status: 'canceled' })));
    world.time.advance(60_000);
    expect(told(world)).toEqual([]);
  });

  it('of the legs of an entry that never filled', () => {
    const entry = (status: string, leg: string) =>
      anOrder({ id: 'entry', orderClass: 'bracket', status, legs: [stop({ status: leg })] });
    const world = holding(entry('new', 'held'));
    world.book.putOrders([entry('canceled', 'canceled')]);
    world.time.advance(60_000);
    expect(told(world)).toEqual([]);
    // And such legs protect nothing either.
    const other = holding(entry('new', 'held'), target());
    other.book.putOrders([target({ status: 'canceled' })]);
    other.time.advance(3_000);
    expect(told(other)).toHaveLength(1);
  });
});

it('what closes it fails: the exit that made way for it is told then', () => {
  const world = holding(stop());
  world.onTheirWay.add('AAPL');
  world.book.putOrders([stop({ status: 'canceled' })]);
  world.time.advance(60_000);
  world.onTheirWay.delete('AAPL');
  world.time.advance(3_000);
  expect(told(world)).toHaveLength(1);
});

it.each([
  ['an exit rests again', (world: World) => world.book.putOrders([target()])],
  ['nothing is held', (world: World) => hold(world)],
])('it is withdrawn when %s, and told anew when it happens again', (_what, happen) => {
  const world = holding(stop());
  world.book.putOrders([stop({ status: 'canceled' })]);
  world.time.advance(3_000);
  happen(world);
  expect(told(world).map(({ isOver }) => isOver)).toEqual([undefined, true]);
  hold(world, held('10'));
  world.book.putOrders([target()]);
  world.book.putOrders([target({ status: 'expired' })]);
  world.time.advance(3_000);
  expect(told(world).at(-1)).toMatchObject({
    text: expect.stringContaining('target at 200.00 has expired'),
  });
});
