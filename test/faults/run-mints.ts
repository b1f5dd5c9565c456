// `node test/faults/run-mints.ts --mints N --seed S [--workers W]`: the campaign of mints on its own.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runMintCampaign } from '#test/faults/support/mint-campaign.ts';

const { values } = parseArgs({
  options: {
    mints: { type: 'string', default: '200' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '6' },
  },
});
const mints = Number(values.mints);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const workers = Number(values.workers);
if (![mints, seed, workers].every(Number.isSafeInteger) || mints < 1 || workers < 1) {
  process.stderr.write('Usage: node test/faults/run-mints.ts --mints N --seed S [--workers W]\n');
  process.exit(2);
}

process.stdout.write(`${mints} mints, seed ${seed}\n`);
const { afterFaults, afterPerson, kinds, seconds } = await runMintCampaign({
  mints,
  seed,
  workers,
  onProgress: (done) => process.stdout.write(`  ${done}\n`),
});
const problems = new Set([...afterFaults.problems, ...afterPerson.problems]);
for (const problem of problems) process.stdout.write(`  ${problem}\n`);
process.stdout.write(
  `${JSON.stringify({ seed, seconds, afterFaults: { ...afterFaults, problems: undefined }, afterPerson: { ...afterPerson, problems: undefined }, kinds }, null, 2)}\n`,
);
process.stdout.write(`${problems.size} problems\n`);
process.exit(problems.size === 0 ? 0 : 1);
