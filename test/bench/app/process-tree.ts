// The processes of one start: what each holds of the memory, and what it took of the processor. Linux alone tells.
import { readdirSync, readFileSync } from 'node:fs';

export type Kind = 'main' | 'page' | 'broker' | 'rest';
export type Sums = Record<Kind, number>;

const TICKS_PER_SECOND = 100;
/** A utility process of Electron, or a child of the web shell. */
const BROKER = /node\.mojom\.NodeService|paper(\.js|\/process\.ts)/;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** What stands behind the name, which may have spaces and brackets of its own. */
const statOf = (pid: number): string[] => read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];

function treeOf(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(statOf(pid)[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [...roots];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function kindOf(pid: number, main: number | undefined): Kind {
  if (pid === main) return 'main';
  const command = read(pid, 'cmdline');
  if (command.includes('--type=renderer')) return 'page';
  return BROKER.test(command) ? 'broker' : 'rest';
}

function sumUp(roots: readonly number[], of: (pid: number) => number): Sums {
  const sums: Sums = { main: 0, page: 0, broker: 0, rest: 0 };
  for (const pid of treeOf(roots)) sums[kindOf(pid, roots[0])] += of(pid);
  return sums;
}

/** Proportional: what several share is counted once. */
export const memoryMb = (roots: readonly number[]): Sums =>
  sumUp(roots, (pid) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1_024);

const processorMs = (roots: readonly number[]): Sums =>
  sumUp(roots, (pid) => {
    // Its own, and that of the processes that it started and that have ended.
    const ticks = statOf(pid)
      .slice(11, 15)
      .reduce((sum, each) => sum + Number(each), 0);
    return (ticks * 1_000) / TICKS_PER_SECOND;
  });

/** How much of one core each takes, in percent, over a while. */
export async function processorShare(roots: readonly number[], ms: number): Promise<Sums> {
  const [before, since] = [processorMs(roots), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, ms));
  const [after, took] = [processorMs(roots), performance.now() - since];
  const share = (kind: Kind): number => ((after[kind] - before[kind]) * 100) / took;
  return {
    main: share('main'),
    page: share('page'),
    broker: share('broker'),
    rest: share('rest'),
  };
}

export const totalOf = (sums: Sums): number => sums.main + sums.page + sums.broker + sums.rest;
