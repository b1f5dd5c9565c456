// Checks of journals that are in use already: one after another, in a thread. Where no thread can be had the check is made
// here, and main waits for it: a file that nobody checked is never taken for a sound one.
import { DatabaseSync } from 'node:sqlite';
import { findDamage } from '#main/journal/check.ts';
import type { Reader } from '#main/journal/reader.ts';
import type { Log } from '#main/ports.ts';
import { messageOf } from '#main/tools/message-of.ts';

/** Answers what is wrong with the file at this path; undefined when it is sound. */
export type CheckLater = (path: string) => Promise<string | undefined>;

export function createLaterChecks(reader: Pick<Reader, 'ask'>, log: Log): CheckLater {
  let last: Promise<unknown> = Promise.resolve();

  async function check(path: string): Promise<string | undefined> {
    try {
      return await reader.ask('findDamage', path);
    } catch (error) {
      log('warn', 'a journal is checked without a thread', { path, error: messageOf(error) });
    }
    try {
      return findDamage(path, (file) => new DatabaseSync(file, { readOnly: true }));
    } catch (error) {
      return messageOf(error);
    }
  }

  return (path) => {
    const mine = last.then(() => check(path));
    last = mine;
    return mine;
  };
}
