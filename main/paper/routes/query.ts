// Reads the query of a request: each reader either gives a checked value or refuses it with a sentence. What is absent or
// empty is undefined; what is given twice is refused. Trading routes (query…) refuse with a code, data and calendar routes
// (read…, docs/wire.md, "Bars") without one.
import { decimalsOf, sign, type Decimal } from '#main/domain/decimal.ts';
import { instantOf } from '#main/domain/orders/order-status.ts';
import { toDecimal } from '#main/paper/engine/read-fields.ts';
import { comparableTime } from '#main/paper/engine/timestamps.ts';
import { isUuid } from '#main/paper/ids.ts';
import { parseTimeframe } from '#main/paper/market/frames.ts';
import { newYorkMs, parseDate, type DayNumber } from '#main/paper/market/new-york.ts';
import { badDataQuery, badParameter } from '#main/paper/refusal.ts';
import type { Timeframe } from '#main/paper/types.ts';

const LONGEST_TEXT = 4_096;

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
  if (!isUuid(text)) throw badParameter(`${name} is not a valid UUID`);
  return text.toLowerCase();
}

export type Query = Readonly<Record<string, unknown>>;

export const HISTORICAL_FEEDS = ['sip', 'iex', 'boats', 'otc'] as const;
export const LATEST_FEEDS = [...HISTORICAL_FEEDS, 'delayed_sip', 'overnight'] as const;

const SYMBOL = /^[A-Z][A-Z0-9]{0,9}([.\-/][A-Z0-9]{1,6})?$/;
/** What the service takes of RFC 3339: at most nine decimals, and an offset with its colon. */
const INSTANT = /^[^.]+(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;
const NS_PER_MS = 1_000_000n;
const ADJUSTMENTS = new Set(['raw', 'split', 'dividend', 'spin-off', 'all']);
const MOST_POINTS = 10_000;
const USUAL_POINTS = 1000;

/** One parameter as text; undefined when it is missing or empty. */
export function readText(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw badDataQuery(`${name} must be given only once`);
  return value;
}

export function readChoice<T extends string>(
  query: Query,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = readText(query, name);
  if (text === undefined) return undefined;
  const choice = choices.find((known) => known === text);
  if (!choice)
    throw badDataQuery(`invalid ${name}: ${quoted(text)}; known are ${choices.join(', ')}`);
  return choice;
}

export function readSymbol(text: string): string {
  if (!SYMBOL.test(text)) throw badDataQuery(`invalid symbol: ${quoted(text)}`);
  return text;
}

/** Sorted and without repetition, as pages go through them. The parameter may be repeated. */
export function readSymbols(query: Query): string[] {
  const given = query['symbols'];
  const lists = Array.isArray(given) ? given : [given];
  const symbols = lists
    .flatMap((list) => (typeof list === 'string' ? list.split(',') : []))
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== '');
  if (symbols.length === 0) throw badDataQuery('symbols is required');
  return [...new Set(symbols.map(readSymbol))].sort();
}

export function readTimeframe(query: Query): { frame: Timeframe; text: string } {
  const text = readText(query, 'timeframe');
  if (text === undefined) throw badDataQuery('timeframe is required');
  const frame = parseTimeframe(text);
  if (!frame) {
    throw badDataQuery(
      `invalid timeframe: ${quoted(text)}; use 1Min to 59Min, 1Hour to 23Hour, 1Day, 1Week, or 1, 2, 3, 4, 6 or 12Month`,
    );
  }
  return { frame, text };
}

export function readLimit(query: Query): number {
  const text = readText(query, 'limit');
  if (text === undefined) return USUAL_POINTS;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST_POINTS) {
    throw badDataQuery(
      `invalid limit: ${quoted(text)}; it must be a number from 1 to ${MOST_POINTS}`,
    );
  }
  return limit;
}

/** An instant (RFC 3339) or a New York date: then its first millisecond for a start, its last one for an end. */
export function readTime(query: Query, name: 'start' | 'end'): number | undefined {
  const text = readText(query, name);
  if (text === undefined) return undefined;
  const day = parseDate(text);
  if (day !== undefined) return name === 'start' ? newYorkMs(day) : newYorkMs(day + 1) - 1;
  const instant = parseInstant(text);
  if (!instant) {
    throw badDataQuery(`invalid ${name}: ${quoted(text)}; it must be RFC 3339 or YYYY-MM-DD`);
  }
  // Market data is stamped in whole milliseconds: a later fraction starts at the next one.
  return name === 'start' && instant.hasFinerPart ? instant.timeMs + 1 : instant.timeMs;
}

export function parseInstant(text: string): { timeMs: number; hasFinerPart: boolean } | undefined {
  const instant = INSTANT.test(text) ? instantOf(text) : undefined;
  if (instant === undefined) return undefined;
  return { timeMs: Number(instant / NS_PER_MS), hasFinerPart: instant % NS_PER_MS !== 0n };
}

export function readDate(query: Query, name: string): DayNumber | undefined {
  const text = readText(query, name);
  if (text === undefined) return undefined;
  const day = parseDate(text.slice(0, 10));
  if (day === undefined || (text.length > 10 && !parseInstant(text))) {
    throw badDataQuery(`invalid ${name}: ${quoted(text)}; it must be YYYY-MM-DD`);
  }
  return day;
}

/** Parameters that are checked and change nothing here: no corporate actions, no renamed symbols, dollars only. */
export function checkNeutral(query: Query): void {
  for (const adjustment of (readText(query, 'adjustment') ?? 'raw').split(',')) {
    if (!ADJUSTMENTS.has(adjustment))
      throw badDataQuery(`invalid adjustment: ${quoted(adjustment)}`);
  }
  const asof = readText(query, 'asof');
  if (asof !== undefined && asof !== '-' && parseDate(asof) === undefined) {
    throw badDataQuery(`invalid asof: ${quoted(asof)}; it must be YYYY-MM-DD or -`);
  }
  const currency = readText(query, 'currency');
  if (currency !== undefined && currency !== 'USD') {
    throw badDataQuery(
      `invalid currency: ${quoted(currency)}; the paper market quotes in USD only`,
    );
  }
}

/** What came from outside, short enough to be repeated in a message. */
export function quoted(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
