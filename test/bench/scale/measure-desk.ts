// A process that is main and nothing else: starts the desk of a folder, shows one account of it as a window would, and
// tells as JSON what that took. The broker is in another process.
import { readFileSync } from 'node:fs';
import { percentile, round } from '#test/bench/measure.ts';
import { watchLateness, type Lateness } from '#test/bench/scale/lateness.ts';
import { openPage, type FirstState } from '#test/bench/scale/page.ts';
import {
  createWorldDesk,
  EMPTY,
  readWorld,
  type Shown,
  type WorldDesk,
} from '#test/bench/scale/world.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';

export type Task = 'search' | 'read' | 'write';
export type Job = Shown & {
  folder: string;
  tasks: Task[];
  /** Until its orders were read, and no further. */
  isBrief?: true;
};

type Took = { p50: number; p95: number };
type Memory = { heapMb: number; rssMb: number; pssMb: number };
export type Measured = {
  openMs: number;
  states: Record<string, FirstState>;
  wholeMs: number;
  allOpenMs: number;
  armedMs: number;
  pricedMs: number;
  /** Until the first state was whole; until everything that a start begins was over; then with nothing to do. */
  late: Record<string, Lateness>;
  restMs: number;
  /** Of one core, in percent, while nothing happens. */
  idlePercent: number;
  memory: Memory;
  search?: Record<string, { ms: number; lines: number }>;
  read?: Record<string, Took>;
  write?: Record<string, Took>;
};

const IDLE_MS = 5_000;
const LOOK_MS = 1_000;
/** Of one core: what is left is the prices. */
const RESTS_BELOW = 0.25;
const LONGEST_MS = 280_000;
const PAGE = 200;
const TIMES = 100;
const ORDERS = 60;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const took = (ms: readonly number[]): Took => ({
  p50: round(percentile(ms, 50), 2),
  p95: round(percentile(ms, 95), 2),
});

async function measure({ folder, tasks, isBrief, ...shown }: Job): Promise<Measured> {
  const { places, symbols } = shown;
  const world = readWorld(folder);
  const accountId = world.accounts[places[0] ?? 0]?.accountId ?? '';
  const made = await createWorldDesk(folder, shown);
  const late: Measured['late'] = {};
  const beganAt = performance.now();
  let lateness = watchLateness();
  const started = made.desk.start();
  const page = openPage(made.desk, { accountId, accounts: places.length, symbols, beganAt });
  const { openMs, states } = await page.whole();
  const wholeMs = performance.now() - beganAt;
  late['start'] = lateness();
  lateness = watchLateness();
  await started;
  const allOpenMs = await page.allOpen();
  const pricedMs = await page.allPriced();
  const armedMs = await page.armed();
  if (!isBrief) await rest();
  const restMs = performance.now() - beganAt;
  late['after the start'] = lateness();
  lateness = watchLateness();
  const before = process.cpuUsage();
  await wait(isBrief ? 0 : IDLE_MS);
  const { user, system } = process.cpuUsage(before);
  late['idle'] = lateness();
  const memory = memoryNow();
  const measured: Measured = {
    openMs,
    states,
    wholeMs,
    allOpenMs,
    armedMs,
    pricedMs,
    late,
    restMs,
    idlePercent: round((user + system) / 1_000 / (IDLE_MS / 100), 1),
    memory,
  };
  tell(measured);
  const given = { ...made, accountId, late };
  if (tasks.includes('read')) tell((measured.read = await read(given, world)));
  if (tasks.includes('search')) measured.search = await search(given, world);
  if (tasks.includes('write')) {
    const names = places.map((place) => world.accounts[place]?.accountId ?? '');
    measured.write = await write(given, names, world.accounts[EMPTY]?.accountId ?? '');
  }
  page.close();
  await made.desk.stop();
  return measured;
}

/** A run at full size takes minutes, and one that is cut short has told what it knew. */
const tell = (what: unknown): void => void process.stderr.write(`${JSON.stringify(what)}\n`);

/** Whatever a start begins: checks, readings, whatever else runs beside main. */
async function rest(): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  for (let quiet = 0; quiet < 2 && performance.now() < end;) {
    const [before, at] = [process.cpuUsage(), performance.now()];
    await wait(LOOK_MS);
    const { user, system } = process.cpuUsage(before);
    const share = (user + system) / 1_000 / (performance.now() - at);
    quiet = share < RESTS_BELOW ? quiet + 1 : 0;
  }
}

