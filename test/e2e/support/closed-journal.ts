// The journal of an account after the desk has ended, read from its file.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type ClosedJournal = {
  /** A log of writes beside the file tells of a journal that was not closed. */
  leftBeside: string[];
  health: unknown;
  /** Of the intent that was asked for. */
  state: unknown;
};

export function closedJournal(folder: string, accountId: string, intentId: string): ClosedJournal {
  const home = join(folder, 'accounts', accountId);
  const leftBeside = readdirSync(home).filter((name) => name.startsWith('journal.db-'));
  const db = new DatabaseSync(join(home, 'journal.db'), { readOnly: true });
  try {
    const intent = db.prepare('SELECT state FROM intents WHERE intent_id = ?').get(intentId);
    const check = db.prepare('PRAGMA integrity_check').get();
    return { leftBeside, health: check?.['integrity_check'], state: intent?.['state'] };
  } finally {
    db.close();
  }
}
