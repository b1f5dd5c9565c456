// How one record of the engine becomes one row and comes back equal. Each field names its column and its kind.
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Decimal } from '#main/domain/decimal.ts';
import { moneyText, sharesText, toMoney, toShares } from '#main/paper/engine/units.ts';

export type Kind = 'text' | 'int' | 'flag' | 'shares' | 'money';
export type Columns<T> = { readonly [K in keyof T]-?: readonly [column: string, kind: Kind] };
export type Row = Record<string, SQLOutputValue>;

type Field<T> = { field: keyof T & string; column: string; kind: Kind };

export type RowCodec<T> = {
  columns: readonly string[];
  toValues(record: T): SQLInputValue[];
  fromRow(row: Row): T;
};

export function createRowCodec<T extends object>(columns: Columns<T>): RowCodec<T> {
  const fields = Object.entries<readonly [string, Kind]>(columns).map(
    ([field, [column, kind]]) => ({ field, column, kind }) as Field<T>,
  );
  return {
    columns: fields.map(({ column }) => column),
    toValues: (record) => fields.map(({ field, kind }) => encode(record[field], kind)),
    fromRow(row) {
      const record: Record<string, unknown> = {};
      for (const { field, column, kind } of fields) record[field] = decode(row[column], kind);
      return record as T; // every field of Columns<T> was just read
    },
  };
}

/** `(a, b) VALUES (?, ?)`, to follow INSERT INTO. */
export function valuesClause(columns: readonly string[]): string {
  return `(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function encode(value: unknown, kind: Kind): SQLInputValue {
  if (value === null) return null;
  if (kind === 'flag') return value === true ? 1 : 0;
  if (kind === 'shares') return sharesText(value as bigint);
  if (kind === 'money') return moneyText(value as bigint);
  return value as SQLInputValue;
}

function decode(value: SQLOutputValue | undefined, kind: Kind): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'flag') return value === 1;
  if (kind === 'shares') return toShares(value as Decimal);
  if (kind === 'money') return toMoney(value as Decimal);
  return value;
}
