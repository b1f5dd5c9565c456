// What an answer or a message has that does not fit: a record that is left out, a member of a record that is not
// believed, and a value of an open set that nobody here knows. Decoders tell of it; whoever asked decides what to do.
import { plainText } from '#main/tools/plain-text.ts';
import { isRecord } from '#main/tools/json.ts';

export type Oddity = {
  /** `left-out`: the record. `unread`: the member. `unknown`: the value is kept as it came. */
  kind: 'left-out' | 'unread' | 'unknown';
  /** Of what: an order, a position. */
  what: string;
  /** The member, by its path; empty for the whole. */
  where: string;
  /** What stands there, cut and in quotes; empty when nothing does. */
  quote: string;
};

export type Tell = (oddity: Oddity) => void;

/** A list that may lack records: `unread` has what is known of each that was left out. Without it, it is whole. */
export type Listed<T> = T[] & { unread?: readonly Unread[] };
/** What can be told of a record that was left out. */
export type Unread = { symbol?: string; where: string };

export const listOf = <T>(items: T[], unread: readonly Unread[]): Listed<T> =>
  unread.length === 0 ? items : Object.assign(items, { unread });

const LONGEST_QUOTE = 60;

/** As JSON, so that a text can be told from a number. */
export function quoteOf(value: unknown): string {
  if (value === undefined) return '';
  return plainText(JSON.stringify(value) ?? typeof value, LONGEST_QUOTE);
}

export function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  let value = record;
  for (const name of path)
    value = Array.isArray(value)
      ? (value[Number(name)] as unknown)
      : isRecord(value) && Object.hasOwn(value, name)
        ? value[String(name)]
        : undefined;
  return value;
}

/** Tells of a value that is not among these. */
export function tellUnknown(
  tell: Tell | undefined,
  what: string,
  where: string,
  value: string | undefined,
  known: ReadonlySet<string>,
): void {
  if (!tell || value === undefined || known.has(value)) return;
  tell({ kind: 'unknown', what, where, quote: quoteOf(value) });
}
