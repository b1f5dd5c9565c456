// A journal of many orders: how long it takes to be opened, read and searched, and how long main is held up by it. The anchor
// of each row is the same for a journal of a tenth of the orders: what costs the same does not grow with the past.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLaterChecks } from '#main/journal/later-checks.ts';
import { createReader, startIndexThread, type Reader } from '#main/journal/reader.ts';
import { searchIndexPath } from '#main/journal/search-index.ts';
import type { IndexQuestions } from '#main/journal/search/index-thread.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';
import { systemClock, systemDelay } from '#main/shell/common/system.ts';
import { writeManyOrders } from '#test/bench/many-orders.ts';
import { percentile, round, type BenchOptions, type Figures } from '#test/bench/measure.ts';

const ACCOUNT = '11111111-1111-4111-8111-111111111111';
const ROUNDS = 5;

export async function benchJournal(
  say: (line: string) => void,
  { orders }: BenchOptions,
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  try {
    const [small, large] = [join(folder, 'small'), join(folder, 'large')];
    writeManyOrders(small, ACCOUNT, Math.round(orders / 10));
    writeManyOrders(large, ACCOUNT, orders);
    const megabytes = Math.round(statSync(join(large, 'journal.db')).size / 2 ** 20);
    say(`${orders} orders, ${3 * orders} lines of evidence, ${megabytes} MB; a tenth beside it`);
    const figures: Figures = { orders, megabytes };
    const row = (name: string, [tenth, whole]: readonly [number, number]): void => {
      say(`${name}: ${round(whole, 1)} ms, of a tenth ${round(tenth, 1)} ms`);
      figures[name] = { whole: round(whole, 1), tenth: round(tenth, 1) };
    };
    const both = (run: (where: string) => number) => [run(small), run(large)] as const;
    row(
      'open, checked first',
      both((where) => median(1, () => timeToOpen(where, false))),
    );
    row(
      'open, checked later',
      both((where) => median(ROUNDS, () => timeToOpen(where, true))),
    );
    row(
      'what was last heard',
      both((where) => withJournal(where, (one) => timed(() => one.load()))),
    );
    row(
      'a search without a hit, in main',
      both((where) => withJournal(where, searchInMain, 1)),
    );
    const besideMain = async (name: string, beside: Beside): Promise<void> => {
      const [tenth, whole] = [await timeBeside(small, beside), await timeBeside(large, beside)];
      row(`${name}, in a thread`, [tenth.ms, whole.ms]);
      row(`${name}: main held up, at most`, [tenth.longestMs, whole.longestMs]);
    };
    for (const [name, beside] of BESIDE) await besideMain(name, beside);
    await besideMain('the index, without its pauses', writeIndex);
    const share = [small, large].map(
      (where) => (100 * sizeOf(searchIndexPath(pathIn(where)))) / sizeOf(pathIn(where)),
    );
    figures['index, percent of the journal'] = round(share[1] ?? 0, 0);
    say(
      `its size: ${share.map((percent) => `${round(percent, 0)} %`).join(' and ')} of the journal`,
    );
    for (const [name, text] of WITH_INDEX)
      await besideMain(`with the index, ${name}`, (path, { ask }) =>
        ask('findActivity', path, { ...NO_HIT, text: text(orders) }, NOTHING_KEPT, true),
      );
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const timed = (work: () => unknown): number => {
  const before = performance.now();
  work();
  return performance.now() - before;
};

const median = (times: number, run: () => number): number =>
  percentile(Array.from({ length: times }, run), 50);

const optionsFor = (folder: string, isCheckedLater: boolean): JournalOptions => ({
  folder,
  accountId: ACCOUNT,
  clock: systemClock,
  log: () => undefined,
  isCheckedLater,
  checkedAtOnceBytes: 0,
});

function open(folder: string, isCheckedLater: boolean): Journal {
  const opened = openJournal(optionsFor(folder, isCheckedLater));
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value.journal;
}

function timeToOpen(folder: string, isCheckedLater: boolean): number {
  const before = performance.now();
  const journal = open(folder, isCheckedLater);
  const ms = performance.now() - before;
  journal.close();
  return ms;
}

function withJournal(folder: string, use: (journal: Journal) => number, rounds = ROUNDS): number {
  const journal = open(folder, true);
  try {
    return median(rounds, () => use(journal));
  } finally {
    journal.close();
  }
}

const NO_HIT = { kinds: [], text: 'zzzzqqq', limit: 200 };
const searchInMain = (journal: Journal): number => timed(() => journal.activity(NO_HIT));

type Beside = (path: string, reader: Reader) => Promise<unknown>;
const BESIDE: [name: string, beside: Beside][] = [
  [
    'a search without a hit',
    (path, { ask }) => ask('findActivity', path, NO_HIT, NOTHING_KEPT, false),
  ],
  ['the check', (path, reader) => createLaterChecks(reader, () => undefined)(path)],
];
const NOTHING_KEPT = { intents: [], lines: [] };

/** The last order but a few is in both journals under another id; its number is in the id that the broker gave it. */
const WITH_INDEX: [name: string, text: (orders: number) => string][] = [
  ['no hit', () => NO_HIT.text],
  ['one order', (orders) => `-${(Math.round(orders / 10) - 9).toString(16).padStart(12, '0')}.`],
  ['two words of every order, never in one line', () => 'recorded answered'],
  ['hits everywhere', () => 'accepted'],
  ['a tenth of all orders', () => 'MSFT sent'],
];

const pathIn = (folder: string): string => join(folder, 'journal.db');
const sizeOf = (path: string): number => statSync(path).size;

async function writeIndex(path: string): Promise<void> {
  const writer = createReader<IndexQuestions>(systemDelay, startIndexThread);
  const job = { path, until: 1e12, at: systemClock.wall(), sliceMs: 200, lag: 0 };
  for (let isDone = false; !isDone;) ({ isDone } = await writer.ask('updateIndex', job));
  writer.stop();
}

async function timeBeside(folder: string, beside: Beside) {
  const reader = createReader(systemDelay);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  // Not the start of the thread, which is the same for every file.
  await reader.ask('findDamage', join(folder, 'none.db')).catch(() => undefined);
  delay.enable();
  const before = performance.now();
  await beside(pathIn(folder), reader);
  const ms = performance.now() - before;
  delay.disable();
  reader.stop();
  return { ms, longestMs: delay.max / 1e6 };
}
