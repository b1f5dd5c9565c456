// The archive that this program was started from. An upgrade puts another one in its place, and main goes on with the one
// that it has open; but a process that is started then reads the new one, and would be the next version's code in this
// version's Electron.
import { statSync } from 'node:fs';

/** Answers whether it was replaced since, or removed. Where there is none, in development, it never is. */
export function followArchive(path: string): () => boolean {
  const before = identityOf(path);
  return () => before !== undefined && identityOf(path) !== before;
}

function identityOf(path: string): string | undefined {
  const { noAsar } = process;
  // Otherwise Electron shows a folder of its own making in the archive's place.
  process.noAsar = true;
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  } finally {
    process.noAsar = noAsar;
  }
}
