import type { z } from 'zod';
import { quickCheck } from '#main/journal/quick-check.ts';
import type { Saved } from '#main/journal/types.ts';
import { parseJson } from '#main/tools/json.ts';

/** Hears of rows that cannot be read as what they should be. */
export type Skip = (table: string) => void;

/** Of a statement that answers arrays, which costs half as much as one that answers objects. */
export type RecordRow = readonly [record: string, receivedAt: number, ...unknown[]];

export function readRecords<T>(
  table: string,
  schema: z.ZodType<T>,
  rows: Iterable<unknown>,
  skip: Skip,
): Saved<T>[] {
  const saved: Saved<T>[] = [];
  for (const row of rows) {
    const { record, received_at } = row as { record: string; received_at: number };
    const parsed = schema.safeParse(parseJson(record));
    if (parsed.success) saved.push({ value: parsed.data, receivedAt: received_at });
    else skip(table);
  }
  return saved;
}

/** For records of which there may be very many. */
export function createRecordReader<T>(
  table: string,
  schema: z.ZodType<T>,
): (row: RecordRow, skip: Skip) => Saved<T> | undefined {
  const isAsItIs = quickCheck(schema);
  return ([record, receivedAt], skip) => {
    const value = parseJson(record);
    if (isAsItIs(value)) return { value: value as T, receivedAt };
    const parsed = schema.safeParse(value);
    if (parsed.success) return { value: parsed.data, receivedAt };
    skip(table);
    return undefined;
  };
}
