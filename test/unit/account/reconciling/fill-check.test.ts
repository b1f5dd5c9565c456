import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { Execution, Revision } from '#contract/orders.ts';
import { createFillCheck } from '#main/account/reconciling/fill-check.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anExecution, anOrder } from '#test/unit/domain/samples.ts';

it('compares more fills than a call takes arguments', async () => {
  const known = Array.from({ length: 130_000 }, (_, n) =>
    anExecution({ orderId: `o${n}`, qty: '1', cumQty: '1', at: '2026-11-13T15:00:00Z' }),
  );
  const time = createFakeTime();
  const revised: [string, Revision['kind']][] = [];
  const asked: unknown[] = [];
  const check = createFillCheck({
    ...time,
    log: (line) => {
      throw new Error(JSON.stringify(line));
    },
    signal: new AbortController().signal,
    onRevised: () => undefined,
    client: {
      async allActivities(query) {
        asked.push(query);
        return ok(known.slice(1).map((execution, n) => ({ id: `a${n}`, execution })) as never);
      },
      order: async () => ok(anOrder({ id: 'o0', status: 'canceled', filledQty: '0' })),
    },
    book: {
      executionsBetween: (from) => known.filter(({ at }) => Date.parse(at) >= from),
      executionSpan: () => ({
        first: 0,
        last: known.reduce((newest, { at }) => Math.max(newest, Date.parse(at)), 0),
      }),
      executions: (orderId) => known.filter((one) => one.orderId === orderId),
      revise({ orderId }, { kind }): Execution | undefined {
        revised.push([orderId, kind]);
        return undefined;
      },
    },
  });
  check.start();
  // Nothing is believed of one reading alone.
  for (let n = 0; n < 2; n++) {
    time.advance(120_000);
    for (let turn = 0; turn < 30; turn++) await Promise.resolve();
  }
  check.stop();
  const query = { activityTypes: ['FILL'], after: '2026-11-13T14:55:00.000Z' };
  expect(asked).toEqual([query, query]);
  expect(revised).toEqual([['o0', 'bust']]);
});
