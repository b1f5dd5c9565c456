// The application as a whole, in a real Electron beside a blank window of the same one, in turns: how long it takes to
// start, what it holds of the memory, and what it takes of the processor while nobody touches it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { measureOrders } from '#test/bench/app/many-orders.ts';
import { runWatched } from '#test/bench/app/run-watched.ts';
import { launchWeb } from '#test/bench/app/launch-web.ts';
import { memoryMb, processorShare, totalOf, type Sums } from '#test/bench/app/process-tree.ts';
import { SETTLE_MS, until, wait, type Launch, type Start } from '#test/bench/app/starts.ts';
import type { Seen } from '#test/bench/app/watch-page.ts';
import { percentile, round, type BenchOptions, type Figures } from '#test/bench/measure.ts';
import { rowsAsTable, type Measured, type Row } from '#test/bench/ui/row.ts';

const STARTS = 7;
const ROUNDS = 3;
const IDLE_MS = 20_000;
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const place = (name: string): string => fileURLToPath(new URL(`app/${name}`, import.meta.url));
const addressOf = (page: string): string => pathToFileURL(place('')).href + page;
const median = (values: number[]): number => percentile(values, 50);

type Say = (line: string) => void;

export async function benchApp(say: Say, options: BenchOptions): Promise<Figures> {
  const program = electronProgram();
  if (program === undefined) {
    const why =
      'There is no Electron here: its runtime was not downloaded. Nothing of the application as a whole was measured.';
    say(why);
    return { skipped: why };
  }
  return measureAll(say, options, ({ folder, page, ...start }) =>
    runWatched({
      ...start,
      program,
      args:
        page === undefined
          ? [PROJECT, '--data', folder]
          : [place('blank.cjs'), addressOf(page), folder],
    }),
  );
}

/** The same of the web shell and a browser, beside a blank page in that browser. */
export const benchWeb = (say: Say, options: BenchOptions): Promise<Figures> =>
  measureAll(say, options, ({ page, ...start }) =>
    launchWeb({ ...start, ...(page !== undefined && { page: addressOf(page) }) }),
  );

