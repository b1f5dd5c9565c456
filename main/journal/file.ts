// The journal's file: two connections to one database in WAL mode. Intents go through the one that syncs every commit
// (docs/orders.md, "One record before the first byte"), everything else through the one that does not; a commit of the
// first makes all earlier ones durable too.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  causeOf,
  diskFailure,
  done,
  failed,
  toDiskFailure,
  type DiskFailure,
  type JournalResult,
} from '#main/journal/failure.ts';
import { createActivityRows, type ActivityRows } from '#main/journal/activity-rows.ts';
import { createArchivedRows, type ArchivedRows } from '#main/journal/archived-rows.ts';
import { createAddressRows, type AddressRows } from '#main/journal/address-rows.ts';
import { createBatchRows, type BatchRows } from '#main/journal/batch-rows.ts';
import { answerOf, checkFile, DamagedError, type Check } from '#main/journal/check.ts';
import { createClosingRows, type ClosingRows } from '#main/journal/closing-rows.ts';
import type { CarriedAddresses } from '#main/journal/carry-addresses.ts';
import { carryOver } from '#main/journal/carry-over.ts';
import { strangeTable } from '#main/journal/columns.ts';
import { createIntentRows, type IntentRows } from '#main/journal/intent-rows.ts';
import { mend } from '#main/journal/mend.ts';
import { migrate, versionOf } from '#main/journal/migrate.ts';
import { copyBeside, putBack } from '#main/journal/put-back.ts';
import { createRecordRows, type RecordRows } from '#main/journal/record-rows.ts';
import { isOnlyIndexedSince, MIGRATIONS } from '#main/journal/schema.ts';
import { discardSearchIndex } from '#main/journal/search-index.ts';
import { salvage, setAsideFile, type Salvage } from '#main/journal/set-aside.ts';
import type { Connect, JournalOptions } from '#main/journal/types.ts';
import { syncFolder } from '#main/tools/sync-folder.ts';
import { makePrivate } from '#main/tools/private-file.ts';

type Committed = { ok: true } | { ok: false; error: unknown; phase: 'work' | 'commit' };
export type Connection = {
  intents: IntentRows;
  records: RecordRows;
  batches: BatchRows;
  addresses: AddressRows;
  closings: ClosingRows;
  activity: ActivityRows;
  archived: ArchivedRows;
  transaction(work: (connection: Connection) => void): Committed;
  /** Lets the log begin anew in the room that it has, where nobody reads. An exit waits for this, and it for no reader. */
  checkpoint(): void;
};
export type JournalFile = {
  synced: Connection;
  relaxed: Connection;
  /** False when the file was moved or deleted under us: what is written now would be lost. */
  isInPlace(): boolean;
  /** Writes all of it beside its place, where the next opening finds it. Answers why that failed and may still go. */
  copy(): DiskFailure | undefined;
  /** It was opened without a check. */
  isUnchecked: boolean;
  close(): void;
};
export type OpenedFile = {
  file: JournalFile;
  setAside: string | undefined;
  salvage: Salvage;
  /** Of the damaged file, where one was set aside. */
  addresses?: CarriedAddresses;
};

const BUSY_MS = 500;
const NOTHING: Salvage = { intents: [], lines: [] };
const NONE_CARRIED: CarriedAddresses = { kept: 0, found: 0, isCut: true };
const UNREAD = { mended: 0, lostIds: 0 };
/** About 50 ms of checking. What is larger need not be checked before it is used, where somebody checks it later. */
const CHECKED_AT_ONCE_BYTES = 16 * 1024 * 1024;
/** SQLITE_ERROR: our version, but tables that are not ours. */
const FOREIGN = 1;

const connectFile: Connect = (path, { readOnly }) => {
  if (!readOnly) makePrivate(path);
  return new DatabaseSync(path, { readOnly, timeout: BUSY_MS });
};

export const journalPathIn = (folder: string): string => join(folder, 'journal.db');

/** Whether it is large enough for the check to be worth waiting with. */
const isLarge = (path: string, { checkedAtOnceBytes = CHECKED_AT_ONCE_BYTES }: JournalOptions) =>
  ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  ) > checkedAtOnceBytes;

