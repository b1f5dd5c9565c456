// `npm run monkey -- [--minutes M] [--seed S]`: a monkey in front of a real desk. Every finding is printed with the seed
// and the steps before it. The seed repeats the choices; what they meet is the market's and the machine's affair.
import { randomInt } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMonkey, type Report } from '#test/monkey/monkey.ts';
import { createRig, type Rig } from '#test/monkey/rig.ts';

const FOLDER = 'test-results/monkey';
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('Usage: npm run monkey -- [--minutes M] [--seed S]\n');
  process.exit(2);
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
say(`A monkey for ${minutes} min, seed ${seed}`);
mkdirSync(FOLDER, { recursive: true });
let end = Number.POSITIVE_INFINITY;
let rig: Rig | undefined;
let lastStep: string | undefined;
const monkey = createMonkey({
  seed,
  goesOn: () => performance.now() < end,
  onFinding({ text, after }) {
    say(`\nFOUND (seed ${seed}): ${text}`);
    if (after.at(-1) !== lastStep) for (const line of after) say(`    ${line}`);
    lastStep = after.at(-1);
    for (const [nth, page] of (rig?.windows() ?? []).entries())
      void page
        .screenshot({ path: `${FOLDER}/${seed}-${after.length}-${nth}.png`, timeout: 5_000 })
        .catch(() => undefined);
  },
  onStep: (words) => appendFileSync(`${FOLDER}/${seed}.log`, `${words}\n`),
  onPause: (report) => say(`  ${wordsOf(report)}`),
});
rig = await createRig(monkey.note);
end = performance.now() + minutes * 60_000;
const report = await monkey.run(rig);
await rig.stop();
say(`${wordsOf(report)}, seed ${seed}`);
// A run in which nothing was compared has proved nothing.
process.exit(report.findings.length === 0 && report.compared > 0 ? 0 : 1);

function wordsOf({ steps, orders, fills, mints, compared, findings }: Report): string {
  return `${steps} steps, ${orders} orders, ${fills} fills, ${mints} mints, ${compared} comparisons, ${findings.length} findings`;
}
