// Checks of journals that are in use already: one after another, in a thread of their own that gives way to the start of
// everything else, and ends with the last of them. Where no thread can be had the check is made here, and main waits for
// it: a file that nobody checked is never taken for a sound one. A check that was begun in the thread and could not be
// made is not repeated here.
import { DatabaseSync } from 'node:sqlite';
import { findDamage } from '#main/journal/check.ts';
import { AnsweredError, type Reader } from '#main/journal/reader.ts';
import type { Log } from '#main/ports.ts';
import { messageOf } from '#main/tools/message-of.ts';

/** A check that could not be made says nothing about its file, which is neither sound nor damaged for that. */
export type CheckAnswer =
  | { is: 'sound' }
  | { is: 'damaged'; how: string }
  | { is: 'unknown'; why: string };
/** Of the file at this path. Does not reject. */
export type CheckLater = (path: string) => Promise<CheckAnswer>;

export function createLaterChecks(reader: Pick<Reader, 'ask' | 'stop'>, log: Log): CheckLater {
  let last: Promise<unknown> = Promise.resolve();

  async function check(path: string): Promise<CheckAnswer> {
    try {
      return toAnswer(await reader.ask('findDamage', path));
    } catch (error) {
      if (error instanceof AnsweredError) return { is: 'unknown', why: error.message };
      log('warn', 'a journal is checked without a thread', { path, error: messageOf(error) });
    }
    try {
      return toAnswer(findDamage(path, (file) => new DatabaseSync(file, { readOnly: true })));
    } catch (error) {
      return { is: 'unknown', why: messageOf(error) };
    }
  }

  return (path) => {
    const mine = last.then(async () => {
      const answer = await check(path);
      if (last === mine) reader.stop();
      return answer;
    });
    last = mine;
    return mine;
  };
}

const toAnswer = (how: string | undefined): CheckAnswer =>
  how === undefined ? { is: 'sound' } : { is: 'damaged', how };
