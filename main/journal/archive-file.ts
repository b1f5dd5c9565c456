// Where the archives of an account are, and how one is opened to be read. It is a journal by its tables: one that an
// older version wrote is brought up to date in a copy, like any journal of that version, and read there.
import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Month, monthWords, type ArchivedMonth } from '#contract/archives.ts';
import type { ArchiveAnswer, ArchivePlace } from '#main/journal/archive-types.ts';
import { answerOf } from '#main/journal/check.ts';
import { strangeTable } from '#main/journal/columns.ts';
import { isDamage } from '#main/journal/file.ts';
import { migrate } from '#main/journal/migrate.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import { messageOf } from '#main/tools/message-of.ts';
import { plainReason } from '#main/tools/plain-reason.ts';
import { makeTemporaryFolder } from '#main/tools/temporary-folder.ts';

const BUSY_MS = 5_000;

export const archivesIn = (folder: string): string => join(folder, 'archive');
export const archivePath = ({ folder, month }: Pick<ArchivePlace, 'folder' | 'month'>): string =>
  join(archivesIn(folder), `${month}.db`);

/** Newest first. */
export function listArchives(folder: string): ArchivedMonth[] {
  const inside = archivesIn(folder);
  if (!existsSync(inside)) return [];
  return readdirSync(inside)
    .flatMap((name) => {
      const month = Month.safeParse(/^(.*)\.db$/.exec(name)?.[1]).data;
      const file = statSync(join(inside, name), { throwIfNoEntry: false });
      return month !== undefined && file?.isFile() ? [{ month, bytes: file.size }] : [];
    })
    .sort((a, b) => (a.month < b.month ? 1 : -1));
}

/** Throws where that cannot be told. */
export const isThere = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Through a connection that cannot write. What is wrong with the file is answered and not thrown. */
export function readArchive<T>(
  place: ArchivePlace,
  use: (db: DatabaseSync) => T,
): ArchiveAnswer<T> {
  const path = archivePath(place);
  let copy: ReturnType<typeof makeTemporaryFolder> | undefined;
  let db: DatabaseSync | undefined;
  try {
    if (!isThere(path)) return { why: missing(place), isMissing: true };
    db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    const version = versionOf(db);
    if (version > MIGRATIONS.length) return { why: newer(place) };
    if (version < MIGRATIONS.length) {
      db.close();
      copy = makeTemporaryFolder();
      const upToDate = join(copy.path, 'archive.db');
      copyFileSync(path, upToDate);
      db = new DatabaseSync(upToDate);
      migrate(db);
    }
    const strange = whatIsStrange(db, place.accountId);
    if (strange !== undefined) return { why: damaged(place, strange) };
    return { value: use(db) };
  } catch (error) {
    return { why: unreadable(place, error) };
  } finally {
    // It was closed for the copy, and opening that may have failed.
    if (db?.isOpen) db.close();
    copy?.remove();
  }
}

/** What keeps a database of this version from being an archive of the account. */
export function whatIsStrange(db: DatabaseSync, accountId: string): string | undefined {
  const table = strangeTable(db);
  if (table !== undefined) return `the columns of ${table} are not its own`;
  return isOwnedBy(db, accountId) ? undefined : 'it belongs to another account';
}

export const isOwnedBy = (db: DatabaseSync, accountId: string): boolean =>
  db.prepare('SELECT account_id FROM owner').get()?.['account_id'] === accountId;

/** Undefined when every page of it is sound. */
export function pageDamage(db: DatabaseSync): string | undefined {
  const answer = answerOf(db, 'quick_check', '1');
  return answer === 'ok' ? undefined : answer;
}

export const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

export const missing = (place: ArchivePlace): string =>
  `The archive of ${monthWords(place.month)} is missing: ${archivePath(place)}. Put the file back there, for example from a copy of the data folder.`;
export const damaged = (place: ArchivePlace, how: string): string =>
  `The archive of ${monthWords(place.month)} cannot be read (${how}): ${archivePath(place)}. Put a good copy of the file there.`;
/** A good file is not to be replaced because something else was in the way. */
export const unreadable = (place: ArchivePlace, error: unknown): string =>
  isDamage(error) ? damaged(place, messageOf(error)) : notNow(place, error);
export const notNow = (place: ArchivePlace, error: unknown): string =>
  `The archive of ${monthWords(place.month)} cannot be read now (${plainReason(error)}): ${archivePath(place)}. Leave the file as it is and try again.`;
export const newer = (place: ArchivePlace): string =>
  `The archive of ${monthWords(place.month)} was written by a newer version of Ballast: ${archivePath(place)}. Start the newer version to read it.`;
