// Reads the query of a request. What is absent or empty is undefined; what is given twice or is not readable is refused.
import { decimalsOf, sign, type Decimal } from '#main/domain/decimal.ts';
import { badParameter, toDecimal } from '#main/paper/engine/read-fields.ts';
import { comparableTime } from '#main/paper/engine/stamps.ts';

const LONGEST_TEXT = 4_096;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** `query` is whatever the server parsed. */
export function queryText(query: unknown, name: string): string | undefined {
  const isRecord = typeof query === 'object' && query !== null;
  if (!isRecord || !Object.hasOwn(query, name)) return undefined;
  const value = (query as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw badParameter(`${name} must be given once`);
  if (value.length > LONGEST_TEXT) throw badParameter(`${name} is too long`);
  return value === '' ? undefined : value;
}

export function queryChoice<T extends string>(
  query: unknown,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = queryText(query, name);
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text.toLowerCase());
  if (choice === undefined) throw badParameter(`${name} must be one of ${choices.join(', ')}`);
  return choice;
}

export function queryFlag(query: unknown, name: string): boolean {
  return queryChoice(query, name, ['true', 'false']) === 'true';
}

export function queryInteger(
  query: unknown,
  name: string,
  range: { from: number; to: number },
): number | undefined {
  const text = queryText(query, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.from && value <= range.to) return value;
  throw badParameter(`${name} must be a whole number from ${range.from} to ${range.to}`);
}

/** A positive number of at most nine decimals. */
export function queryQuantity(query: unknown, name: string): Decimal | undefined {
  const text = queryText(query, name);
  if (text === undefined) return undefined;
  const value = toDecimal(text);
  if (value === null || sign(value) <= 0 || decimalsOf(value) > 9) {
    throw badParameter(`${name} must be a positive number of at most 9 decimals`);
  }
  return value;
}

export function queryList(query: unknown, name: string): string[] | undefined {
  return queryText(query, name)
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** In the form of the engine's own timestamps. */
export function queryTime(query: unknown, name: string): string | undefined {
  const text = queryText(query, name);
  if (text === undefined) return undefined;
  const time = comparableTime(text);
  if (time === undefined) throw badParameter(`failed to parse ${name}`);
  return time;
}

export function queryTimeMs(query: unknown, name: string): number | undefined {
  const time = queryTime(query, name);
  return time === undefined ? undefined : Date.parse(`${time.slice(0, 23)}Z`);
}

export function queryUuid(query: unknown, name: string): string | undefined {
  const text = queryText(query, name);
  if (text === undefined) return undefined;
  if (!UUID.test(text)) throw badParameter(`${name} is not a valid UUID`);
  return text.toLowerCase();
}
