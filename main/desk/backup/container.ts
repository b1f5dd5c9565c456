// A backup is one SQLite file: its manifest with the checksum of every file, and the files in pieces, so that neither a
// large journal nor its checksum holds anything up.
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Environment } from '#contract/records.ts';
import { parseJson } from '#main/tools/json.ts';
import { plainReason } from '#main/tools/plain-reason.ts';
import { syncFolder } from '#main/tools/sync-folder.ts';

/** 'BalB'. */
const APPLICATION = 0x42_61_6c_42;
const FORMAT = 2;
/** What every version can restore: a backup without archives. */
const FIRST_FORMAT = 1;
const PIECE_BYTES = 1_048_576;
const MOST_MANIFEST_BYTES = 8 * 1_048_576;
/** Of the settings and of the alerts, which are read whole. */
const MOST_DOCUMENT_BYTES = 16 * 1_048_576;

const TABLES = `CREATE TABLE manifest (record TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT;
  CREATE TABLE pieces (name TEXT NOT NULL, place INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (name, place)) STRICT`;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FileName = z
  .string()
  .regex(
    new RegExp(
      `^(settings\\.json|alerts\\.json|embedded/paper\\.db|accounts/${UUID}/(?:journal|archive/\\d{4}-(?:0[1-9]|1[0-2]))\\.db)$`,
    ),
  );

/** Of a hundred accounts, each with years of archived months. */
const MOST_FILES = 40_000;

