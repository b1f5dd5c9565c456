// A life in a world of its own, from its first moment to the fingerprint of all that happened in it.
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDigest } from '#test/faults/simulation/digest.ts';
import type { WireDeps } from '#test/faults/simulation/memory-wire.ts';
import { createWorld, type World, type WorldOptions } from '#test/faults/simulation/world.ts';

export type Lived<T> = T & {
  /** Of everything that happened, in order; the same for the same seed. */
  digest: string;
  virtualMs: number;
  events: Events;
};

/** What happened: parts that arrived on the wire, other timers that ran, and rows that the journals have in the end. */
export type Events = Record<'parts' | 'timers' | 'rows', number>;

type Options = Omit<WorldOptions, 'folder' | 'onArrival'> & {
  onArrival?: (atMs: number, ...arrival: Parameters<WireDeps['onArrival']>) => void;
};

const MEMORY_FOLDER = '/dev/shm';

export async function liveInWorld<T extends object>(
  options: Options,
  live: (world: World) => Promise<T>,
): Promise<Lived<T>> {
  const folder = mkdtempSync(join(fastestFolder(), 'ballast-simulation-'));
  const digest = createDigest();
  try {
    const world = await createWorld({
      ...options,
      folder,
      onArrival(...arrival) {
        const atMs = world.time.now();
        digest.addArrival(atMs, ...arrival);
        options.onArrival?.(atMs, ...arrival);
      },
    });
    const { time, accounts } = world;
    const history = await time.run(live(world));
    await time.run(world.stop());
    for (const { journalPath } of accounts) digest.addJournal(journalPath);
    const { parts, rows } = digest.counts();
    return {
      ...history,
      digest: digest.value(),
      virtualMs: Math.round(time.now()),
      // A part that arrives is a timer, too.
      events: { parts, timers: time.timersRun() - parts, rows },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In memory where the system has such a folder: the journal syncs every step, which takes its time on a disk. */
function fastestFolder(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    return MEMORY_FOLDER;
  } catch {
    return tmpdir();
  }
}
