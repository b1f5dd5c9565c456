// A disk that can be filled or made read-only under one folder: a file system of its own where one may be mounted, and
// otherwise a database that fails as SQLite does on such a disk.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connect } from '#main/journal/types.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';

export type SmallDisk = {
  /** How it is done here, in the words of the proof. */
  how: string;
  connect?: Connect;
  fill(): void;
  makeRoom(): void;
  setReadOnly(isReadOnly: boolean): void;
  stop(): void;
};

const SIZE_KB = 4_096;
const FULL = 13;
const READ_ONLY = 8;

export function createSmallDisk(folder: string): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${SIZE_KB}k`, 'tmpfs', folder];
  if (process.platform !== 'linux' || spawnSync('mount', options).status !== 0)
    return createPretence();
  const filler = join(folder, 'filler');
  return {
    how: 'a file system of its own',
    fill() {
      for (let size = 1 << 18; size >= 512; size >>= 1)
        for (;;)
          try {
            writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
          } catch {
            break;
          }
    },
    makeRoom: () => rmSync(filler),
    setReadOnly(isReadOnly) {
      const { status, stderr } = spawnSync('mount', [
        '-o',
        `remount,${isReadOnly ? 'ro' : 'rw'}`,
        folder,
      ]);
      if (status !== 0) throw new Error(`not remounted: ${String(stderr)}`);
    },
    stop: () => void spawnSync('umount', ['-l', folder]),
  };
}

function createPretence(): SmallDisk {
  const { connect, state } = createFaultyDisk();
  const failWith = (errcode: number) => () => void (state.fault = { errcode, at: 'begin' });
  const works = (): void => void (state.fault = undefined);
  return {
    how: 'errors of the database, because nothing can be mounted here',
    connect,
    fill: failWith(FULL),
    makeRoom: works,
    setReadOnly: (isReadOnly) => (isReadOnly ? failWith(READ_ONLY)() : works()),
    stop: works,
  };
}