async function measureAll(
  say: Say,
  { only, orders }: BenchOptions,
  launch: Launch,
): Promise<Figures> {
  const root = mkdtempSync(join(tmpdir(), 'ballast-app-bench-'));
  let folders = 0;
  const fresh = (): string => join(root, String(++folders));
  const measures: Record<string, () => Promise<Measured>> = {
    start: () => measureStart(launch, fresh),
    memory: () => measureMemory(launch, fresh),
    idle: () => measureIdle(launch, fresh),
    orders: () => measureOrders({ launch, fresh, orders }),
  };
  try {
    const figures: Figures = {};
    const rows: Row[] = [];
    for (const [name, measure] of Object.entries(measures)) {
      if (only.length > 0 && !only.includes(name)) continue;
      const measured = await measure();
      figures[name] = measured.raw;
      rows.push(...measured.rows);
      say(`${rowsAsTable(measured.rows)}\n`);
    }
    return { ...figures, rows };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Where the package was installed and its runtime was not, asking it throws. */
function electronProgram(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const program = createRequire(import.meta.url)('electron') as string;
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

const BLANK = 'blank.html';

/** Milliseconds from the start of the process. */
async function timed(launch: Launch, start: Start): Promise<Record<string, number>> {
  const run = await launch(start);
  const isDone = ({ painted, price, ordered }: Seen): boolean =>
    painted !== undefined &&
    (start.page !== undefined ||
      (price !== undefined && (!start.mayOrder || ordered !== undefined)));
  const { painted = NaN, price = NaN, ordered = NaN } = await until(run, isDone);
  await wait(500);
  await run.stop();
  return {
    painted: painted - run.startedAt,
    price: price - run.startedAt,
    ordered: ordered - run.startedAt,
  };
}

async function measureStart(launch: Launch, fresh: () => string): Promise<Measured> {
  const taken: Record<string, number[]> = {};
  const note = (name: string, ms: number | undefined): void =>
    void (taken[name] ??= []).push(ms ?? NaN);
  const kept = fresh();
  // What is read from the disk for the first time is read here.
  await timed(launch, { folder: fresh(), page: BLANK });
  await timed(launch, { folder: kept, mayOrder: true });
  for (let nth = 0; nth < STARTS; nth++) {
    note('blankMs', (await timed(launch, { folder: fresh(), page: BLANK }))['painted']);
    const again = await timed(launch, { folder: kept });
    note('windowMs', again['painted']);
    note('priceMs', again['price']);
    const first = await timed(launch, { folder: fresh(), mayOrder: true });
    note('firstStartPriceMs', first['price']);
    note('firstStartOrderMs', first['ordered']);
  }
  const raw: Record<string, number> = {};
  for (const [name, values] of Object.entries(taken)) raw[name] = round(median(values), 0);
  const blank = raw['blankMs'] ?? NaN;
  const row = (what: string, name: string, most?: number): Row =>
    rowOf({ what, figure: raw[name] ?? NaN, anchor: blank, unit: 'ms', most });
  return {
    raw,
    rows: [
      row('start of the process to the first paint of its window', 'windowMs'),
      row('to the first live price', 'priceMs', 1.6),
      row('to the first live price, in a new data folder', 'firstStartPriceMs'),
      row('to the first order accepted, in a new data folder', 'firstStartOrderMs'),
    ],
  };
}

async function measureMemory(launch: Launch, fresh: () => string): Promise<Measured> {
  const rounds: { blank: Sums; desk: Sums }[] = [];
  const taken = async (start: Start): Promise<Sums> => {
    const run = await launch(start);
    await wait(SETTLE_MS);
    const sums = memoryMb(run.roots);
    await run.stop();
    return sums;
  };
  for (let nth = 0; nth < ROUNDS; nth++)
    rounds.push({
      blank: await taken({ folder: fresh(), page: BLANK }),
      desk: await taken({ folder: fresh() }),
    });
  const blank = medians(rounds.map((one) => one.blank));
  const desk = medians(rounds.map((one) => one.desk));
  const row = (what: string, figure: number, most: number): Row =>
    rowOf({ what, figure, anchor: totalOf(blank), unit: 'MB', most });
  return {
    raw: { ...named('blank', blank), ...named('desk', desk) },
    rows: [
      row(`memory of all processes (${inWords(desk)})`, totalOf(desk), 1.6),
      row('the same without the practice broker', totalOf(desk) - desk.broker, 1.4),
    ],
  };
}

async function measureIdle(launch: Launch, fresh: () => string): Promise<Measured> {
  const counted = await launch({ folder: fresh(), isCounting: true });
  await wait(SETTLE_MS);
  const [before, since] = [await counted.seen(), performance.now()];
  await wait(IDLE_MS);
  const after = await counted.seen();
  const seconds = (performance.now() - since) / 1_000;
  await counted.stop();
  const rate = (name: 'frames' | 'cells' | 'canvas'): number =>
    round((after[name] - before[name]) / seconds, 1);
  const asked = { frames: rate('frames'), cells: rate('cells'), canvas: rate('canvas') };
  const query = new URLSearchParams(Object.entries(asked).map(([name, n]) => [name, `${n}`]));
  const shares = { anchor: [] as Sums[], shown: [] as Sums[], hidden: [] as Sums[] };
  for (let nth = 0; nth < ROUNDS; nth++) {
    const anchor = await launch({ folder: fresh(), page: `anchor.html?${query}` });
    await wait(SETTLE_MS);
    shares.anchor.push(await processorShare(anchor.roots, IDLE_MS));
    await anchor.stop();
    const desk = await launch({ folder: fresh() });
    await wait(SETTLE_MS);
    shares.shown.push(await processorShare(desk.roots, IDLE_MS));
    await desk.closeWindow();
    await wait(SETTLE_MS);
    shares.hidden.push(await processorShare(desk.roots, IDLE_MS));
    await desk.stop();
  }
  const [anchor, shown, hidden] = [
    medians(shares.anchor),
    medians(shares.shown),
    medians(shares.hidden),
  ];
  const drawn = `${asked.frames} frames, ${asked.cells} cells and ${asked.canvas} canvases a second`;
  return {
    raw: {
      ...asked,
      ...named('anchor', anchor),
      ...named('shown', shown),
      ...named('hidden', hidden),
    },
    rows: [
      rowOf({
        what: `processor while nobody touches it, window in sight (${inWords(shown)}); ${drawn}`,
        figure: totalOf(shown),
        anchor: totalOf(anchor),
        unit: '%',
        most: 1.5,
      }),
      {
        what: `the same, its window closed (${inWords(hidden)})`,
        figure: `${round(totalOf(hidden), 1)} %`,
        anchor: '',
        ratio: undefined,
        aim: '1 %',
        isMet: totalOf(hidden) <= 1,
      },
    ],
  };
}

type Figure = {
  what: string;
  figure: number;
  anchor: number;
  unit: string;
  most?: number | undefined;
};

const rowOf = ({ what, figure, anchor, unit, most }: Figure): Row => ({
  what,
  figure: `${round(figure, 1)} ${unit}`,
  anchor: `${round(anchor, 1)} ${unit}`,
  ratio: round(figure / anchor),
  aim: most === undefined ? '' : `${most} ×`,
  isMet: most === undefined ? undefined : figure / anchor <= most,
});

const medians = (all: readonly Sums[]): Sums => ({
  main: median(all.map(({ main }) => main)),
  page: median(all.map(({ page }) => page)),
  broker: median(all.map(({ broker }) => broker)),
  rest: median(all.map(({ rest }) => rest)),
});

const named = (whose: string, sums: Sums): Record<string, number> =>
  Object.fromEntries(
    Object.entries(sums).map(([kind, value]) => [`${whose}-${kind}`, round(value, 1)]),
  );

const inWords = ({ page, main, broker, rest }: Sums): string =>
  `page ${round(page, 1)}, main ${round(main, 1)}, practice broker ${round(broker, 1)}, the rest ${round(rest, 1)}`;