type Given = WorldDesk & { accountId: string; late: Measured['late'] };
type Times = { fromMs: number; toMs: number };

const listOf =
  ({ must, accountId }: Given) =>
  (before?: { at: number; lineId: string }, text = '', kinds: 'intent'[] = []) =>
    must('activity.list', { accountId, kinds, text, limit: PAGE, ...(before && { before }) });

async function read(given: Given, { fromMs, toMs }: Times) {
  const list = listOf(given);
  const { must, accountId } = given;
  /** Spread over all the past, and the same in every run. */
  const deep = (nth: number) => ({
    at: fromMs + Math.round(((toMs - fromMs) * ((nth * 37) % TIMES)) / TIMES) + 1_000,
    lineId: '~',
  });
  const old: string[] = [];
  for (let nth = 0; nth < TIMES; nth++) {
    const { lines } = await list(deep(nth), '', ['intent']);
    old.push(lines[0]?.intentId ?? lines.at(-1)?.intentId ?? '');
  }
  const lateness = watchLateness();
  const first = await timed(() => list());
  let before: { at: number; lineId: string } | undefined;
  const scroll = await timed(async () => {
    const last = (await list(before)).lines.at(-1);
    before = last && { at: last.at, lineId: last.lineId };
  });
  const jump = await timed((nth) => list(deep(nth)));
  const evidence = await timed((nth) =>
    must('orders.evidence', { accountId, intentId: old[nth] ?? '' }),
  );
  given.late['reading'] = lateness();
  return {
    'newest page': took(first),
    'page after page': took(scroll),
    'page far back': took(jump),
    'evidence of an old order': took(evidence),
  };
}

/** Between two of them whatever else main has to do comes first, as where a page asks from outside. */
async function timed(run: (nth: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let nth = 0; nth < TIMES; nth++) {
    const from = performance.now();
    await run(nth);
    taken.push(performance.now() - from);
    await wait(3);
  }
  return taken;
}

async function search(given: Given, { fromMs, toMs }: Times) {
  const list = listOf(given);
  const at = fromMs + Math.round((toMs - fromMs) / 100);
  const [old] = (await list({ at, lineId: '~' }, '', ['intent'])).lines;
  const orderId = old?.orderId ?? '';
  const found: NonNullable<Measured['search']> = {};
  const lateness = watchLateness();
  const look = async (name: string, text: string): Promise<void> => {
    const from = performance.now();
    const { lines } = await list(undefined, text);
    found[name] = { ms: performance.now() - from, lines: lines.length };
    tell({ [name]: found[name] });
  };
  await look('without a hit, the first', 'zzzzqqq');
  await look('without a hit, again', 'zzzzqqq');
  await look('an old order by its id', orderId);
  await look('a word of most lines', 'accepted');
  given.late['a search'] = lateness();
  tell(given.late);
  return found;
}

/** In turns: each account of the first three, one order each, canceled again out of the time. */
async function write({ must, late }: Given, accounts: readonly string[], empty: string) {
  const wanted = [...new Set([...accounts.slice(0, 2), empty])];
  const taken = new Map(wanted.map((accountId): [string, number[]] => [accountId, []]));
  const lateness = watchLateness();
  for (let nth = 0; nth < ORDERS; nth++)
    for (const accountId of wanted) {
      const draft = restingDraft('AAPL');
      const { intentId } = await must('tickets.open', { accountId });
      const input = { accountId, intentId, draft, confirmations: [] };
      const from = performance.now();
      const { state, resultId = '' } = await must('orders.submit', input);
      taken.get(accountId)?.push(performance.now() - from);
      if (state !== 'accepted') throw new Error(`the order is ${state}`);
      await must('orders.cancel', { accountId, orderId: resultId });
    }
  late['orders'] = lateness();
  const name = (accountId: string): string =>
    accountId === empty ? 'empty' : (['past', 'open'][accounts.indexOf(accountId)] ?? accountId);
  return Object.fromEntries(wanted.map((one) => [name(one), took(taken.get(one) ?? [])]));
}

function memoryNow(): Memory {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const pss = /^Pss:\s+(\d+)/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1];
  return {
    heapMb: round(heapUsed / 2 ** 20, 1),
    rssMb: round(rss / 2 ** 20, 1),
    pssMb: round(Number(pss) / 1_024, 1),
  };
}

const measured = await measure(JSON.parse(process.argv[2] ?? '') as Job);
process.stdout.write(`${JSON.stringify(measured)}\n`);
process.exit(0);
