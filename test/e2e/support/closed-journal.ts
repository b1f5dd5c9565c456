// The journal of an account after the desk has ended, read from its file. To be read once: reading leaves a log of its own.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type ClosedJournal = {
  /** A log of writes beside the file tells of a journal that was not closed. */
  leftBeside: string[];
  health: unknown;
  /** Of every intent, by its id. */
  states: Record<string, unknown>;
};

export function closedJournal(folder: string, accountId: string): ClosedJournal {
  const home = join(folder, 'accounts', accountId);
  const leftBeside = readdirSync(home).filter((name) => name.startsWith('journal.db-'));
  const db = new DatabaseSync(join(home, 'journal.db'), { readOnly: true });
  try {
    const intents = db.prepare('SELECT intent_id, state FROM intents').all();
    const check = db.prepare('PRAGMA integrity_check').get();
    const states = Object.fromEntries(intents.map((row) => [row['intent_id'], row['state']]));
    return { leftBeside, health: check?.['integrity_check'], states };
  } finally {
    db.close();
  }
}
