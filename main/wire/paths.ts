// Paths and queries as the brokerage spells them.
import { snakeKeys } from '#main/wire/names.ts';

type QueryValue = string | number | boolean | readonly string[] | undefined;

/** A path with its query, its names spelled as the wire does. Absent members are left out, lists joined by commas. */
export function pathWith(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const parts = Object.entries(snakeKeys(query)).map(
    ([name, value]) => `${name}=${encodeURIComponent(textOf(value as QueryValue))}`,
  );
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/**
 * Whether text can be one segment of a path and nothing else. Dots alone would climb: DELETE /v2/orders/. is the
 * canceling of everything.
 */
export const isSegment = (text: string): boolean =>
  text.length > 0 && text.isWellFormed() && !/^\.{1,2}$/.test(text);

/** Text that `isSegment` accepted, as one segment. */
export const segment = (text: string): string => encodeURIComponent(text);

const textOf = (value: QueryValue): string =>
  typeof value === 'object' ? value.join(',') : String(value);

/** Of an order or a request, with which it can be asked for: a dot or a slash in it would make another request of it. */
export const isId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);
