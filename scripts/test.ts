// What the code promises, two steps at a time, with one line at the end that counts it all. What a step said is in
// test-results, and here when it failed. The journeys through a whole desk and the themes (test:e2e), the proof under
// faults (proof) and Electron (test:electron) have commands of their own.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ONLY_IN_PROOF } from '#test/proof/parts.ts';
import { meetPrerequisites } from './prerequisites.ts';

type Count = { passed: number; failed: number; skipped: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
};

const RESULTS = 'test-results';
/** How long it took here the last time. */
const LAST = join('out', 'test-minutes');
const started = performance.now();
let hasFailed = false;

/** One step. What it says comes when it is done, and only if it failed, so that two steps do not talk at once. */
function step(name: string, command: string, ...args: string[]): Promise<void> {
  const before = performance.now();
  process.stdout.write(`── ${name} begins\n`);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) =>
    child.once('close', (status) => {
      if (status !== 0) hasFailed = true;
      const seconds = Math.round((performance.now() - before) / 1000);
      const said = stripVTControlCharacters(Buffer.concat(chunks).toString());
      const log = join(RESULTS, `${name.replaceAll(', ', '-')}.log`);
      writeFileSync(log, said);
      // Why a test did not run is told even where all that ran went well.
      const shown = status === 0 ? (said.match(/^Skipped: .*\n/gm) ?? []).join('') : said;
      const end = status === 0 ? 'ok' : `FAILED (${log})`;
      process.stdout.write(`${shown}── ${name}: ${end} in ${seconds} s\n`);
      resolve();
    }),
  );
}

const script = (name: string): Promise<void> => step(name, 'npm', 'run', '-s', name);

/** Suites of Vitest; their report has the name of the first. */
const suites = (names: readonly string[], ...options: string[]): Promise<void> =>
  step(
    names.join(', '),
    'npx',
    'vitest',
    'run',
    ...names.flatMap((name) => ['--project', name]),
    ...options,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${join(RESULTS, `${names[0]}.json`)}`,
  );

const last = existsSync(LAST) ? readFileSync(LAST, 'utf8') : undefined;
process.stdout.write(
  last === undefined
    ? 'All tests: about twenty minutes on two cores.\n'
    : `All tests: the last time it took ${last} min here.\n`,
);
const missing = meetPrerequisites();
if (missing.length > 0) {
  process.stderr.write(
    `The tests cannot run here.\n${missing.map((line) => `  ${line}\n`).join('')}`,
  );
  process.exit(1);
}
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
// Hundreds of processes are started from the same sources: they are compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'ballast-compile-cache');

await script('build');
// The longest first, so that none is left over for one core alone; and what waits for processes beside what computes.
const steps: (() => Promise<void>)[] = [
  () => step('component', 'npx', 'playwright', 'test', '--project=component'),
  () => suites(['desk']),
  () => suites(['unit', 'broker']),
  () =>
    suites(
      // The keyrings of the other systems cannot be had without a person.
      ['faults', 'conformance', ...(process.platform === 'linux' ? ['keyring'] : [])],
      `--exclude=test/faults/{${ONLY_IN_PROOF.join(',')}}.test.ts`,
    ),
  () => script('lint'),
  () => script('types'),
  () => script('format'),
];
const lane = async () => {
  for (let next = steps.shift(); next; next = steps.shift()) await next();
};
await Promise.all([lane(), lane()]);
const reports = ['desk', 'unit', 'faults'];
const counts = [...reports.map(countVitest), countPlaywright('e2e.json')];
for (const line of [...reports.flatMap(namesOfFailed), ...failedOnThePage('e2e.json')])
  process.stdout.write(`\n${line}`);
const total = (key: keyof Count) => counts.reduce((sum, count) => sum + count[key], 0);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
if (!hasFailed) writeFileSync(LAST, minutes);
process.stdout.write(
  `\nAll of it took ${minutes} min.\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`,
);
process.exit(hasFailed ? 1 : 0);

function countVitest(project: string): Count {
  const report = readReport(`${project}.json`) as VitestReport | undefined;
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  };
}

/** Dots tell nothing, and what failed early is far above by now. */
function namesOfFailed(project: string): string[] {
  const report = readReport(`${project}.json`) as VitestReport | undefined;
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const lines = failed.map(
      ({ fullName, failureMessages }) =>
        `${fullName}\n  ${failureMessages.join('\n').slice(0, 2_000)}`,
    );
    // A file that does not even load has no tests.
    if (message && lines.length === 0) lines.push(message.slice(0, 2_000));
    return lines.map((line) => `FAILED ${project}: ${name}: ${line}\n`);
  });
}

function failedOnThePage(file: string): string[] {
  const report = readReport(file) as { suites: PlaywrightSuite[] } | undefined;
  const failed = ({ file: path, specs = [], suites: inner = [] }: PlaywrightSuite): string[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const said = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
        const reason = stripVTControlCharacters(said.map(({ message }) => message).join('\n'));
        return `FAILED on the page: ${path}: ${title}\n  ${reason.slice(0, 2_000)}\n`;
      }),
    ...inner.flatMap(failed),
  ];
  return (report?.suites ?? []).flatMap(failed);
}

function countPlaywright(file: string): Count {
  const report = readReport(file) as
    | { stats: { expected: number; unexpected: number; skipped: number } }
    | undefined;
  return {
    passed: report?.stats.expected ?? 0,
    failed: report?.stats.unexpected ?? 0,
    skipped: report?.stats.skipped ?? 0,
  };
}

function readReport(file: string): unknown {
  const path = join(RESULTS, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined;
}
