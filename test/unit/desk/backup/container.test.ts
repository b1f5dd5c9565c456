// A backup is a file that anybody may have written: nothing in it runs, and it takes no more than its own size.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openContainer, writeContainer } from '#main/desk/backup/container.ts';

const NAME = 'settings.json';
const PIECE = 1_048_576;

let work: string;
let file: string;
beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'ballast-container-'));
  file = join(work, 'one.ballast');
  const from = join(work, 'from');
  writeFileSync(from, Buffer.alloc(PIECE + 5, 'x'));
  await writeContainer(file, { version: '0.1.0', at: '2026-11-17T12:00:00.000Z', accounts: [] }, [
    { name: NAME, from },
  ]);
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

function change(how: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(file);
  how(db);
  db.close();
}

const sql = (text: string) => (db: DatabaseSync) => db.exec(text);

/** With a checksum that is right. */
const manifest =
  (bytes: number, sha256: string, more: object[] = []) =>
  (db: DatabaseSync) => {
    const files = [{ name: NAME, bytes, sha256 }, ...more];
    const record = JSON.stringify({
      version: '1',
      at: '2026-11-17T12:00:00Z',
      accounts: [],
      files,
    });
    db.prepare('UPDATE manifest SET record = ?, sha256 = ?').run(record, hashOf(record));
  };

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

async function extract(): Promise<void> {
  const container = openContainer(file);
  try {
    await container.extract(NAME, join(work, 'to'));
  } finally {
    container.close();
  }
}

it('touches nothing beside it', async () => {
  const beside = `${file}.part`;
  writeFileSync(beside, 'of somebody else');
  const from = join(work, 'from');
  const facts = { version: '0.1.0', at: '2026-11-17T12:00:00.000Z', accounts: [] };
  await writeContainer(file, facts, [{ name: NAME, from }]);
  expect(readFileSync(beside, 'utf8')).toBe('of somebody else');
  expect(readdirSync(work).sort()).toEqual(['from', 'one.ballast', 'one.ballast.part']);
});

it('is read as it was written', async () => {
  await extract();
});

describe('is refused with', () => {
  const strange: [string, string][] = [
    ['another table', 'CREATE TABLE more (one TEXT)'],
    ['another index', 'CREATE INDEX more ON pieces (bytes)'],
    ['a trigger', 'CREATE TRIGGER more AFTER INSERT ON pieces BEGIN DELETE FROM manifest; END'],
    ['a view', 'CREATE VIEW more AS SELECT 1'],
    [
      'a view in the place of the pieces',
      `DROP TABLE pieces; CREATE VIEW pieces AS
        SELECT '${NAME}' AS name, 0 AS place, zeroblob(1048576) AS bytes`,
    ],
    [
      'a column that is reckoned',
      `DROP TABLE pieces; CREATE TABLE pieces (name TEXT NOT NULL, place INTEGER NOT NULL,
        bytes BLOB NOT NULL AS (zeroblob(1048576)), PRIMARY KEY (name, place)) STRICT`,
    ],
  ];
  it.each(strange)('%s', (_what, text) => {
    change(sql(text));
    expect(() => openContainer(file)).toThrow('is not a Ballast backup');
  });

  it('a manifest that is too long', () => {
    change(sql(`UPDATE manifest SET record = record || printf('%*s', 8388609, '')`));
    change((db) => {
      const record = String(db.prepare('SELECT record FROM manifest').get()?.['record']);
      db.prepare('UPDATE manifest SET sha256 = ?').run(hashOf(record));
    });
    expect(() => openContainer(file)).toThrow('is damaged');
  });

  it('more bytes than the file has', () => {
    const more = { name: 'embedded/paper.db', bytes: 2 ** 40, sha256: hashOf('') };
    change(manifest(PIECE + 5, hashOf(''), [more]));
    expect(() => openContainer(file)).toThrow('is damaged');
  });

  it('one name twice', () => {
    const twice = { name: NAME, bytes: 0, sha256: hashOf('') };
    change(manifest(5, hashOf(''), [twice]));
    expect(() => openContainer(file)).toThrow('is damaged');
  });

  it('settings that are too long', () => {
    change(sql(`UPDATE pieces SET bytes = zeroblob(${20 * PIECE}) WHERE place = 0`));
    change(manifest(17 * PIECE, hashOf('')));
    expect(() => openContainer(file)).toThrow('is damaged');
  });

  it('a piece that is too long', async () => {
    const bytes = Buffer.alloc(2 * PIECE);
    change(sql(`DELETE FROM pieces`));
    change((db) => db.prepare('INSERT INTO pieces VALUES (?, 0, ?)').run(NAME, bytes));
    change(manifest(bytes.length, hashOf(bytes)));
    await expect(extract()).rejects.toThrow('is damaged');
  });

  it('pieces without an end', async () => {
    const none = Buffer.alloc(0);
    change((db) => db.prepare('INSERT INTO pieces VALUES (?, 2, ?)').run(NAME, none));
    await expect(extract()).rejects.toThrow('is damaged');
  });
});
