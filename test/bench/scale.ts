// A desk at a size that no person has yet: a million recorded orders, ten million lines of evidence, a hundred thousand open
// orders, fifty accounts, five hundred symbols. The anchor of each row is the same at a tenth of it: what costs the same
// does not grow.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Lateness } from '#test/bench/scale/lateness.ts';
import { makeWorld } from '#test/bench/scale/make-world.ts';
import type { Job, Measured, Task } from '#test/bench/scale/measure-desk.ts';
import {
  deskFolderIn,
  EMPTY,
  OPEN,
  PAST,
  readWorld,
  startWorldBroker,
  worldFileIn,
  type Size,
} from '#test/bench/scale/world.ts';
import { round, type BenchOptions, type Figures } from '#test/bench/measure.ts';

type Say = (line: string) => void;
type Shown = {
  places: (accounts: number) => number[];
  tasks: Task[];
  /** Both with as many symbols as a tenth has. */
  hasFewSymbols?: true;
  isBrief?: true;
};
/** What of it is ten times as much, of what else costs the same. */
type Part = Shown & { title: string; grows: keyof Size };
type Row = { what: string; figure: number; anchor: number; unit: string; ratio: number };

const everyPlace = (accounts: number): number[] =>
  Array.from({ length: accounts - 1 }, (_, place) => place);

const PARTS: Record<string, Part> = {
  past: {
    title: 'recorded orders',
    grows: 'orders',
    places: () => [PAST],
    tasks: ['read', 'search'],
    hasFewSymbols: true,
  },
  open: {
    title: 'open orders',
    grows: 'open',
    places: () => [OPEN],
    tasks: [],
    hasFewSymbols: true,
  },
  accounts: {
    title: 'accounts, of which nobody looks at all but one',
    grows: 'accounts',
    places: (accounts) => everyPlace(accounts).filter((place) => place >= EMPTY),
    tasks: [],
  },
  all: { title: 'all of it', grows: 'orders', places: everyPlace, tasks: ['write'] },
};
/** Enough for the three accounts that differ, one more, and the practice account. */
const LEAST_ACCOUNTS = 5;
const DEFAULT = { orders: 100_000, linesEach: 10, accounts: 50, symbols: 500 };

