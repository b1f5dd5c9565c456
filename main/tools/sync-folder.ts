import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a name that was given or taken away last. Windows has no such thing for folders. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
