// The rate budget of a busy account, in virtual time: what is read never keeps an order, an exit or a cancel waiting.
import { describe, expect, it } from 'vitest';
import type { Asked } from '#test/faults/simulation/busy-broker.ts';
import {
  figures,
  MINUTE_MS,
  PER_MINUTE,
  SELL,
  setUpBusyDesk as setUp,
} from '#test/faults/simulation/busy-desk.ts';

const worst = (waits: readonly (number | undefined)[]): number =>
  Math.max(...waits.map((ms) => ms ?? Infinity));

const lookups = (asked: readonly Asked[]): number =>
  asked.filter(({ path }) => path === '/v2/orders:by_client_order_id').length;

const forGhosts = (asked: readonly Asked[]): number =>
  asked.filter(({ path, query }) => `${path}${query}`.includes('ghost')).length;

describe('a budget of 200 requests a minute', () => {
  // Long enough for a whole pass over all orders and fills to fall into it.
  it('keeps no order waiting for reads at 500 fills a minute, 300 unknown orders and 50 brackets', async () => {
    const desk = setUp({ unknown: 300, brackets: 50 });
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        const from = desk.broker.asked.length;
        const waits = await desk.trade(4, 500, 2_000);
        const asked = desk.broker.asked.slice(from);
        const told = JSON.stringify(figures(asked, 4));
        const ms = (many: readonly (number | undefined)[]) => Math.round(worst(many));
        process.stdout.write(
          `  worst wait of an order ${ms(waits.order)} ms, of an exit ${ms(waits.exit)} ms; a minute: ${told}\n`,
        );
        expect(waits.order.length, told).toBe(120);
        expect(worst(waits.order), told).toBeLessThan(1_000);
        expect(worst(waits.exit), told).toBeLessThan(1_000);
        expect(asked.filter(({ status }) => status === 429).length, told).toBe(0);
        expect(lookups(asked), told).toBeLessThanOrEqual(0.05 * 4 * PER_MINUTE);
        // What is read is not given up either: the positions are never long behind.
        expect(longestGap(asked, '/v2/positions'), told).toBeLessThan(20_000);
      })(),
    );
  });

  it('is enough for one fill a second, a held leg and a market order every five seconds', async () => {
    const desk = setUp({ brackets: 1 });
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        const from = desk.broker.asked.length;
        const waits = await desk.trade(3, 60, 5_000);
        const told = JSON.stringify(figures(desk.broker.asked.slice(from), 3));
        expect(waits.order.length, told).toBe(36);
        expect(worst(waits.order), told).toBeLessThan(1_000);
        expect(worst(waits.exit), told).toBeLessThan(1_000);
      })(),
    );
  });

  it('lets an account arm within seconds although 300 orders are unknown, and looks for them with a twentieth', async () => {
    const desk = setUp({ unknown: 300 });
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        expect(desk.time.now()).toBeLessThan(5_000);
        await desk.time.sleep(10 * MINUTE_MS);
        const told = JSON.stringify(figures(desk.broker.asked, 10));
        expect(lookups(desk.broker.asked), told).toBeLessThanOrEqual(0.05 * 10 * PER_MINUTE);
        expect(lookups(desk.broker.asked), told).toBeGreaterThan(30);
        expect(desk.unit.journal.unsettled()).toHaveLength(300);
      })(),
    );
  });

  it('arms without waiting for 50 orders that the broker does not know, and looks for them with a twentieth', async () => {
    const desk = setUp({ ghosts: 50 });
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        expect(desk.time.now()).toBeLessThan(2_000);
        // Five by their ids, and what nobody waits for meanwhile.
        expect(forGhosts(desk.broker.asked)).toBeLessThan(20);
        await desk.time.sleep(MINUTE_MS);
        const from = desk.broker.asked.length;
        await desk.time.sleep(10 * MINUTE_MS);
        const asked = desk.broker.asked.slice(from);
        const told = JSON.stringify(figures(asked, 10));
        expect(forGhosts(asked), told).toBeLessThanOrEqual(0.05 * 10 * PER_MINUTE);
        expect(forGhosts(asked), told).toBeGreaterThan(30);
        expect(await desk.submit(SELL)).toBeLessThan(1_000);
        await desk.time.sleep(60 * MINUTE_MS);
        expect(desk.unit.book.openOrders()).toEqual([]);
      })(),
    );
  });

  it('sends an exit at once while 200 orders are being canceled, without one request for each', async () => {
    const desk = setUp({ open: 200 });
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        const from = desk.broker.asked.length;
        const done = desk.unit.trading.cancelEverything();
        await desk.time.sleep(50);
        expect(await desk.submit(SELL)).toBeLessThan(1_000);
        expect(await done).toEqual({ ok: true, value: null });
        expect(await desk.time.until(() => desk.unit.book.openOrders().length === 0, 5_000)).toBe(
          true,
        );
        const asked = desk.broker.asked.slice(from);
        const told = JSON.stringify(figures(asked, 1));
        expect(asked.filter(({ method }) => method === 'DELETE').length, told).toBeLessThan(10);
        expect(asked.length, told).toBeLessThan(40);
      })(),
    );
  });

  it('sends exits at once although 300 listed orders are canceled one by one', async () => {
    const desk = setUp({ open: 300 });
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        const ids = desk.unit.book.openOrders().map(({ id }) => id);
        const done = desk.unit.trading.cancelAll(ids, []);
        for (let count = 0; count < 4; count++) {
          await desk.time.sleep(4_000);
          expect(await desk.submit(SELL)).toBeLessThan(1_000);
        }
        await done;
        expect(await desk.time.until(() => desk.unit.book.openOrders().length === 0, 120_000)).toBe(
          true,
        );
        const reads = desk.broker.asked.filter(({ path }) => path.startsWith('/v2/orders/order-'));
        expect(reads.filter(({ method }) => method === 'GET').length).toBeLessThan(60);
      })(),
    );
  });

  it('sees the end of 200 canceled orders although the stream says nothing', async () => {
    const desk = setUp({ open: 200 });
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        desk.broker.mute(true);
        const from = desk.broker.asked.length;
        await desk.unit.trading.cancelEverything();
        expect(await desk.submit(SELL)).toBeLessThan(1_000);
        const isOver = () => desk.unit.book.openOrders().length === 0;
        expect(await desk.time.until(isOver, 15_000)).toBe(true);
        const told = JSON.stringify(figures(desk.broker.asked.slice(from), 1));
        expect(desk.broker.asked.length - from, told).toBeLessThan(80);
      })(),
    );
  });
});

describe('after the broker could not be reached for ten minutes', () => {
  it('a cancel leaves within three seconds', async () => {
    const desk = setUp({ open: 1 });
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        const [order] = desk.unit.book.openOrders();
        desk.wire.breakDown(10 * MINUTE_MS);
        const backAt = desk.time.now() + 10 * MINUTE_MS;
        await desk.unit.trading.cancel(order?.id ?? '');
        const isOver = () => desk.unit.book.openOrders().length === 0;
        expect(await desk.time.until(isOver, 11 * MINUTE_MS)).toBe(true);
        expect(desk.time.now() - backAt).toBeLessThan(3_000);
      })(),
    );
  });
});

/** The longest time without such a request. */
function longestGap(asked: readonly Asked[], path: string): number {
  const times = asked.filter((one) => one.path === path).map(({ at }) => at);
  return Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? 0)));
}
