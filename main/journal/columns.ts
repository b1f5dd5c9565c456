// The names of the columns stand in the file as text, where a flipped bit changes them like any other text. What they
// should be is known: it is what the migrations make.
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { MIGRATIONS } from '#main/journal/schema.ts';

const made = new Map<number, Map<string, string[]>>();

/** By table, in their order. */
function expected(version = MIGRATIONS.length): Map<string, string[]> {
  const known = made.get(version);
  if (known) return known;
  const db = new DatabaseSync(':memory:');
  for (const sql of MIGRATIONS.slice(0, version)) db.exec(sql);
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const columns = new Map(tables.map(({ name }) => [String(name), columnsIn(db, String(name))]));
  made.set(version, columns);
  db.close();
  return columns;
}

const columnsIn = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));

/** The first table of a file, migrated to this version, whose columns are not what they were made as. */
export const strangeTable = (db: DatabaseSync, version?: number): string | undefined =>
  [...expected(version)].find(
    ([table, names]) => columnsIn(db, table).join() !== names.join(),
  )?.[0];

/** Everything in the file, the text of which could run with the next write, as far as spaces and quotes do not matter. */
const schemaOf = (db: DatabaseSync): string =>
  JSON.stringify(
    db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
  ).replaceAll(/(\s|\\n|\\")+/g, ' ');

/** Whether there is nothing in it but what the migrations make up to its version. */
export function schemaKind(db: DatabaseSync): 'own' | 'newer' | 'strange' {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > MIGRATIONS.length) return 'newer';
  const own = new DatabaseSync(':memory:');
  for (const sql of MIGRATIONS.slice(0, version)) own.exec(sql);
  const isOwn = schemaOf(own) === schemaOf(db);
  own.close();
  return isOwn ? 'own' : 'strange';
}

export type Table =
  | 'intents'
  | 'evidence'
  | 'snapshots'
  | 'closings'
  | 'grants'
  | 'events'
  | 'orders'
  | 'executions'
  | 'tokenizations'
  | 'gaps'
  | 'addresses'
  | 'address_digests';

/** The rows of a table under the names that its columns should have, whatever they are called by now. */
export function* rowsOf(
  db: DatabaseSync,
  table: Table,
  direction: 'ASC' | 'DESC',
  key = 'rowid',
): Generator<Record<string, SQLOutputValue>> {
  const names = expected().get(table) ?? [];
  const statement = db.prepare(`SELECT * FROM ${table} ORDER BY ${key} ${direction}`);
  statement.setReturnArrays(true);
  for (const row of statement.iterate()) {
    const values = row as unknown as SQLOutputValue[];
    yield Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
  }
}
