// A journal that was moved or deleted while in use is still open here, and all of it can be read: it is written to its
// place anew. What somebody put there meanwhile is kept under another name. Until the copy is in its place it may be the
// only one there is, so it has a name by which the next opening finds it, in this run or another.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setAsideFile } from '#main/journal/set-aside.ts';
import { makePrivate } from '#main/tools/private-file.ts';
import { syncFolder } from '#main/tools/sync-folder.ts';

/** A copy that was written to its end. */
const wholeOf = (path: string): string => `${path}.whole`;

/** Throws when the disk does, and leaves no part of a copy. */
export function copyBeside(db: DatabaseSync, path: string): void {
  const fresh = `${path}.new`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(fresh, { force: true });
  try {
    makePrivate(fresh);
    db.prepare('VACUUM INTO ?').run(fresh);
    const handle = openSync(fresh, 'r+');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  renameSync(fresh, wholeOf(path));
  syncFolder(dirname(path));
}

/** Puts the copy into its place, where there is one; to be called while nobody has the file open. */
export function putBack(path: string, nowMs: number): void {
  if (!existsSync(wholeOf(path))) return;
  // Its log goes with it: beside the copy it would be taken for the copy's own.
  if (existsSync(path)) setAsideFile(path, nowMs, 'replaced');
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  renameSync(wholeOf(path), path);
}
