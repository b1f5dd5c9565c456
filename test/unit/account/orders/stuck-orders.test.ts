// Orders that stay in a state that should pass: told once, with their age, and told when it has passed.
import { expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { createStuckOrders, type StuckNews } from '#main/account/orders/stuck-orders.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anOrder } from '#test/unit/domain/samples.ts';

function setUp(first: Order[] = []) {
  const time = createFakeTime(Date.parse('2026-11-13T15:00:00Z'));
  const book = createAccountBook();
  book.putOrders(first);
  /** The orders that were looked at by their id, and how often all that are open were listed. */
  const looks = { byId: new Set<string>(), atAll: 0 };
  const news: StuckNews[] = [];
  const notes: string[] = [];
  const state = { isOpen: true as boolean | undefined, brokerNow: undefined as number | undefined };
  const stuck = createStuckOrders({
    clock: time.clock,
    delay: time.delay,
    log: () => undefined,
    book: {
      ...book,
      order(orderId) {
        looks.byId.add(orderId);
        return book.order(orderId);
      },
      openOrders(most) {
        looks.atAll++;
        return book.openOrders(most);
      },
    },
    isMarketOpen: () => state.isOpen,
    brokerNow: () => state.brokerNow,
    note: (orderId, text) => notes.push(`${orderId}: ${text}`),
    notify: (one) => news.push(one),
  });
  const at = () => new Date(time.clock.wall()).toISOString();
  const put = (status: string, more: object = {}) =>
    book.putOrders([anOrder({ status, updatedAt: at(), ...more })]);
  const advance = async (ms: number) => {
    for (let left = ms; left > 0; left -= 5_000) {
      time.advance(Math.min(left, 5_000));
      for (let n = 0; n < 10; n++) await Promise.resolve();
    }
  };
  const told = () => news.map(({ text, isOver }) => (isOver ? 'over' : text));
  return { time, state, notes, stuck, put, advance, told, looks };
}

it.each(['pending_new', 'pending_replace', 'pending_cancel'])(
  'tells of one that stays %s, once, and when it has passed',
  async (status) => {
    const { put, advance, told, notes } = setUp();
    put('new');
    put(status);
    await advance(55_000);
    expect(told()).toEqual([]);
    await advance(60_000);
    expect(told()).toEqual([
      expect.stringMatching(/^(Pending|Being \w+) for \d+ s: no update from the broker since/),
    ]);
    expect(notes).toEqual([expect.stringMatching(/^order-1: \w+/)]);
    put('canceled');
    expect(told().slice(1)).toEqual(['over']);
    await advance(120_000);
    expect(told()).toHaveLength(2);
  },
);

it('looks at those alone that do not rest, however many do', async () => {
  const resting = Array.from({ length: 500 }, (_, n) => anOrder({ id: `rests-${n}` }));
  const { put, advance, told, looks } = setUp(resting);
  put('pending_new');
  Object.assign(looks, { byId: new Set(), atAll: 0 });
  await advance(120_000);
  expect(told()).toHaveLength(1);
  expect(looks).toEqual({ byId: new Set(['order-1']), atAll: 0 });
});

it('says nothing of what rests, waits for a session or an auction, or has passed', async () => {
  const { put, advance, told, state } = setUp();
  put('new');
  await advance(300_000);
  state.isOpen = false;
  put('accepted', { id: 'night' });
  put('accepted', { id: 'auction', timeInForce: 'opg' });
  await advance(300_000);
  put('pending_cancel');
  await advance(30_000);
  put('canceled');
  await advance(300_000);
  expect(told()).toEqual([]);
});

it('tells of one that is only accepted while the market is open', async () => {
  const { put, advance, told } = setUp();
  put('accepted');
  await advance(100_000);
  expect(told()).toEqual([]);
  await advance(60_000);
  expect(told()).toEqual([expect.stringMatching(/^Accepted for 2 min/)]);
});

it('tells of one that an earlier run left with its true age, once it was read', async () => {
  const left = anOrder({ status: 'pending_replace', updatedAt: '2026-11-13T12:00:00Z' });
  const { advance, told, state } = setUp([left]);
  state.brokerNow = Date.parse('2026-11-13T15:00:00Z');
  await advance(10_000);
  expect(told()).toEqual([]);
  await advance(10_000);
  expect(told()).toEqual([expect.stringMatching(/^Being changed for 3 h/)]);
});

it('does not count a sleep', async () => {
  const { time, put, advance, told, stuck } = setUp();
  put('pending_cancel');
  time.sleep(3_600_000);
  stuck.wake();
  await advance(30_000);
  expect(told()).toEqual([]);
});
