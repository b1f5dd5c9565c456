// Databases for this user alone. SQLite makes them as readable as the system's default, and gives the log beside one the
// mode of the database itself.
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

const FOR_OTHERS = 0o077;

/** Makes the file, or takes from others what is there already. Where it cannot, whoever opens the file says why. */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there, and is not opened: closing it would end the locks that this process holds on it.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) tighten(file, 0o600);
  }
}

export function tighten(path: string, mode: number): void {
  try {
    if (statSync(path).mode & FOR_OTHERS) chmodSync(path, mode);
  } catch {
    // Not there, or not ours.
  }
}
