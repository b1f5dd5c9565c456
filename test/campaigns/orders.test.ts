// Orders under faults over the real wire: a fixed seed, so that a failure can be repeated, and a fresh one.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runCampaign } from '#test/faults/support/campaign.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';

/** Half of them under each seed. */
const ORDERS = atScale(10_000, 500) / 2;
/** Most of them wait most of the time. */
const WORKERS = 16;

it.each([
  ['a fixed seed', 20_261_115],
  ['a fresh seed', randomInt(2 ** 31)],
])('loses, doubles and misplaces nothing under faults with %s', async (what, seed) => {
  const { afterFaults, afterPerson, kinds, page, seconds } = await runCampaign({
    orders: ORDERS,
    seed,
    workers: WORKERS,
  });
  const repeat = `npm run faults -- --orders ${ORDERS} --seed ${seed} --workers ${WORKERS}`;
  tellProof({
    part: 'orders',
    what: `intents over the wire to a broker process, ${what}`,
    count: ORDERS,
    zero: {
      lost: afterFaults.lost + afterPerson.lost,
      duplicated: afterFaults.duplicated + afterPerson.duplicated,
      wrongAccount: afterFaults.wrongAccount + afterPerson.wrongAccount,
      resendableLeftOpen: afterFaults.unknownResendable,
      'told and never so': page.untrue.length,
      'told otherwise when all was quiet': page.differences.length,
    },
    figures: {
      accepted: afterPerson.accepted,
      refused: afterPerson.refused,
      notSent: afterPerson.notSent,
      setAside: afterPerson.setAside,
      unknownAfterFaults: afterFaults.unknown,
      kindsOrdered: Object.keys(kinds).length,
      'values told to the page': page.told,
      'of them marked as estimates': page.estimates,
      'estimates that nothing explains': page.misjudged.length,
      'until the page had what the broker has, at most': `${page.slowestMs} ms`,
      seconds,
    },
    seed,
    repeat,
  });
  const problems = [
    ...afterFaults.problems,
    ...afterPerson.problems,
    ...page.untrue,
    ...page.differences,
  ];
  expect(problems, repeat).toEqual([]);
  expect(afterFaults.stillOpen, `seed ${seed}`).toEqual([]);
  expect(afterPerson.accepted).toBeGreaterThan(ORDERS / 2);
  expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(20);
});
