// One process owns a data folder: it holds an exclusive transaction on lock.db for its life, and the system releases it
// at death, however that comes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Ledger } from '#main/paper/types.ts';
import { makePrivate } from '#main/tools/private-file.ts';

export type DataFolder = { ledgerPath: string; release(): void };

/** A start that was asked for and cannot be: told as a sentence, not as a stack. */
export class StartRefusal extends Error {}

export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartRefusal(`The data folder ${path} cannot be created: ${messageOf(error)}.`);
  }
  const ledgerPath = join(path, 'paper.db');
  for (const file of [ledgerPath, join(path, 'lock.db')]) makePrivate(file);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(path, 'lock.db'));
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const message = messageOf(error);
    throw new StartRefusal(
      message.includes('locked')
        ? `Another broker uses the data folder ${path}: stop it, or choose another folder.`
        : `The data folder ${path} cannot be used: ${message}.`,
    );
  }
  const held = lock;
  return { ledgerPath, release: () => held.close() };
}

export type Metadata = ReturnType<typeof createMetadata>;

/** Small facts that belong to no account: the seed of the folder, its first account, how far its clock got. */
export function createMetadata(ledger: Ledger) {
  ledger.db.exec(
    'CREATE TABLE IF NOT EXISTS paper_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
  );
  return {
    get(name: string): string | undefined {
      const row = ledger.get('SELECT value FROM paper_state WHERE name = ?', name);
      return row && String(row['value']);
    },
    set(name: string, value: string): void {
      ledger.run(
        'INSERT INTO paper_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        value,
      );
    },
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
