// The processes of one start: what each holds of the memory, and what it took of the processor. Linux alone tells.
import { readdirSync, readFileSync } from 'node:fs';

export type Kind = 'main' | 'page' | 'broker' | 'rest';
export type Sums = Record<Kind, number>;

const TICKS_PER_SECOND = 100;
const UTILITY = 'node.mojom.NodeService';

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** What stands behind the name, which may have spaces and brackets of its own. */
const statOf = (pid: number): string[] => read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];

function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(statOf(pid)[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function kindOf(pid: number, root: number): Kind {
  if (pid === root) return 'main';
  const command = read(pid, 'cmdline');
  if (command.includes('--type=renderer')) return 'page';
  return command.includes(UTILITY) ? 'broker' : 'rest';
}

function sumUp(root: number, of: (pid: number) => number): Sums {
  const sums: Sums = { main: 0, page: 0, broker: 0, rest: 0 };
  for (const pid of treeOf(root)) sums[kindOf(pid, root)] += of(pid);
  return sums;
}

/** Proportional: what several share is counted once. */
export const memoryMb = (root: number): Sums =>
  sumUp(root, (pid) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1_024);

const processorMs = (root: number): Sums =>
  sumUp(root, (pid) => {
    // Its own, and that of the processes that it started and that have ended.
    const ticks = statOf(pid)
      .slice(11, 15)
      .reduce((sum, each) => sum + Number(each), 0);
    return (ticks * 1_000) / TICKS_PER_SECOND;
  });

/** How much of one core each takes, in percent, over a while. */
export async function processorShare(root: number, ms: number): Promise<Sums> {
  const [before, since] = [processorMs(root), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, ms));
  const [after, took] = [processorMs(root), performance.now() - since];
  const share = (kind: Kind): number => ((after[kind] - before[kind]) * 100) / took;
  return {
    main: share('main'),
    page: share('page'),
    broker: share('broker'),
    rest: share('rest'),
  };
}

export const totalOf = (sums: Sums): number => sums.main + sums.page + sums.broker + sums.rest;
