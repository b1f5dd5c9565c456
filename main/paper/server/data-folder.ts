// One process owns a data folder: it holds an exclusive transaction on lock.db for its life, and the system releases it
// at death, however that comes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type DataFolder = { ledgerPath: string; release(): void };

/** A start that was asked for and cannot be: told as a sentence, not as a stack. */
export class StartRefusal extends Error {}

export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartRefusal(`The data folder ${path} cannot be made: ${messageOf(error)}.`);
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(path, 'lock.db'));
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
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
  return { ledgerPath: join(path, 'paper.db'), release: () => held.close() };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
