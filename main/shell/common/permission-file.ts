// Permission to trade is a file. Stopping deletes it, which needs no room on a full disk, and a desk that does not find
// it, or not as it was written, starts stopped.
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TradingPermission } from '#main/ports.ts';
import { writeWhole } from '#main/shell/common/whole-file.ts';
import { plainReason } from '#main/tools/plain-reason.ts';
import { syncFolder } from '#main/tools/sync-folder.ts';

const NAME = 'trading-allowed';
const WORDS = 'Ballast may trade. Without this file it starts stopped.\n';

/** What a desk that ran before leaves in its folder; Electron keeps many other things there. */
const TRACE =
  /^(settings\..*json|alerts\..*json|desk-lock\..*json|keys\.sealed|accounts|embedded|trading-allowed.*)$/;

/** The file system, for tests that let it fail. */
export type PermissionDisk = {
  read(path: string): string;
  list(folder: string): string[];
  write(path: string, text: string): void;
  /** Ways to take a permission away. Any of them will do. */
  remove(path: string): void;
  empty(path: string): void;
  overwrite(path: string): void;
  rename(path: string): void;
};

export function createPermissionFile(
  folder: string,
  disk: PermissionDisk = realDisk,
): TradingPermission {
  const path = join(folder, NAME);
  return {
    path,
    read() {
      try {
        return disk.read(path) === WORDS
          ? { kind: 'allowed' }
          : { kind: 'doubtful', reason: 'it is not as Ballast wrote it' };
      } catch (error) {
        if (!isAbsent(error)) return { kind: 'doubtful', reason: plainReason(error) };
      }
      try {
        return disk.list(folder).some((name) => TRACE.test(name))
          ? { kind: 'missing' }
          : { kind: 'new-folder' };
      } catch (error) {
        return { kind: 'doubtful', reason: plainReason(error) };
      }
    },
    grant: () => disk.write(path, WORDS),
    revoke() {
      let first: unknown;
      for (const way of [disk.remove, disk.empty, disk.overwrite, disk.rename])
        try {
          return way(path);
        } catch (error) {
          first ??= error;
        }
      throw first;
    },
  };
}

const realDisk: PermissionDisk = {
  read: (path) => readFileSync(path, 'utf8'),
  list: (folder) => readdirSync(folder),
  write: writeWhole,
  remove(path) {
    rmSync(path, { force: true });
    syncFolder(join(path, '..'));
  },
  empty: (path) => changeInPlace(path, (file) => ftruncateSync(file)),
  overwrite: (path) => changeInPlace(path, (file) => writeSync(file, 'Stopped.', 0)),
  rename(path) {
    renameSync(path, `${path}.stopped`);
    syncFolder(join(path, '..'));
  },
};

function changeInPlace(path: string, change: (file: number) => void): void {
  const file = openSync(path, 'r+');
  try {
    change(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
