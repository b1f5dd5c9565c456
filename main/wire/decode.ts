// How a record is read: renamed, checked against its schema, and refused with the place where it does not fit. A
// record that lacks what the desk relies on is refused, not guessed. A member that the desk can do without costs
// itself alone, and a record costs no other one of its list.
import { z } from 'zod';
import { fail, ok, type Failed, type Result } from '#contract/failure.ts';
import { isRecord } from '#main/tools/json.ts';
import { camelize } from '#main/wire/names.ts';
import { exactMoney } from '#main/wire/json.ts';
import {
  listOf,
  quoteOf,
  valueAt,
  type Listed,
  type Tell,
  type Unread,
} from '#main/wire/oddities.ts';

/** Reads the parsed body of a 2xx answer. Never throws. */
export type Decode<T> = (json: unknown, tell?: Tell) => Result<T>;

type Shape = (record: unknown, tell: Tell | undefined) => unknown;

/** A decoder of one record. `shape` sees the record in the desk's names before the schema does. */
export function decoderOf<S extends z.ZodType>(
  what: string,
  schema: S,
  shape: Shape = (record) => record,
  /** Without the members that do not fit, where something can be done without them. */
  without: (record: object, names: readonly string[]) => unknown = () => undefined,
): Decode<z.infer<S>> {
  return (json, tell) => {
    // Not left to the schema, which has a complaint about every item of a list before it counts them.
    const known = isRecord(json) ? camelize(json) : undefined;
    if (!isRecord(known)) return leftOut(what, json, tell);
    const shaped = shape(known, tell);
    const record = schema.safeParse(shaped);
    if (record.success) return ok(record.data);
    const names = namesIn(record.error);
    const rest = isRecord(shaped) ? schema.safeParse(without(shaped, names)) : record;
    if (!rest.success) return leftOut(what, known, tell, record.error.issues[0]?.path);
    for (const where of names)
      tell?.({ kind: 'unread', what, where, quote: quoteOf(known[where]) });
    return ok(rest.data);
  };
}

/** The members that do not fit. */
const namesIn = ({ issues }: z.ZodError): string[] => [
  ...new Set(issues.flatMap(({ path }) => path.slice(0, 1).map(String))),
];

/** For records whose optional members are no more than information: one that does not fit counts as not said. */
export function omit(record: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** There are some 12,000 assets; every other list comes in pages. */
const MOST_ITEMS = 50_000;
/** A list of which so much cannot be read is another thing than what was asked for. */
const MOST_UNREAD = 1_000;

/** Of a record that cannot be read the others do not suffer; the list says that it lacks one. */
export function listDecoderOf<T>(what: string, decode: Decode<T>): Decode<Listed<T>> {
  return (json, tell) => {
    if (!Array.isArray(json) || json.length > MOST_ITEMS) return unreadable(what);
    const list: T[] = [];
    const unread: Unread[] = [];
    for (const item of json as unknown[]) {
      let where = '';
      const record = decode(item, (oddity) => {
        ({ where } = oddity);
        tell?.(oddity);
      });
      if (record.ok) list.push(record.value);
      else if (unread.push({ where, ...symbolOf(item) }) > MOST_UNREAD) return record;
    }
    return ok(listOf(list, unread));
  };
}

const LONGEST_SYMBOL = 64;

function symbolOf(item: unknown): Pick<Unread, 'symbol'> {
  const symbol = isRecord(item) ? item['symbol'] : undefined;
  const isName = typeof symbol === 'string' && symbol !== '' && symbol.length <= LONGEST_SYMBOL;
  return isName ? { symbol } : {};
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

/** Tells of a record that cannot be read. */
export function leftOut(
  what: string,
  record: unknown,
  tell: Tell | undefined,
  path: readonly PropertyKey[] = [],
): Failed {
  const where = path.map(String).join('.').slice(0, LONGEST_PATH);
  tell?.({ kind: 'left-out', what, where, quote: quoteOf(valueAt(record, path)) });
  return unreadable(what, where);
}

/** An answer that says 'done' and cannot be read: nothing is known, least of all that it failed. */
export function unreadable(what: string, where = ''): Failed {
  return fail({
    kind: 'unavailable',
    status: 200,
    message: `The broker's ${what} could not be read${where && ` (${where})`}.`,
  });
}
