// One month of a journal into its archive, and only that: the journal is read here and never written. A new file is
// made under another name, compared with the journal row by row, synced and renamed, and what is answered is in it for
// good: whoever deletes that from the journal loses nothing, whenever the process ends.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { monthWords } from '#contract/archives.ts';
import {
  archivePath,
  archivesIn,
  damaged,
  isThere,
  missing,
  newer,
  pageDamage,
  unreadable,
  versionOf,
  whatIsStrange,
} from '#main/journal/archive-file.ts';
import type { ArchivePlace, HeldRow } from '#main/journal/archive-types.ts';
import { oldRowsOf, wasArchived } from '#main/journal/archive/old-rows.ts';
import { journalPathIn } from '#main/journal/file.ts';
import { migrate } from '#main/journal/migrate.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import { makePrivate } from '#main/tools/private-file.ts';
import { syncFolder } from '#main/tools/sync-folder.ts';

export type ArchiveJob = ArchivePlace & {
  /** What has a line after this stays; epoch ms. */
  cutoffMs: number;
};

/** Why an archive takes nothing, in a sentence. */
export class ArchiveError extends Error {}

export const ARCHIVE_POINTS = [
  'before-copy',
  'within-copy',
  'before-check',
  'before-sync',
  'before-rename',
  'after-rename',
] as const;
type Probe = (point: (typeof ARCHIVE_POINTS)[number]) => void;
/** Of the disk with this folder. */
type FreeBytes = (folder: string) => number;

/** For the journal and whatever else writes meanwhile. */
const LEFT_FREE_BYTES = 256 * 1024 * 1024;
const BUSY_MS = 5_000;
/** SQLite keeps some two megabytes before it writes: more often would tell nothing. */
const ROWS_BETWEEN_LOOKS = 1_000;

/** Which rows of each table, by their keys as JSON. Intents are copied so that the lines of the archive have theirs. */
const COPIED = {
  intents: 'intent_id IN (SELECT value FROM json_each(:intents)) ORDER BY intent_id',
  evidence: 'seq IN (SELECT value FROM json_each(:lines)) ORDER BY seq',
  events: 'seq IN (SELECT value FROM json_each(:events)) ORDER BY seq',
  gaps: `(stream, from_ms) IN (SELECT value->>0, value->>1 FROM json_each(:gaps)) ORDER BY stream, from_ms`,
} as const;
type Table = keyof typeof COPIED;
const TABLES = Object.keys(COPIED) as Table[];

/**
 * A number that stands for another line or event in the archive fails the comparison: the copy is thrown away, and the
 * row stays in the journal. A line that was counted again since an earlier copy is newer here.
 */
const INSERT: Record<Table, readonly [verb: string, onConflict: string]> = {
  intents: ['INSERT OR REPLACE', ''],
  evidence: [
    'INSERT',
    `ON CONFLICT (seq) DO UPDATE SET text = excluded.text, status = excluded.status, request_id = excluded.request_id,
       times = excluded.times, last_at = excluded.last_at`,
  ],
  events: ['INSERT OR IGNORE', ''],
  gaps: ['INSERT OR REPLACE', ''],
};

/** What the archive of the month holds afterwards. Throws a sentence when it could not be written or checked. */
export function archiveMonth(
  job: ArchiveJob,
  probe: Probe = () => undefined,
  freeBytes: FreeBytes = bytesFree,
): HeldRow[] {
  const journal = new DatabaseSync(journalPathIn(job.folder), { readOnly: true, timeout: BUSY_MS });
  try {
    // All of it is read as it is at one moment.
    journal.exec('BEGIN');
    const rows = oldRowsOf(journal, job.month, job.cutoffMs);
    if (rows.length === 0) return rows;
    const keys = keysOf(journal, rows);
    const wanted = digestOf(journal, keys);
    const path = archivePath(job);
    // What may be there is not replaced: whether it is, is not guessed.
    const isOld = isThere(path);
    // In its place another would be taken for it, and be lost when it is put back.
    if (!isOld && wasArchived(journal, job.month)) throw new ArchiveError(missing(job));
    // An earlier run may have ended between the archive and the journal.
    if (isOld && isHeld(path, job, keys, wanted)) return rows;
    write(path, job, journal, keys, wanted, probe, freeBytes);
    return rows;
  } finally {
    journal.close();
  }
}