export async function benchScale(say: Say, { only, scale }: BenchOptions): Promise<Figures> {
  const { orders = DEFAULT.orders, lines = orders * DEFAULT.linesEach, data } = scale;
  const folder = data ?? mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const { accounts, symbols } = DEFAULT;
  const whole: Size = { orders, lines, open: Math.round(orders / 10), accounts, symbols };
  const tenth: Size = {
    orders: Math.round(orders / 10),
    lines: Math.round(lines / 10),
    open: Math.round(whole.open / 10),
    accounts: LEAST_ACCOUNTS,
    symbols: symbols / 10,
  };
  const worlds = { tenth: join(folder, `tenth-${orders}`), whole: join(folder, `whole-${orders}`) };
  const isWanted = (part: string) => only.length === 0 || only.includes(part);
  const figures: Figures = { orders, lines, open: whole.open, accounts, symbols };
  try {
    await makeOnce(say, worlds.tenth, tenth);
    await makeOnce(say, worlds.whole, whole);
    const wanted = Object.entries(PARTS).filter(([name]) => isWanted(name));
    if (wanted.length > 0) await startOnce(say, worlds.tenth);
    if (wanted.length > 0) await startOnce(say, worlds.whole);
    for (const [name, part] of wanted) {
      const small = await measureIn(worlds.tenth, part);
      const large = await measureIn(worlds.whole, part);
      const by = (whole[part.grows] - tenth[part.grows]) / 100_000;
      const rows = [...rowsOf(small, large), ...memoryRows(small, large, part, by)];
      say(`${part.title}: whole, a tenth, and the ratio`);
      for (const { what, figure, anchor, unit, ratio } of rows)
        say(`  ${what}: ${`${figure} ${unit}`.trim()}, ${`${anchor} ${unit}`.trim()}: ${ratio} ×`);
      figures[name] = rows;
      figures[`${name} raw`] = [small, large];
    }
    return figures;
  } finally {
    if (data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** What is there from an earlier run is used. */
async function makeOnce(say: Say, folder: string, size: Size): Promise<void> {
  const before = performance.now();
  const isThere = existsSync(worldFileIn(folder));
  if (!isThere) {
    rmSync(folder, { recursive: true, force: true });
    await makeWorld(folder, size);
  }
  const { accounts } = readWorld(folder);
  const accountId = accounts[PAST]?.accountId ?? '';
  const { size: bytes } = statSync(join(deskFolderIn(folder), 'accounts', accountId, 'journal.db'));
  const seconds = Math.round((performance.now() - before) / 1_000);
  say(
    `${size.orders} orders, ${size.lines} lines, ${Math.round(bytes / 2 ** 20)} MB; ${size.open} open, ${size.accounts} accounts, ${size.symbols} symbols${isThere ? '' : `: made in ${seconds} s`}`,
  );
}

/** Of what is open all is heard for the first time, and kept: the next start finds what a desk left. */
async function startOnce(say: Say, folder: string): Promise<void> {
  const mark = join(folder, 'was-started');
  if (existsSync(mark)) return;
  const before = performance.now();
  const places = (accounts: number) => everyPlace(accounts).filter((place) => place !== PAST);
  await measureIn(folder, { places, tasks: [], isBrief: true });
  writeFileSync(mark, '');
  say(`started for the first time: ${Math.round((performance.now() - before) / 1_000)} s`);
}

/** In a process of its own, whose memory and whose time are main's alone. */
async function measureIn(folder: string, part: Shown): Promise<Measured> {
  const broker = await startWorldBroker(folder);
  try {
    const { accounts, symbols } = readWorld(folder);
    const { tasks, isBrief, hasFewSymbols } = part;
    const job: Job = {
      folder,
      hosts: broker.hosts,
      places: part.places(accounts.length + 1),
      symbols: hasFewSymbols ? DEFAULT.symbols / 10 : symbols.length,
      tasks,
      ...(isBrief && { isBrief }),
    };
    const child = spawn(
      process.execPath,
      ['--expose-gc', 'test/bench/scale/measure-desk.ts', JSON.stringify(job)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      void gone.then(() => reject(new Error('the desk ended before it had told anything')));
    });
    await gone;
    return JSON.parse(line) as Measured;
  } finally {
    await broker.stop();
  }
}

function rowsOf(small: Measured, large: Measured): Row[] {
  const rows: Row[] = [];
  const row = (what: string, unit: string, of: (one: Measured) => number | undefined): void => {
    const [anchor, figure] = [of(small), of(large)];
    if (anchor === undefined || figure === undefined) return;
    const ratio = round(figure / (anchor || 1));
    rows.push({ what, unit, figure: round(figure, 2), anchor: round(anchor, 2), ratio });
  };
  row('start to the account open', 'ms', ({ openMs }) => openMs);
  for (const feed of ['trading', 'executions', 'orders', 'intents'])
    row(`start to the first state of ${feed}`, 'ms', ({ states }) => states[feed]?.ms);
  for (const feed of ['orders', 'intents'])
    row(`frames of the first state of ${feed}`, '', ({ states }) => states[feed]?.frames);
  row('start to the whole first state', 'ms', ({ wholeMs }) => wholeMs);
  row('start to every account open', 'ms', ({ allOpenMs }) => allOpenMs);
  row('start to a price of every symbol', 'ms', ({ pricedMs }) => pricedMs);
  row('start until all that it begins is over', 'ms', ({ restMs }) => restMs);
  row('start until orders are taken', 'ms', ({ armedMs }) => armedMs);
  for (const phase of Object.keys(large.late)) {
    const late =
      (what: keyof Lateness) =>
      ({ late: all }: Measured) =>
        all[phase]?.[what];
    row(`${phase}: a timer in main was late by at most`, 'ms', late('mostMs'));
    row(`${phase}: of it work of main, at most`, 'ms', late('mostBusyMs'));
    row(`${phase}: times over 10 ms`, '', late('over10'));
  }
  for (const name of Object.keys(large.read ?? {}))
    row(`${name} (p50)`, 'ms', ({ read }) => read?.[name]?.p50);
  for (const name of Object.keys(large.search ?? {}))
    row(`search, ${name}`, 'ms', ({ search }) => search?.[name]?.ms);
  for (const name of Object.keys(large.write ?? {}))
    for (const p of ['p50', 'p95'] as const)
      row(`a new order, ${name} (${p})`, 'ms', ({ write }) => write?.[name]?.[p]);
  for (const name of ['past', 'open']) {
    const [figure, anchor] = [large.write?.[name]?.p50, large.write?.['empty']?.p50];
    if (figure === undefined || anchor === undefined) continue;
    const what = `a new order, ${name} (p50), by one in an empty journal in turns with it`;
    rows.push({ what, unit: 'ms', figure, anchor, ratio: round(figure / anchor) });
  }
  row('processor, idle', '%', ({ idlePercent }) => idlePercent);
  return rows;
}

/** How much more for each further hundred thousand, but for accounts. */
function memoryRows(small: Measured, large: Measured, { grows }: Part, by: number): Row[] {
  const kinds = { heapMb: 'heap of main', rssMb: 'memory of main (RSS)', pssMb: '(PSS)' } as const;
  return (['heapMb', 'rssMb', 'pssMb'] as const).map((kind) => {
    const [anchor, figure] = [small.memory[kind], large.memory[kind]];
    const slope =
      grows === 'accounts'
        ? `${round((figure - anchor) / (by * 100_000))} for each account`
        : `${round((figure - anchor) / by)} for each further 100,000`;
    const what = `${kinds[kind]}, ${slope}`;
    return { what, unit: 'MB', figure, anchor, ratio: round(figure / anchor) };
  });
}
