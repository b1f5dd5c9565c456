// A journal that was moved or deleted while in use is still open here, and all of it can be read: it is written to its
// place anew. What somebody put there meanwhile is kept under another name.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setAsideFile } from '#main/journal/set-aside.ts';

/** Throws when the disk does. Answers what puts the copy into its place, for when the file that it is of is closed. */
export function copyBeside(db: DatabaseSync, path: string): (nowMs: number) => void {
  const fresh = `${path}.new`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(fresh, { force: true });
  db.prepare('VACUUM INTO ?').run(fresh);
  const handle = openSync(fresh, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return (nowMs) => {
    // Its log goes with it: beside the copy it would be taken for the copy's own.
    if (existsSync(path)) setAsideFile(path, nowMs, 'replaced');
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    renameSync(fresh, path);
  };
}
