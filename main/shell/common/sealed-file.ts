// The file of sealed keys: read with a limit, written whole or not at all.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SealedFile } from '#main/ports.ts';
import { writeWhole } from '#main/shell/common/whole-file.ts';

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
    write: (bytes) => writeWhole(path, bytes),
  };
}
