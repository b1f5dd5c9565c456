import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import { GONE, type Order } from '#contract/orders.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createMissedOrders, type Told } from '#main/account/reconciling/missed-orders.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const order = (change: Partial<Order> = {}): Order => ({
  id: 'o1',
  clientOrderId: 'c1',
  symbol: 'AAPL',
  side: 'buy',
  type: 'market',
  timeInForce: 'day',
  status: 'new',
  qty: decimal('1'),
  filledQty: decimal('0'),
  ...change,
});

function setUp() {
  const time = createFakeTime();
  const book = createAccountBook();
  const ending = new AbortController();
  let listed: Result<Order[]> = ok([]);
  let reads = 0;
  let misses = 0;
  const told: Told[] = [];
  const watcher = createMissedOrders({
    client: {
      allOrders: async () => {
        reads++;
        return listed;
      },
    },
    book,
    onOrder: (news) => book.putOrders([news]),
    onMissed: () => misses++,
    onTold: (news) => told.push(news),
    clock: time.clock,
    delay: time.delay,
    log: () => undefined,
    signal: ending.signal,
  });
  /** Lets timers and what they await run, in small steps. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      time.advance(50);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
  };
  return {
    book,
    time,
    watcher,
    pass,
    answer: (result: Result<Order[]>) => (listed = result),
    reads: () => reads,
    misses: () => misses,
    told,
    isUntold: () => told.some((news) => 'isUntold' in news && news.isUntold()),
    until: () => Math.max(...told.flatMap((news) => ('until' in news ? [news.until] : []))),
  };
}

describe('missed orders, when a stream says nothing', () => {
  it('are found within a second when an order that is open here is on the broker’s list no more', async () => {
    const { book, pass, misses } = setUp();
    book.putOrders([order()]);
    await pass(1_000);
    expect(misses()).toBeGreaterThan(0);
  });

  it('are none while the broker lists it', async () => {
    const { book, pass, answer, misses } = setUp();
    answer(ok([order()]));
    book.putOrders([order()]);
    await pass(60_000);
    expect(misses()).toBe(0);
  });

  it('are those that are filled without known fills, and not without an end', async () => {
    const { book, pass, misses } = setUp();
    book.putOrders([order({ status: 'filled', filledQty: decimal('1') })]);
    await pass(120_000);
    expect(misses()).toBe(3);
  });

  it('are looked for more and more seldom while an order rests', async () => {
    const { book, pass, answer, reads } = setUp();
    const resting = order({ type: 'limit' });
    answer(ok([resting]));
    book.putOrders([resting]);
    await pass(300_000);
    expect(reads()).toBeLessThan(30);
    expect(reads()).toBeGreaterThan(10);
  });

  it.each([
    ['a leg that is held', { type: 'limit', status: 'held' }],
    ['one that is filled bit by bit', { type: 'limit', status: 'partially_filled' }],
    ['one that waits for the market to open', { type: 'market', status: 'accepted' }],
  ])('cost a bounded part of the budget while the stream speaks: %s', async (_what, members) => {
    const { book, pass, answer, reads } = setUp();
    const rests = order({ ...members, id: 'rests' });
    answer(ok([rests]));
    book.putOrders([rests]);
    for (let second = 0; second < 60; second++) {
      book.putOrders([order({ id: `o${second}`, status: 'canceled' })]);
      await pass(1_000);
    }
    expect(reads()).toBeLessThanOrEqual(30);
    expect(reads()).toBeGreaterThan(15);
  });

  it('are looked for every second while an order is open that should have moved', async () => {
    const { book, pass, answer, reads } = setUp();
    answer(ok([order()]));
    for (let count = 0; count < 100; count++) {
      book.putOrders([order({ filledQty: decimal('0'), updatedAt: `2026-01-05T15:00:${count}` })]);
      await pass(100);
    }
    expect(reads()).toBeLessThanOrEqual(10);
    expect(reads()).toBeGreaterThan(5);
  });

  it('are those that the list is the first to tell of, once each', async () => {
    const { book, pass, answer, misses } = setUp();
    const resting = order({ type: 'limit' });
    const exit = order({ id: 'exit of an entry that nobody has told of', clientOrderId: 'c2' });
    answer(ok([resting, exit]));
    book.putOrders([resting]);
    await pass(60_000);
    expect(misses()).toBe(1);
    expect(book.order(exit.id)).toEqual(exit);
  });

  it('are none when the stream tells of them just after the list', async () => {
    const { book, pass, answer, misses } = setUp();
    const resting = order({ type: 'limit' });
    const placed = order({ id: 'o2', clientOrderId: 'c2', type: 'limit' });
    book.putOrders([resting]);
    answer(ok([resting, placed]));
    await pass(550);
    book.putOrders([placed]);
    await pass(60_000);
    expect(misses()).toBe(0);
  });

  it('are none when the broker does not answer, and are looked for again', async () => {
    const { book, pass, answer, misses } = setUp();
    answer(fail({ kind: 'offline', message: 'gone' }));
    book.putOrders([order()]);
    await pass(5_000);
    expect(misses()).toBe(0);
    answer(ok([]));
    await pass(15_000);
    expect(misses()).toBeGreaterThan(0);
  });

  it('cost nothing while nothing is open, and end with the account', async () => {
    const { book, pass, reads, time, watcher } = setUp();
    await pass(60_000);
    expect([reads(), time.pending()]).toEqual([0, 0]);
    book.putOrders([order()]);
    watcher.stop();
    await pass(60_000);
    expect([reads(), time.pending()]).toEqual([0, 0]);
  });
});

describe('what a list shows of the stream', () => {
  it('is that it told everything, while the list has nothing new', async () => {
    const { book, pass, answer, time, until, isUntold } = setUp();
    const resting = order({ type: 'limit' });
    answer(ok([resting]));
    book.putOrders([resting]);
    await pass(60_000);
    expect(time.clock.elapsed() - until()).toBeLessThanOrEqual(15_000);
    expect(isUntold()).toBe(false);
  });

  it('is that it did not tell of an order that ended, once it is known that it did', async () => {
    const { book, pass, until, isUntold } = setUp();
    book.putOrders([order()]);
    await pass(1_000);
    expect([until(), isUntold()]).toEqual([-Infinity, false]);
    book.putOrders([order({ status: 'canceled' })]);
    expect(isUntold()).toBe(true);
  });

  it('is nothing where the broker does not know an order any more', async () => {
    const { book, pass, told, isUntold } = setUp();
    book.putOrders([order()]);
    await pass(1_000);
    book.putOrders([order({ status: GONE })]);
    expect([told.length > 0, isUntold()]).toEqual([true, false]);
  });

  it('is nothing while the list may only be behind', async () => {
    const { book, pass, answer, isUntold } = setUp();
    book.putOrders([order({ type: 'limit' })]);
    await pass(1_000);
    answer(ok([order({ type: 'limit' })]));
    await pass(60_000);
    expect(isUntold()).toBe(false);
  });

  it('is that it did not tell of an order that began, and nothing of a leg', async () => {
    const resting = order({ type: 'limit' });
    const leg = order({ id: 'leg', clientOrderId: 'c2', parentId: 'o1', status: 'held' });
    const cases: [Order[], boolean][] = [
      [[{ ...resting, legs: [leg] }], false],
      [[resting, order({ id: 'o2', clientOrderId: 'c2', type: 'limit' })], true],
    ];
    for (const [listed, isSo] of cases) {
      const { book, pass, answer, isUntold } = setUp();
      answer(ok(listed));
      book.putOrders([resting]);
      await pass(5_000);
      expect(isUntold()).toBe(isSo);
    }
  });
});
