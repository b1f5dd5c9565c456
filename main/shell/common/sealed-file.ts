// One small file that is written whole or not at all: a new file beside it, synced, then renamed over it.
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { SealedFile } from '#main/ports.ts';

/** Far more than any number of keys needs; what is larger is not ours. */
const MAX_BYTES = 4 * 1024 * 1024;

export function createSealedFile(folder: string): SealedFile {
  const path = join(folder, 'keys.sealed');
  return {
    path,
    read() {
      const size = statSync(path, { throwIfNoEntry: false })?.size;
      if (size === undefined) return undefined;
      if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than it ever needs`);
      return readFileSync(path);
    },
    write(bytes) {
      const fresh = `${path}.new`;
      // Made anew, so that it never inherits the permissions of a file that somebody left there.
      rmSync(fresh, { force: true });
      try {
        const file = openSync(fresh, 'wx', 0o600);
        try {
          writeFileSync(file, bytes);
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
        renameSync(fresh, path);
      } catch (error) {
        rmSync(fresh, { force: true });
        throw error;
      }
      syncFolder(dirname(path));
    },
  };
}

/** Makes the rename last. Windows has no such thing for folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
