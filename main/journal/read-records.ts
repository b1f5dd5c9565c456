import type { z } from 'zod';
import type { Saved } from '#main/journal/types.ts';
import { parseJson } from '#main/tools/json.ts';

/** Hears of rows that cannot be read as what they should be. */
export type Skip = (table: string) => void;

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
