// Brings the tables of a journal, or of one of its archives, up to date.
import type { DatabaseSync } from 'node:sqlite';
import { createAddressRows } from '#main/journal/address-rows.ts';
import { strangeTable } from '#main/journal/columns.ts';
import { mendable } from '#main/journal/mend.ts';
import { MIGRATIONS, WITH_DIGESTS } from '#main/journal/schema.ts';

/** Each step whole or not at all. One that throws is undone when the file is closed. */
export function migrate(db: DatabaseSync): void {
  const version = versionOf(db);
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue;
    db.exec(`BEGIN IMMEDIATE; ${sql}`);
    if (index + 1 === WITH_DIGESTS) addDigests(db);
    db.exec(`PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}

export const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

/** What they say of an entry is believed from then on, so nothing else in the file may be damaged. */
function addDigests(db: DatabaseSync): void {
  if (!db.prepare('SELECT 1 FROM addresses LIMIT 1').get()) return;
  if (strangeTable(db, WITH_DIGESTS) !== undefined) return;
  const { rows, lostIds } = mendable(db);
  if (rows + lostIds === 0) createAddressRows(db).addDigests();
}
