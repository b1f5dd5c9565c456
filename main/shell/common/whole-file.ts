// A small file that is written whole or not at all: a new file beside it, synced, then renamed over it.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '#main/tools/sync-folder.ts';

/** For this user alone. Throws when the disk does, and then nothing was changed. */
export function writeWhole(
  path: string,
  contents: Uint8Array | string,
  syncName = syncFolder,
): void {
  const fresh = `${path}.new`;
  // Made anew, so that it never inherits the permissions of a file that somebody left there.
  rmSync(fresh, { force: true });
  try {
    const file = openSync(fresh, 'wx', 0o600);
    try {
      writeFileSync(file, contents);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  try {
    syncName(dirname(path));
  } catch {
    // It is in its place, and the old one is gone: to say that it was not saved would be wrong. Only a power failure
    // could still bring the old one back.
  }
}
