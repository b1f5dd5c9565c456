// The way out when nothing may be read any more, in virtual time: the whole budget is spent, or the broker asks for a wait.
import { describe, expect, it } from 'vitest';
import { figures, MINUTE_MS, setUpBusyDesk } from '#test/faults/simulation/busy-desk.ts';
import { tellProof } from '#test/support/proof.ts';

type Desk = ReturnType<typeof setUpBusyDesk>;

/** More than a minute allows; nobody waits for the answers. */
function readEverything({ unit }: Desk): void {
  for (let count = 0; count < 400; count++) void unit.client.account();
}

const EMPTY = [
  {
    what: 'reads have spent the budget of the minute',
    empty: async (desk: Desk) => {
      readEverything(desk);
      const { asked } = desk.broker;
      // Until none leaves any more.
      for (let before = -1; before < asked.length; await desk.time.sleep(500))
        before = asked.length;
    },
  },
  {
    what: 'the broker has answered a reading with 429 and asks for a wait of a minute',
    empty: async (desk: Desk) => {
      desk.broker.throttle('/v2/account', 60);
      void desk.unit.client.account();
      await desk.time.sleep(500);
    },
  },
];

describe('a person closes a position although', () => {
  it.each(EMPTY)('$what', async ({ what, empty }) => {
    const desk = setUpBusyDesk({});
    await desk.time.run(
      (async () => {
        desk.start();
        expect(await desk.arm()).toBe(true);
        await empty(desk);
        const { closings } = desk.unit;
        const from = desk.broker.asked.length;
        const began = desk.time.now();
        const { closingId } = closings.plan('close', ['MSFT']);
        expect(closings.begin(closingId, 'market')).toMatchObject({ ok: true });
        const now = () => closings.list().find((closing) => closing.closingId === closingId);
        await desk.time.until(() => now()?.state === 'ended', 5 * MINUTE_MS);
        const ms = Math.round(desk.time.now() - began);
        const asked = desk.broker.asked.slice(from);
        tellProof({
          part: 'exits',
          what: `a position closed in virtual time although ${what}`,
          count: 1,
          zero: { 'not out': Number(now()?.symbols.some(({ step }) => step !== 'closed') ?? true) },
          figures: { 'until nothing is held': `${ms} ms` },
          repeat: 'npx vitest run --project faults test/faults/way-out-budget.test.ts',
        });
        expect(now()?.symbols, JSON.stringify(figures(asked, 1))).toMatchObject([
          { step: 'closed', left: '0' },
        ]);
        const [exit, ...more] = asked.filter(({ method }) => method === 'POST');
        expect(more).toEqual([]);
        expect((exit?.at ?? Infinity) - began).toBeLessThan(3_000);
        expect(ms).toBeLessThan(6_000);
      })(),
    );
  });
});
