import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Some file systems cannot sync a folder, and nobody can sync one that may not be read: there is nothing to wait for. */
const IMPOSSIBLE: ReadonlySet<unknown> = new Set([
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EBADF',
  'EISDIR',
  'EACCES',
  'EPERM',
]);

/** Makes a name that was given or taken away last. Windows has no such thing for folders. */
export function syncFolder(folder: string, sync: (handle: number) => void = fsyncSync): void {
  if (process.platform === 'win32') return;
  try {
    const handle = openSync(folder, 'r');
    try {
      sync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && IMPOSSIBLE.has(error.code))) throw error;
  }
}
