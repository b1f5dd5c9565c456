import { describe, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { Order } from '#contract/orders.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createReconcile } from '#main/account/reconciling/reconcile.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

const HOUR_MS = 3_600_000;

const orderAt = (moment: number): Order => ({
  id: 'o1',
  clientOrderId: 'c1',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  status: 'new',
  qty: decimal('1'),
  filledQty: decimal('0'),
  submittedAt: new Date(moment).toISOString(),
});

/** A desk whose clock is so much ahead of the broker's. */
function setUp(aheadMs: number) {
  const time = createFakeTime();
  const brokerNow = () => time.clock.wall();
  const asked: { orders: number[]; fills: number[] } = { orders: [], fills: [] };
  let listed: Order[] = [];
  let fills: string[] = [];
  let offMs = aheadMs;
  const reconcile = createReconcile({
    client: {
      async allOrders(query) {
        if (query?.after !== undefined) asked.orders.push(Date.parse(query.after));
        return ok(listed);
      },
      order: async () => ok(orderAt(brokerNow())),
      async allActivities(query) {
        asked.fills.push(Date.parse(query?.after ?? ''));
        return ok(
          fills.map((at) => ({
            id: 'f1',
            activityType: 'FILL',
            execution: {
              orderId: 'o2',
              symbol: 'AAPL',
              side: 'buy',
              qty: decimal('1'),
              cumQty: decimal('1'),
              price: decimal('1'),
              at,
            },
          })),
        );
      },
    },
    book: createAccountBook(),
    readAccount: async () => ok(null),
    onOrder: () => undefined,
    lookUpUnsettled: async () => true,
    onComplete: () => undefined,
    isOrderStreamLive: () => true,
    signal: new AbortController().signal,
    clock: { wall: () => time.clock.wall() + offMs, elapsed: time.clock.elapsed },
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
  });
  return {
    asked,
    brokerNow,
    setClock: (ms: number) => (offMs = ms),
    list: (orders: Order[]) => (listed = orders),
    fill: (moment: number) => (fills = [new Date(moment).toISOString()]),
    async pass() {
      time.advance(1_000);
      reconcile.now();
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    },
  };
}

describe('what a pass asks for', () => {
  it.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('never begins after the present of the broker when our clock is %s', async (_what, offMs) => {
    const desk = setUp(offMs);
    desk.list([orderAt(desk.brokerNow())]);
    for (let count = 0; count < 3; count++) await desk.pass();
    expect(desk.asked.orders).toHaveLength(3);
    for (const after of [...desk.asked.orders, ...desk.asked.fills])
      expect(after).toBeLessThan(desk.brokerNow());
  });

  it('is not shortened by a clock that was ahead and is set right', async () => {
    const desk = setUp(HOUR_MS);
    desk.list([orderAt(desk.brokerNow())]);
    await desk.pass();
    desk.setClock(0);
    await desk.pass();
    expect(desk.asked.fills.at(-1)).toBeLessThan(desk.brokerNow());
  });

  it('is everything recent while the broker has told of no moment', async () => {
    const desk = setUp(0);
    await desk.pass();
    await desk.pass();
    expect(desk.asked.orders.at(-1)).toBeLessThan(desk.brokerNow() - 24 * HOUR_MS);
  });

  it('goes on from the newest order or fill of the passes before', async () => {
    const desk = setUp(0);
    desk.list([orderAt(desk.brokerNow() - HOUR_MS)]);
    await desk.pass();
    await desk.pass();
    const [, byOrder = NaN] = desk.asked.orders;
    expect(byOrder).toBeLessThan(desk.brokerNow() - HOUR_MS);
    expect(byOrder).toBeGreaterThan(desk.brokerNow() - 2 * HOUR_MS);
    const filledAt = desk.brokerNow();
    desk.fill(filledAt);
    await desk.pass();
    desk.list([]);
    await desk.pass();
    await desk.pass();
    expect(desk.asked.fills.at(-1)).toBeGreaterThan(filledAt - HOUR_MS / 2);
  });
});
