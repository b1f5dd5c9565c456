// Loaded into the desk's process before anything else: every commit to a journal takes as long as a file says, as on a
// disk that does much else or is about to fail. The rest of the process waits with it, as it does there.
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The file that says how long, in milliseconds; nothing where it is missing. */
export const SLOW_JOURNAL_FILE = 'BALLAST_SLOW_JOURNAL';

const path = process.env[SLOW_JOURNAL_FILE];
// `this` is the database: there is no other way to stand before a method of somebody else's class.
const { exec } = DatabaseSync.prototype;
if (path !== undefined)
  DatabaseSync.prototype.exec = function slowExec(this: DatabaseSync, sql: string): void {
    exec.call(this, sql);
    if (sql === 'COMMIT' && this.location()?.endsWith('journal.db')) sleep(delayMs(path));
  };

function delayMs(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

const sleep = (ms: number): unknown =>
  ms > 0 && Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