export function openFile(options: JournalOptions, check: Check): JournalResult<OpenedFile> {
  const path = journalPathIn(options.folder);
  const connect = options.connect ?? connectFile;
  try {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    putBack(path, options.clock.wall());
    const isNew = !existsSync(path);
    try {
      const file = openSound(path, connect, options, check);
      // One that takes the place of a damaged one knows what that knew. Without the note it is only less sure.
      if (file.ok && isNew)
        file.value.synced.transaction(({ archived }) =>
          archived.months.begin(options.clock.wall()),
        );
      return file.ok ? done({ file: file.value, setAside: undefined, salvage: NOTHING }) : file;
    } catch (error) {
      if (isNew || !isDamage(error)) throw error;
      options.log('error', 'the journal is damaged and is set aside', {
        path,
        error: String(error),
      });
    }
    discardSearchIndex(path);
    const setAside = setAsideFile(path, options.clock.wall());
    const saved = salvage(setAside, options.accountId, connect);
    const file = openSound(path, connect, options, 'quick');
    if (!file.ok) return file;
    const addresses = takeOver(setAside, path, connect, options);
    return done({ file: file.value, setAside, salvage: saved, addresses });
  } catch (error) {
    return failed(failureIn(options.folder, error));
  }
}

/** What it cannot give up is no reason to be without a journal. */
function takeOver(
  setAside: string,
  path: string,
  connect: Connect,
  { log }: JournalOptions,
): CarriedAddresses {
  let db: DatabaseSync | undefined;
  try {
    db = connect(path, { readOnly: false });
    const { rows, addresses } = carryOver(setAside, db, connect);
    log('info', 'records of the damaged journal were carried over', { rows, addresses });
    return addresses;
  } catch (error) {
    log('warn', 'records of the damaged journal were not carried over', { error: String(error) });
    return NONE_CARRIED;
  } finally {
    db?.close();
  }
}

function failureIn(folder: string, error: unknown): DiskFailure {
  const failure = toDiskFailure(error);
  return failure.cause === 'io' ? (clearerFailure(folder) ?? failure) : failure;
}

/** SQLite can only say that it could not open a file there, which sounds like a broken disk. */
function clearerFailure(folder: string): DiskFailure | undefined {
  try {
    closeSync(openSync(folder, 'r'));
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const cause = causeOf(error);
    if (cause === 'no-handles') return diskFailure(cause, '');
    return cause === 'read-only' ? diskFailure(cause, 'the folder is read-only') : undefined;
  }
}

export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedError ||
  causeOf(error) === 'damaged' ||
  (error instanceof Error && 'errcode' in error && error.errcode === FOREIGN);

function openSound(
  path: string,
  connect: Connect,
  options: JournalOptions,
  wanted: Check,
): JournalResult<JournalFile> {
  const { version, owner } = existsSync(path) ? peek(path, connect, options.accountId) : NEW;
  const mayWait = isOnlyIndexedSince(version) && isLarge(path, options);
  const check = wanted === 'later' && !mayWait ? 'quick' : wanted;
  if (version > MIGRATIONS.length) return newer(path, version);
  if (owner !== undefined) return foreign(path, owner);
  const opened: DatabaseSync[] = [];
  try {
    const synced = connect(path, { readOnly: false });
    opened.push(synced);
    const mode = synced.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
    if (mode !== 'wal') {
      closeAll(opened);
      return failed(diskFailure('io', `no write-ahead log here, only ${String(mode)}`));
    }
    // fullfsync matters on macOS alone. Checkpoints are left to the other connection: they would delay an order.
    synced.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA wal_autocheckpoint = 0');
    checkFile(synced, check, version === 0, options.log);
    options.probe?.('before-migrate');
    migrate(synced);
    options.probe?.('after-migrate');
    const strange = strangeTable(synced);
    if (strange !== undefined) throw new DamagedError(`the columns of ${strange} are not its own`);
    claim(synced, options.accountId);
    const { mended, lostIds } =
      check === 'later'
        ? UNREAD
        : mend(synced, options.clock.wall(), () => void discardSearchIndex(path));
    if (lostIds > 0) throw new DamagedError(`${lostIds} intents have lost their ids`);
    if (mended > 0) options.log('warn', 'damaged records of the journal were mended', { mended });
    const relaxed = connect(path, { readOnly: false });
    opened.push(relaxed);
    relaxed.exec('PRAGMA synchronous = NORMAL; PRAGMA checkpoint_fullfsync = 1');
    const file: JournalFile = {
      synced: createConnection(synced),
      relaxed: createConnection(relaxed),
      isInPlace: placeCheck(path),
      isUnchecked: check === 'later',
      copy() {
        try {
          copyBeside(synced, path);
          options.log('warn', 'the journal was moved or deleted, and is put back in its place');
          return undefined;
        } catch (error) {
          options.log('warn', 'the journal could not be put back', { error: String(error) });
          // Where the disk went with the file there is nothing to wait for: memory alone is written then.
          return isReadable(synced) ? failureIn(options.folder, error) : undefined;
        }
      },
      close: () => closeAll([relaxed, synced]),
    };
    // The names of new files are durable only once their folder is synced.
    syncFolder(options.folder);
    return done(file);
  } catch (error) {
    closeAll(opened);
    throw error;
  }
}

