// How a record is read: renamed, checked against its schema, and refused with the place where it does not fit. A
// record that lacks what the desk relies on is refused, not guessed.
import { z } from 'zod';
import { fail, ok, type Failed, type Result } from '#contract/failure.ts';
import { isRecord } from '#main/tools/json.ts';
import { camelize } from '#main/wire/names.ts';
import { exactMoney } from '#main/wire/json.ts';

/** Reads the parsed body of a 2xx answer. Never throws. */
export type Decode<T> = (json: unknown) => Result<T>;

/** A decoder of one record. `shape` sees the record in the desk's names before the schema does. */
export function decoderOf<S extends z.ZodType>(
  what: string,
  schema: S,
  shape: (record: unknown) => unknown = (record) => record,
): Decode<z.infer<S>> {
  return (json) => {
    if (!isRecord(json)) return unreadable(what);
    const known = camelize(json);
    // Not left to the schema, which has a complaint about every item of a list before it counts them.
    if (!known) return unreadable(what);
    const record = schema.safeParse(shape(known));
    return record.success ? ok(record.data) : unreadable(what, record.error);
  };
}

/** There are some 12,000 assets; every other list comes in pages. */
const MOST_ITEMS = 50_000;

export function listDecoderOf<T>(what: string, decode: Decode<T>): Decode<T[]> {
  return (json) => {
    if (!Array.isArray(json) || json.length > MOST_ITEMS) return unreadable(what);
    const list: T[] = [];
    for (const item of json as unknown[]) {
      const record = decode(item);
      if (!record.ok) return record;
      list.push(record.value);
    }
    return ok(list);
  };
}

/** Makes the named members exact decimal text where the wire sent numbers. */
export const withMoney =
  (names: readonly string[]) =>
  (record: unknown): unknown => {
    if (!isRecord(record)) return record;
    const exact = { ...record };
    for (const name of names) if (name in exact) exact[name] = exactMoney(exact[name]);
    return exact;
  };

export const LONGEST_TIME = 64;

/** RFC 3339 text whose time can be read; up to nine fractional digits survive in it. */
export const Timestamp = z
  .string()
  .max(LONGEST_TIME)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a time');

const LONGEST_PATH = 100;

/** An answer that says 'done' and cannot be read: nothing is known, least of all that it failed. */
export function unreadable(what: string, error?: z.ZodError): Failed {
  const path = error?.issues[0]?.path.map(String).join('.').slice(0, LONGEST_PATH) ?? '';
  return fail({
    kind: 'unavailable',
    status: 200,
    message: `The broker's ${what} could not be read${path && ` (${path})`}.`,
  });
}
