// What the code promises, in two lanes side by side, with one line at the end that counts it all. The journeys through a
// whole desk and the themes (test:e2e), the proof under faults (proof) and Electron (test:electron) have commands of
// their own.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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
const BESIDE_THE_PAGE = [
  'faults',
  'conformance',
  // The keyrings of the other systems cannot be had without a person.
  ...(process.platform === 'linux' ? ['keyring'] : []),
];
/** Campaigns of kills, faults, slips and load: the proof of every landing has them at the same size. */
const CAMPAIGNS = '{budget,crash,disasters,guards,journal-crash,mints,simulation,streams}';
const started = performance.now();
let hasFailed = false;

/** One step of a lane. What it says comes when it is done, so that the lanes do not talk at once. */
function step(name: string, command: string, ...args: string[]): Promise<void> {
  const before = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) =>
    child.once('close', (status) => {
      if (status !== 0) hasFailed = true;
      const seconds = Math.round((performance.now() - before) / 1000);
      process.stdout.write(
        `\n── ${name}\n${said}── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n`,
      );
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

await Promise.all([
  (async () => {
    await script('build');
    await step('component', 'npx', 'playwright', 'test', '--project=component');
    await suites(BESIDE_THE_PAGE, `--exclude=test/faults/${CAMPAIGNS}.test.ts`);
  })(),
  (async () => {
    for (const name of ['types', 'format', 'lint']) await script(name);
    await suites(['unit', 'broker', 'desk']);
  })(),
]);
const reports = ['unit', 'faults'];
const counts = [...reports.map(countVitest), countPlaywright('e2e.json')];
for (const line of [...reports.flatMap(namesOfFailed), ...failedOnThePage('e2e.json')])
  process.stdout.write(`\n${line}`);
const total = (key: keyof Count) => counts.reduce((sum, count) => sum + count[key], 0);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
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