function write(
  path: string,
  job: ArchiveJob,
  journal: DatabaseSync,
  keys: Keys,
  wanted: string,
  probe: Probe,
  freeBytes: FreeBytes,
): void {
  const inside = archivesIn(job.folder);
  const isFirst = !existsSync(inside);
  // Not with its parents: an account that was removed meanwhile stays removed.
  if (isFirst) mkdirSync(inside, { mode: 0o700 });
  if (isFirst) syncFolder(job.folder);
  const part = `${path}.part`;
  rmSync(part, { force: true });
  rmSync(`${part}-journal`, { force: true });
  /** How much is added is not known before: the copy ends when it takes more than there is. */
  function keepRoom(comingBytes = 0): void {
    if (freeBytes(inside) - comingBytes < LEFT_FREE_BYTES)
      throw new ArchiveError('The disk has too little free space for an archive. Free some space.');
  }
  keepRoom(statSync(path, { throwIfNoEntry: false })?.size);
  try {
    probe('before-copy');
    makePrivate(part);
    if (isThere(path)) copyFileSync(path, part);
    copyInto(part, job, journal, keys, probe, keepRoom);
    keepRoom();
    probe('before-check');
    if (!isHeld(part, job, keys, wanted))
      throw new ArchiveError(
        `The archive of ${monthWords(job.month)} has other rows under the numbers of some that should be added (${path}), so they stay in the journal.`,
      );
    probe('before-sync');
    const handle = openSync(part, 'r+');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    probe('before-rename');
    renameSync(part, path);
    syncFolder(inside);
    probe('after-rename');
  } catch (error) {
    rmSync(part, { force: true });
    rmSync(`${part}-journal`, { force: true });
    throw error;
  }
}

function bytesFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function copyInto(
  part: string,
  job: ArchiveJob,
  journal: DatabaseSync,
  keys: Keys,
  probe: Probe,
  keepRoom: () => void,
): void {
  const archive = new DatabaseSync(part);
  try {
    // One file without a log beside it, synced as a whole before it gets its name.
    archive.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
    const version = versionOf(archive);
    if (version > MIGRATIONS.length) throw new ArchiveError(newer(job));
    const damage = pageDamage(archive);
    if (damage !== undefined) throw new ArchiveError(damaged(job, damage));
    migrate(archive);
    if (version === 0) archive.prepare('INSERT INTO owner VALUES (1, ?)').run(job.accountId);
    const strange = whatIsStrange(archive, job.accountId);
    if (strange !== undefined) throw new ArchiveError(damaged(job, strange));
    archive.exec('BEGIN IMMEDIATE');
    for (const table of TABLES) {
      copyRows(journal, archive, table, keys, keepRoom);
      probe('within-copy');
    }
    archive.exec('COMMIT');
  } finally {
    archive.close();
  }
}

function copyRows(
  from: DatabaseSync,
  to: DatabaseSync,
  table: Table,
  keys: Keys,
  keepRoom: () => void,
): void {
  const names = columnsOf(from, table);
  const [verb, onConflict] = INSERT[table];
  const insert = to.prepare(
    `${verb} INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()}) ${onConflict}`,
  );
  let copied = 0;
  for (const row of select(from, table, keys)) {
    insert.run(...Object.values(row));
    if (++copied % ROWS_BETWEEN_LOOKS === 0) keepRoom();
  }
}

/** Whether every row is in it as it is in the journal: by their count and a hash of all of them, in a file whose pages are sound. */
function isHeld(path: string, job: ArchiveJob, keys: Keys, wanted: string): boolean {
  let archive: DatabaseSync | undefined;
  try {
    archive = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    return (
      versionOf(archive) === MIGRATIONS.length &&
      pageDamage(archive) === undefined &&
      whatIsStrange(archive, job.accountId) === undefined &&
      digestOf(archive, keys) === wanted
    );
  } catch (error) {
    throw new ArchiveError(unreadable(job, error), { cause: error });
  } finally {
    archive?.close();
  }
}

type Keys = { intents: string; lines: string; events: string; gaps: string };

function keysOf(journal: DatabaseSync, rows: readonly HeldRow[]): Keys {
  const intents = rows.flatMap((row) => (row.of === 'intent' ? [row.intentId] : []));
  const lines = journal
    .prepare('SELECT seq FROM evidence WHERE intent_id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(intents))
    .map(({ seq }) => seq);
  return {
    intents: JSON.stringify(intents),
    lines: JSON.stringify(lines),
    events: JSON.stringify(rows.flatMap((row) => (row.of === 'event' ? [row.seq] : []))),
    gaps: JSON.stringify(rows.flatMap((row) => (row.of === 'gap' ? [[row.stream, row.from]] : []))),
  };
}

function digestOf(db: DatabaseSync, keys: Keys): string {
  const hash = createHash('sha256');
  let count = 0;
  for (const table of TABLES)
    for (const row of select(db, table, keys)) {
      count++;
      hash.update(JSON.stringify([table, ...Object.values(row)])).update('\n');
    }
  return `${count} ${hash.digest('hex')}`;
}

/** In the order in which a migrated file of this version has its columns. */
function select(
  db: DatabaseSync,
  table: Table,
  keys: Keys,
): Iterable<Record<string, SQLOutputValue>> {
  const statement = db.prepare(
    `SELECT ${columnsOf(db, table).join()} FROM ${table} WHERE ${COPIED[table]}`,
  );
  statement.setAllowUnknownNamedParameters(true);
  return statement.iterate(keys);
}

const columnsOf = (db: DatabaseSync, table: Table): string[] =>
  db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
