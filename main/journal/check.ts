// Whether a journal's file is sound: its pages, the indexes that open intents are found through, and the words in its rows.
import type { DatabaseSync } from 'node:sqlite';
import { causeOf } from '#main/journal/failure.ts';
import { mendable } from '#main/journal/mend.ts';
import type { Connect } from '#main/journal/types.ts';
import type { Log } from '#main/ports.ts';

/**
 * `full` also compares every index with its table; asked for after an I/O error. `met` is for a file in which damage was
 * met: it is damaged even where no check finds how, as with an empty page of another kind in a table's place. `later`: the
 * file is opened unchecked, and whoever keeps it open has it checked.
 */
export type Check = 'quick' | 'full' | 'met' | 'later';

export class DamagedError extends Error {}

/** Throws where the file has to be set aside; indexes are made anew. */
export function checkFile(db: DatabaseSync, check: Check, isNew: boolean, log: Log): void {
  if (check === 'later') return;
  const answer = answerOf(db, 'quick_check', '1');
  if (answer !== 'ok') throw new DamagedError(answer);
  if (!isNew) checkIndexes(db, check, log);
}

/**
 * The quick check does not compare an index with its table, and an open intent is found through one: an entry that is
 * wrong would hide it. The tables are right then, and their indexes are made anew.
 */
function checkIndexes(db: DatabaseSync, check: Check, log: Log): void {
  const scope = check === 'quick' ? 'intents' : '1';
  const problem = answerOf(db, 'integrity_check', scope);
  if (problem === 'ok' && check === 'met') throw new DamagedError('damage was met in it');
  if (problem === 'ok') return;
  log('warn', 'the indexes of the journal are made anew', { problem });
  try {
    db.exec(check === 'quick' ? 'REINDEX intents' : 'REINDEX');
  } catch (error) {
    throw new DamagedError(String(error));
  }
  const rest = answerOf(db, 'integrity_check', scope);
  if (rest !== 'ok') throw new DamagedError(rest);
}

/** What the quick check would find, mend or set aside, for a file that is in use. Changes nothing. */
export function findDamage(path: string, connect: Connect): string | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = connect(path, { readOnly: true });
    const pages = answerOf(db, 'quick_check', '1');
    if (pages !== 'ok') return pages;
    const indexes = answerOf(db, 'integrity_check', 'intents');
    if (indexes !== 'ok') return indexes;
    const { rows, lostIds } = mendable(db);
    return rows + lostIds === 0 ? undefined : `${rows + lostIds} rows are damaged`;
  } catch (error) {
    if (causeOf(error) !== 'damaged') throw error;
    return String(error);
  } finally {
    db?.close();
  }
}

/** 'ok', or what is wrong; an index so damaged that the check itself gives up is only another answer. */
export function answerOf(
  db: DatabaseSync,
  pragma: 'quick_check' | 'integrity_check',
  scope: string,
): string {
  try {
    return String(db.prepare(`PRAGMA ${pragma}(${scope})`).get()?.[pragma]);
  } catch (error) {
    if (causeOf(error) !== 'damaged') throw error;
    return String(error);
  }
}
