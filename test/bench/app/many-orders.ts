// What a start costs and holds with many recorded orders behind it: the practice account's journal, made by plain SQL.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { memoryMb, totalOf } from '#test/bench/app/process-tree.ts';
import { SETTLE_MS, until, wait, type Launch } from '#test/bench/app/starts.ts';
import { writeManyOrders } from '#test/bench/many-orders.ts';
import { percentile, round } from '#test/bench/measure.ts';
import type { Measured, Row } from '#test/bench/ui/row.ts';

type Options = { launch: Launch; fresh: () => string; orders: number };
type Taken = { paintedMs: number; priceMs: number; mainMb: number; allMb: number };

const ROUNDS = 3;
const FEW = 10_000;
const PER = 100_000;

export async function measureOrders({ launch, fresh, orders }: Options): Promise<Measured> {
  const empty = fresh();
  await takeOne(launch, empty);
  const counts = [...new Set([0, FEW, orders])].toSorted((a, b) => a - b);
  const folders = counts.map((count) => {
    const folder = fresh();
    cpSync(empty, folder, { recursive: true });
    if (count > 0) fillJournal(folder, count);
    return { count, folder, taken: [] as Taken[] };
  });
  for (let nth = 0; nth < ROUNDS; nth++)
    for (const { folder, taken } of folders) taken.push(await takeOne(launch, folder));
  const medians = folders.map(({ count, taken }) => ({ count, ...medianOf(taken) }));
  const [none, few] = medians;
  const most = medians.at(-1);
  if (!none || !few || !most) throw new Error('nothing was taken');
  const slope = (of: keyof Taken): number =>
    ((most[of] - few[of]) * PER) / (most.count - few.count || 1);
  const each = (name: string, of: keyof Taken, unit: string): Row[] =>
    medians.slice(1).map((one) => ({
      what: `${name}, ${one.count.toLocaleString('en-US')} recorded orders; ${round(slope(of), 1)} ${unit} more for each further ${PER.toLocaleString('en-US')}`,
      figure: `${round(one[of], 0)} ${unit}`,
      anchor: `${round(none[of], 0)} ${unit}`,
      ratio: round(one[of] / none[of]),
      aim: '',
      isMet: undefined,
    }));
  return {
    raw: Object.fromEntries(
      medians.flatMap(({ count, ...figures }) =>
        Object.entries(figures).map(([name, value]) => [`${name}-${count}`, round(value, 1)]),
      ),
    ),
    rows: [
      ...each('start to the first paint', 'paintedMs', 'ms'),
      ...each('to the first live price', 'priceMs', 'ms'),
      ...each('memory of main', 'mainMb', 'MB'),
      ...each('memory of all processes', 'allMb', 'MB'),
    ],
  };
}

async function takeOne(launch: Launch, folder: string): Promise<Taken> {
  const run = await launch({ folder });
  const { painted = NaN, price = NaN } = await until(run, (seen) => seen.price !== undefined);
  await wait(SETTLE_MS - (price - run.startedAt));
  const memory = memoryMb(run.roots);
  await run.stop();
  return {
    paintedMs: painted - run.startedAt,
    priceMs: price - run.startedAt,
    mainMb: memory.main,
    allMb: totalOf(memory),
  };
}

/** In the place of the journal that the first start made. */
function fillJournal(folder: string, orders: number): void {
  const { settings } = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as {
    settings: { profiles: { accountId: string }[] };
  };
  const accountId = settings.profiles[0]?.accountId;
  if (accountId === undefined) throw new Error('the first start made no account');
  const account = join(folder, 'accounts', accountId);
  rmSync(account, { recursive: true, force: true });
  writeManyOrders(account, accountId, orders);
}

function medianOf(taken: readonly Taken[]): Taken {
  const of = (name: keyof Taken): number =>
    percentile(
      taken.map((one) => one[name]),
      50,
    );
  return {
    paintedMs: of('paintedMs'),
    priceMs: of('priceMs'),
    mainMb: of('mainMb'),
    allMb: of('allMb'),
  };
}
