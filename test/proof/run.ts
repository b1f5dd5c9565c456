// `npm run proof -- --scale S [--only PART,PART] [--check]`: the suites of the proof at that share of their full counts.
// Writes docs/proof.md and docs/proof.json (with --check nothing), and prints one JSON line at the end. `--page` runs
// nothing and writes the page anew.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'oxfmt';
import { writeProof } from '#test/proof/document.ts';
import { ONLY_IN_PROOF, PLAN } from '#test/proof/parts.ts';
import { runSecondProof } from '#test/proof/second.ts';
import {
  describeCommit,
  describeMachine,
  problemsOf,
  readRecords,
  readRows,
  writeRecords,
} from '#test/proof/record.ts';
import { PARTS, type Part, type ProofRow } from '#test/support/proof.ts';

const RESULTS = 'test-results';
const ROWS = join(RESULTS, 'proof-rows.jsonl');
/** A trading day, even a compressed one, is no part of every run; and a hundredth of the second proof has no faults. */
const EVERY_RUN: readonly Part[] = PARTS.filter((part) => part !== 'soak' && part !== 'second');

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
    check: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
});
const scale = Number(values.scale);
const wanted = values.only?.split(',').filter(Boolean) ?? (values.check ? EVERY_RUN : PARTS);
const parts = PARTS.filter((part) => wanted.includes(part));
if (!(scale > 0) || parts.length !== wanted.length) {
  process.stderr.write(
    `Usage: npm run proof -- --scale S [--only ${PARTS.join(',')}] [--check] [--page]\nS is a share of the full counts, above 0.\n`,
  );
  process.exit(2);
}

const records = readRecords();
if (values.page) {
  await writePage();
  process.exit(0);
}
const problems: string[] = [];
const counts: Partial<Record<Part, number>> = {};
mkdirSync(RESULTS, { recursive: true });

// All at once is quickest, and takes along the files of these suites that belong to no part and that `npm test` leaves out.
const isAtOnce = values.check && EVERY_RUN.every((part) => parts.includes(part));
const ofLanding = [
  ...EVERY_RUN.flatMap((part) => PLAN[part].files),
  ...ONLY_IN_PROOF.map((name) => `test/faults/${name}.test.ts`),
  'test/campaigns/',
];
if (isAtOnce) run(EVERY_RUN, () => runSuites(['faults', 'campaigns'], ofLanding));
for (const part of parts.filter((one) => !isAtOnce || !EVERY_RUN.includes(one)))
  run([part], () =>
    part === 'second'
      ? runSecondProof(scale, RESULTS)
      : runSuites(['faults', 'campaigns', 'soak'], PLAN[part].files),
  );

if (!values.check) {
  writeRecords(records);
  await writePage();
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${JSON.stringify({ proof: scale, commit: describeCommit(), counts, problems: problems.length })}\n`,
);
process.exit(problems.length === 0 ? 0 : 1);

async function writePage(): Promise<void> {
  const { code } = await format('proof.md', writeProof(records));
  writeFileSync('docs/proof.md', code);
}

function run(which: readonly Part[], find: () => { rows: ProofRow[]; isOk: boolean }): void {
  const started = performance.now();
  process.stdout.write(`── ${which.join(', ')} at scale ${scale}\n`);
  const { rows, isOk } = find();
  const seconds = Math.round((performance.now() - started) / 1000);
  if (!isOk) problems.push(`the suites of ${which.join(', ')} failed`);
  problems.push(...problemsOf(rows));
  for (const part of which) {
    const own = rows.filter((row) => row.part === part);
    if (own.length === 0) problems.push(`${part} told no row`);
    counts[part] = own.reduce((sum, { count }) => sum + count, 0);
    records[part] = {
      at: new Date().toISOString(),
      commit: describeCommit(),
      machine: describeMachine(),
      scale,
      seconds,
      rows: own,
    };
  }
}

function runSuites(projects: readonly string[], files: readonly string[]) {
  rmSync(ROWS, { force: true });
  const report = `proof-${projects.join('-')}.json`;
  const { status } = spawnSync(
    'npx',
    [
      'vitest',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...files,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${join(RESULTS, report)}`,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, BALLAST_SCALE: String(scale), BALLAST_PROOF: ROWS },
    },
  );
  return { rows: readRows(ROWS), isOk: status === 0 };
}