const Manifest = z.strictObject({
  /** Of Ballast. */
  version: z.string().max(100),
  at: z.iso.datetime(),
  accounts: z
    .array(
      z.strictObject({
        label: z.string().max(200),
        environment: Environment,
        accountNumber: z.string().max(64).optional(),
        orders: z.number().int().nonnegative(),
      }),
    )
    .max(100),
  files: z
    .array(
      z.strictObject({
        name: FileName,
        bytes: z.number().int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(MOST_FILES)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length)
    .refine((files) =>
      files.every(({ name, bytes }) => !name.endsWith('.json') || bytes <= MOST_DOCUMENT_BYTES),
    ),
});
export type Manifest = z.infer<typeof Manifest>;

/** Such as accounts/…/archive/2019-03.db. */
const isArchive = (name: string): boolean => name.includes('/archive/');

/** Why a file is not restored, in a sentence. */
export class UnfitError extends Error {}

/** A person ended it while nothing was replaced yet. */
export class CanceledError extends Error {}

/** `from` is a file that nobody changes meanwhile. `onPiece` may throw, which ends it. Written whole or not at all. */
export async function writeContainer(
  path: string,
  facts: Omit<Manifest, 'files'>,
  files: readonly { name: string; from: string }[],
  onPiece?: (bytes: number) => void,
): Promise<void> {
  // A name of its own: whatever is there already is somebody else's.
  const fresh = `${path}.${randomUUID()}.part`;
  closeSync(openSync(fresh, 'wx', 0o600));
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(fresh);
    const format = files.some(({ name }) => isArchive(name)) ? FORMAT : FIRST_FORMAT;
    db.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${format};
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${TABLES}`);
    const put = db.prepare('INSERT INTO pieces VALUES (?, ?, ?)');
    const written: Manifest['files'] = [];
    for (const { name, from } of files) {
      const hash = createHash('sha256');
      let bytes = 0;
      let place = 0;
      for await (const piece of piecesOf(from)) {
        hash.update(piece);
        bytes += piece.length;
        put.run(name, place++, piece);
        onPiece?.(piece.length);
      }
      written.push({ name, bytes, sha256: hash.digest('hex') });
    }
    const record = JSON.stringify(Manifest.parse({ ...facts, files: written }));
    db.prepare('INSERT INTO manifest VALUES (?, ?)').run(record, sha256(record));
    db.close();
    db = undefined;
    const file = openSync(fresh, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(fresh, path);
    syncFolder(dirname(path));
  } catch (error) {
    db?.close();
    rmSync(fresh, { force: true });
    throw error;
  }
}

type Container = {
  manifest: Manifest;
  /** Writes one of its files there, and throws unless it is what the manifest says. */
  extract(name: string, to: string, onPiece?: (bytes: number) => void): Promise<void>;
  close(): void;
};

/** Throws an UnfitError for whatever is no backup, or none that this version can read. */
export function openContainer(path: string): Container {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) throw new UnfitError(`There is no file ${path}.`);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    const opened = db;
    // Whoever wrote it may have meant to run something here, or to fill the memory or the disk.
    opened.exec('PRAGMA trusted_schema = OFF');
    const manifest = readManifest(opened, path, file.size);
    const pieces = opened.prepare(
      `SELECT place, iif(octet_length(bytes) <= ${PIECE_BYTES}, bytes, NULL) AS bytes
        FROM pieces WHERE name = ? ORDER BY place`,
    );
    return {
      manifest,
      async extract(name, to, onPiece) {
        const said = manifest.files.find((one) => one.name === name);
        const hash = createHash('sha256');
        mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
        const out = await open(to, 'wx', 0o600);
        try {
          let next = 0;
          let left = said?.bytes ?? 0;
          for (const { place, bytes } of pieces.iterate(name)) {
            if (!(bytes instanceof Uint8Array) || place !== next++) throw damaged(path);
            if (bytes.length !== Math.min(PIECE_BYTES, left) || left === 0) throw damaged(path);
            left -= bytes.length;
            hash.update(bytes);
            await out.writeFile(bytes);
            onPiece?.(bytes.length);
          }
        } catch (error) {
          throw isDiskOf(error) || error instanceof CanceledError ? error : damaged(path);
        } finally {
          await out.close();
        }
        if (hash.digest('hex') !== said?.sha256) throw damaged(path);
      },
      close: () => opened.close(),
    };
  } catch (error) {
    db?.close();
    if (error instanceof UnfitError) throw error;
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (code === NOT_A_DATABASE) throw foreign(path);
    if (code === CORRUPT) throw damaged(path);
    throw new UnfitError(`${path} could not be read: ${plainReason(error)}.`);
  }
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** The file system's own, and not SQLite's. */
const isDiskOf = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** What our own tables are in a database, and nothing else. */
function isOurs(db: DatabaseSync): boolean {
  const made = new DatabaseSync(':memory:');
  made.exec(TABLES);
  const ours = schemaOf(made);
  made.close();
  return schemaOf(db) === ours;
}

const schemaOf = (db: DatabaseSync): string =>
  JSON.stringify(
    db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name LIMIT 4').all(),
  ).replaceAll(/(\s|\\n)+/g, ' ');

function readManifest(db: DatabaseSync, path: string, fileBytes: number): Manifest {
  const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
  if (pragma('application_id') !== APPLICATION) throw foreign(path);
  if (pragma('user_version') > FORMAT)
    throw new UnfitError(
      `${path} was written by a newer version of Ballast. Restore it with that version, or a later one.`,
    );
  if (!isOurs(db)) throw foreign(path);
  const row = db
    .prepare(
      `SELECT iif(octet_length(record) <= ${MOST_MANIFEST_BYTES}, record, NULL) AS record,
        iif(octet_length(sha256) = 64, sha256, NULL) AS sha256 FROM manifest`,
    )
    .get();
  const record = String(row?.['record']);
  const manifest = Manifest.safeParse(parseJson(record));
  if (sha256(record) !== row?.['sha256'] || !manifest.success) throw damaged(path);
  const bytes = manifest.data.files.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes > fileBytes) throw damaged(path);
  return manifest.data;
}

const foreign = (path: string) => new UnfitError(`${path} is not a Ballast backup.`);
export const damaged = (path: string): UnfitError =>
  new UnfitError(`${path} is damaged or was cut short. Use another copy of it.`);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