type Peeked = { version: number; /** Whose it is, where that is somebody else. */ owner?: string };
const NEW: Peeked = { version: 0 };

/** Through a read-only connection, which leaves the file and its log as they are. */
function peek(path: string, connect: Connect, accountId: string): Peeked {
  let db: DatabaseSync | undefined;
  try {
    db = connect(path, { readOnly: true });
    const version = versionOf(db);
    const tables = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n']);
    if (version === 0 && tables > 0) throw new DamagedError('it is the database of something else');
    if (version === 0 || version > MIGRATIONS.length) return { version };
    const owner = ownerOf(db);
    if (owner === undefined || owner === accountId) return { version };
    const ours = db.prepare('SELECT count(*) AS n FROM intents WHERE account_id = ?');
    if (Number(ours.get(accountId)?.['n']) > 0)
      throw new DamagedError(`its intents are not those of its owner, ${owner}`);
    return { version, owner };
  } catch (error) {
    if (isDamage(error)) throw error;
    return NEW; // a log to roll back or a folder to write to: the connection that may write says what is wrong
  } finally {
    db?.close();
  }
}

const newer = (path: string, version: number) =>
  failed({
    kind: 'newer',
    version,
    message: `The journal ${path} was written by a newer version of Ballast (schema ${version}; this version knows ${MIGRATIONS.length}). It was not changed. Start the newer version.`,
  });

const foreign = (path: string, owner: string) =>
  failed({
    kind: 'other-account',
    message: `The journal ${path} belongs to account ${owner}. Use that account's folder.`,
  });

function isReadable(db: DatabaseSync): boolean {
  try {
    return answerOf(db, 'quick_check', '1') === 'ok';
  } catch {
    return false;
  }
}

/** None in a file whose making was cut short. */
function ownerOf(db: DatabaseSync): string | undefined {
  const owner = db.prepare('SELECT account_id FROM owner').get()?.['account_id'];
  return owner === undefined ? undefined : String(owner);
}

function claim(db: DatabaseSync, accountId: string): void {
  if (ownerOf(db) === undefined) db.prepare('INSERT INTO owner VALUES (1, ?)').run(accountId);
}

function createConnection(db: DatabaseSync): Connection {
  const connection: Connection = {
    intents: createIntentRows(db),
    records: createRecordRows(db),
    batches: createBatchRows(db),
    addresses: createAddressRows(db),
    closings: createClosingRows(db),
    activity: createActivityRows(db),
    archived: createArchivedRows(db),
    transaction(work) {
      let phase: 'work' | 'commit' = 'work';
      try {
        db.exec('BEGIN IMMEDIATE');
        work(connection);
        phase = 'commit';
        db.exec('COMMIT');
        return { ok: true };
      } catch (error) {
        rollBack(db);
        return { ok: false, error, phase };
      }
    },
    checkpoint() {
      try {
        const waitMs = Number(db.prepare('PRAGMA busy_timeout').get()?.['timeout']);
        db.exec('PRAGMA busy_timeout = 0');
        try {
          db.exec('PRAGMA wal_checkpoint(RESTART)');
        } finally {
          db.exec(`PRAGMA busy_timeout = ${waitMs}`);
        }
      } catch {
        // It was worth a try; the write that needs the room says what is wrong.
      }
    },
  };
  return connection;
}

/** SQLite has already rolled back by itself after some errors, and may fail at it after others. */
function rollBack(db: DatabaseSync): void {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
  } catch {
    // The error that led here is the one to report.
  }
}

function placeCheck(path: string): () => boolean {
  const first = statSync(path, { bigint: true });
  return () => {
    try {
      const now = statSync(path, { bigint: true });
      return now.ino === first.ino && now.dev === first.dev;
    } catch {
      return false;
    }
  };
}

function closeAll(connections: DatabaseSync[]): void {
  for (const db of connections)
    try {
      db.close();
    } catch {
      // A disk that fails now failed before, and was reported then.
    }
}
