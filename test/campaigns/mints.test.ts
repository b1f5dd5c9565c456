// Random mints under random faults: a fixed seed, so that a failure can be repeated, and a fresh one.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runMintCampaign } from '#test/faults/support/mint-campaign.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, GROWTH } from '#test/support/scale.ts';

/** Half of them under each seed. */
const MINTS = Math.ceil(atScale(10_000, 200) / 2);
/** Most of a mint under faults is waiting, so a long campaign has more of them under way at once. */
const WORKERS = GROWTH > 10 ? 24 : 6;

it.each([
  ['a fixed seed', 20_261_116],
  ['a fresh seed', Number(process.env['MINT_SEED'] ?? randomInt(2 ** 31))],
])('exactly one request per intent under random faults with %s', async (what, seed) => {
  const { afterFaults, afterPerson, kinds, seconds } = await runMintCampaign({
    mints: MINTS,
    seed,
    workers: WORKERS,
  });
  const problems = [...afterFaults.problems, ...afterPerson.problems];
  const repeat = `node test/faults/run-mints.ts --mints ${MINTS} --seed ${seed} --workers ${WORKERS}`;
  const { accepted = 0, refused = 0, unknown = 0 } = afterPerson.states;
  tellProof({
    part: 'mints',
    what: `mints under ${Object.keys(kinds).length} kinds of fault, ${what}`,
    count: afterPerson.mints,
    zero: {
      'minted twice, minted without an intent, or told falsely': problems.length,
      'intents that are missing': MINTS - afterPerson.mints,
      'still unknown after a person had decided': unknown,
    },
    figures: {
      accepted,
      refused,
      'unknown when the faults were over': afterFaults.states.unknown ?? 0,
      time: `${seconds} s`,
    },
    seed,
    repeat,
  });
  expect(problems, repeat).toEqual([]);
  expect(afterPerson.mints).toBe(MINTS);
  expect(accepted).toBeGreaterThan(MINTS / 2);
  expect(unknown).toBe(0);
});
