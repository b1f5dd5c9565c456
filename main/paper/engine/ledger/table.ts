// How one record of the engine becomes one row and comes back equal. The table itself says which columns there are: a field
// is its column in camelCase, and only the kinds that SQLite does not know are named.
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Decimal } from '#main/domain/decimal.ts';
import { moneyText, sharesText, toMoney, toShares } from '#main/paper/engine/units.ts';
import type { Ledger, Row } from '#main/paper/types.ts';

/** 'index' is a flag that only queries use: written and never read. 'auto' is SQLite's own: neither. */
type Kind = 'flag' | 'index' | 'auto' | 'shares' | 'money' | 'json' | 'plain';

export function createTable<T extends object>(
  ledger: Ledger,
  table: string,
  kinds: { readonly [K in keyof T]?: Kind },
) {
  const fields = ledger.all(`SELECT name FROM pragma_table_info('${table}')`).map((row) => {
    const column = String(row['name']);
    const field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const kind: Kind = kinds[field as keyof T] ?? 'plain';
    return { column, field, kind };
  });
  const written = fields.filter(({ kind }) => kind !== 'auto');
  const read = written.filter(({ kind }) => kind !== 'index');
  const columns = written.map(({ column }) => column).join(', ');
  const places = written.map(() => '?').join(', ');

  function fromRow(row: Row): T {
    const record: Record<string, unknown> = {};
    for (const { field, column, kind } of read) record[field] = decode(row[column], kind);
    return record as T; // the table has a column for each field of T
  }

  return {
    /** Answers what inserts one record; `onConflict` says what to do when it is there already. */
    writer(onConflict = '') {
      const sql = `INSERT INTO ${table} (${columns}) VALUES (${places}) ${onConflict}`;
      return (record: T): void => {
        const values = written.map(({ field, kind }) => encode(record[field as keyof T], kind));
        ledger.run(sql, ...values);
      };
    },
    select: (rest: string, ...values: SQLInputValue[]): T[] =>
      ledger.all(`SELECT * FROM ${table} ${rest}`, ...values).map(fromRow),
    first(rest: string, ...values: SQLInputValue[]): T | undefined {
      const row = ledger.get(`SELECT * FROM ${table} ${rest}`, ...values);
      return row && fromRow(row);
    },
    lastSeq: () => Number(ledger.get(`SELECT max(seq) AS seq FROM ${table}`)?.['seq'] ?? 0),
  };
}

/** `a = excluded.a, b = excluded.b`, to follow DO UPDATE SET. */
export const excluded = (columns: string): string =>
  columns
    .split(' ')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

/** Conditions for WHERE and their values; a value that is undefined asks for nothing. */
export function createConditions() {
  const clauses: string[] = [];
  const values: SQLInputValue[] = [];
  return {
    values,
    add(clause: string, value: SQLInputValue | undefined): void {
      if (value === undefined) return;
      clauses.push(clause);
      values.push(value);
    },
    addPlain: (clause: string) => void clauses.push(clause),
    sql: () => `WHERE ${clauses.join(' AND ')}`,
  };
}

function encode(value: unknown, kind: Kind): SQLInputValue {
  if (value === null) return null;
  if (kind === 'flag' || kind === 'index') return value === true ? 1 : 0;
  if (kind === 'shares') return sharesText(value as bigint);
  if (kind === 'money') return moneyText(value as bigint);
  if (kind === 'json') return JSON.stringify(value);
  return value as SQLInputValue;
}

function decode(value: SQLOutputValue | undefined, kind: Kind): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'flag') return value === 1;
  if (kind === 'shares') return toShares(value as Decimal);
  if (kind === 'money') return toMoney(value as Decimal);
  if (kind === 'json') return JSON.parse(value as string);
  return value;
}
