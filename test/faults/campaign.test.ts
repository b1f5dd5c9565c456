// Five hundred orders under faults on every run: a fixed seed, so that a failure can be repeated, and a fresh one.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runCampaign } from '#test/faults/support/campaign.ts';
import { atScale } from '#test/support/scale.ts';

/** Half of them under each seed. */
const ORDERS = atScale(10_000, 500) / 2;

it.each([
  ['a fixed seed', 20_261_115],
  ['a fresh seed', randomInt(2 ** 31)],
])(
  'loses, doubles and misplaces nothing under faults with %s',
  { retry: 0 },
  async (_what, seed) => {
    const { afterFaults, afterPerson, kinds } = await runCampaign({ orders: ORDERS, seed });
    const problems = [...afterFaults.problems, ...afterPerson.problems];
    expect(problems, `npm run faults -- --orders ${ORDERS} --seed ${seed}`).toEqual([]);
    expect(afterFaults.stillOpen, `seed ${seed}`).toEqual([]);
    expect(afterPerson.accepted).toBeGreaterThan(ORDERS / 2);
    expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(20);
  },
);
