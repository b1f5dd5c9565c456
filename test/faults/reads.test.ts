// What is read while the order stream tells everything, in virtual time: account and positions, coalesced, and the list of
// open orders now and then, in case the stream is mute. Nothing that the stream told.
import { describe, expect, it } from 'vitest';
import { figures, MINUTE_MS, setUpBusyDesk } from '#test/faults/simulation/busy-desk.ts';

const MINUTES = 3;

describe('an armed account at which nothing is decided', () => {
  it.each([
    // Standing: at once and after waits that double to 3 s. The list: at most every two seconds.
    { fillsPerMinute: 60, standing: 22, lists: 31 },
    { fillsPerMinute: 200, standing: 22, lists: 31 },
    // Each fill is a burst of its own: standing once, and every 15 s as ever; the list after 0.5, 1, 2, 4 and 8 s.
    { fillsPerMinute: 3, standing: 7, lists: 16 },
  ])(
    'reads no order and no fill that the stream told, at $fillsPerMinute fills a minute',
    async ({ fillsPerMinute, standing, lists }) => {
      const desk = setUpBusyDesk({ brackets: 1 });
      await desk.time.run(
        (async () => {
          desk.start();
          expect(await desk.arm()).toBe(true);
          const [parent] = desk.parents;
          const from = desk.broker.asked.length;
          const fills = MINUTES * fillsPerMinute;
          for (let count = 0; count < fills; count++) {
            if (parent) desk.broker.fillOne(parent);
            await desk.time.sleep(MINUTE_MS / fillsPerMinute);
          }
          const asked = desk.broker.asked.slice(from);
          const told = JSON.stringify(figures(asked, MINUTES));
          process.stdout.write(`  at ${fillsPerMinute} fills a minute: ${told}\n`);
          // A list has at least a second page, which says that there is no more.
          const first = asked.filter(({ query }) => !/before_order_id|page_token/.test(query));
          const perMinute = (path: string, query = ''): number =>
            first.filter((one) => one.path === path && one.query.includes(query)).length / MINUTES;
          expect(perMinute('/v2/account'), told).toBeLessThanOrEqual(standing);
          expect(perMinute('/v2/positions'), told).toBeLessThanOrEqual(standing);
          expect(perMinute('/v2/orders', 'status=open'), told).toBeLessThanOrEqual(lists);
          // The whole is read every three minutes, in case something was missed all the same.
          expect(perMinute('/v2/orders', 'status=all'), told).toBeLessThan(1);
          expect(perMinute('/v2/account/activities', 'FILL'), told).toBeLessThan(1);
          const byId = asked.filter(({ path }) => /^\/v2\/orders[/:]/.test(path));
          expect(byId, told).toEqual([]);
          // And it is known: no fill is missing, and the position is the broker's.
          const { book } = desk.unit;
          expect(book.executions(parent?.id ?? '')).toHaveLength(fills);
          const held = book.standingPositions().find(({ symbol }) => symbol === 'AAPL');
          expect(held?.qty).toBe(String(1_000 + fills));
        })(),
      );
    },
  );
});
