// Space beside the journal that nothing else can use up: a file that is cut when the disk is full, so that exits and
// cancels can still be recorded, and grows back when there is room. It is cut by slices, because what is given up is
// there for every other program too.
import { randomFillSync } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { causeOf } from '#main/journal/failure.ts';

type Reserve = {
  /** 'full': there is no room for all of it. 'failed': it cannot be made here for another reason. */
  take(): 'taken' | 'full' | 'failed';
  /** Whether a slice was given up. */
  giveUp(): boolean;
  hasSome(): boolean;
};

export const RESERVE_BYTES = 1024 * 1024;
const SLICE_BYTES = 128 * 1024;

export function createReserve(folder: string): Reserve {
  const path = join(folder, 'journal.reserve');
  const size = (): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let bytes = size();

  function change(work: (file: number) => void): void {
    const file = openSync(path, 'a', 0o600);
    try {
      work(file);
      fsyncSync(file);
    } finally {
      closeSync(file);
      bytes = size();
    }
  }

  return {
    take() {
      try {
        // Each time: whoever deletes the folder, or makes room by hand, takes it along.
        bytes = size();
        if (bytes === RESERVE_BYTES) return 'taken';
        const { bavail, bsize } = statfsSync(folder);
        if (bavail * bsize < RESERVE_BYTES - bytes) return 'full';
        change((file) => {
          if (bytes > RESERVE_BYTES) ftruncateSync(file, RESERVE_BYTES);
          // Random, because a file system that compresses keeps no room for zeros.
          const rest = randomFillSync(new Uint8Array(Math.max(0, RESERVE_BYTES - bytes)));
          for (let done = 0; done < rest.length;) done += writeSync(file, rest, done);
        });
        return 'taken';
      } catch (error) {
        return causeOf(error) === 'full' ? 'full' : 'failed';
      }
    },
    giveUp() {
      try {
        bytes = size();
        if (bytes === 0) return false;
        change((file) => ftruncateSync(file, Math.max(0, bytes - SLICE_BYTES)));
        return true;
      } catch {
        return false;
      }
    },
    hasSome: () => bytes > 0,
  };
}
