// Query parameters of the data and calendar routes: each reader takes what came and either gives a checked value or refuses
// it with a sentence. docs/wire.md, "Bars", has the rules.
import { Refusal, type Timeframe } from '#main/paper/parts.ts';
import { parseTimeframe } from './frames.ts';
import { DAY_MS, momentOf, parseDate, type DayNumber } from './new-york.ts';

export type Query = Readonly<Record<string, unknown>>;

export const HISTORICAL_FEEDS = ['sip', 'iex', 'boats', 'otc'] as const;
export const LATEST_FEEDS = [...HISTORICAL_FEEDS, 'delayed_sip', 'overnight'] as const;

const SYMBOL = /^[A-Z][A-Z0-9]{0,9}([.\-/][A-Z0-9]{1,6})?$/;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const ADJUSTMENTS = new Set(['raw', 'split', 'dividend', 'spin-off', 'all']);
const MOST_POINTS = 10_000;
const USUAL_POINTS = 1000;

/** Market data refusals carry a sentence and no code. */
export function invalid(message: string): Refusal {
  return new Refusal(400, undefined, message);
}

/** One parameter as text; undefined when it is missing or empty. */
export function readText(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalid(`${name} must be given only once`);
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
  if (!choice) throw invalid(`invalid ${name}: ${quoted(text)}; known are ${choices.join(', ')}`);
  return choice;
}

export function readSymbol(text: string): string {
  if (!SYMBOL.test(text)) throw invalid(`invalid symbol: ${quoted(text)}`);
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
  if (symbols.length === 0) throw invalid('symbols is required');
  return [...new Set(symbols.map(readSymbol))].sort();
}

export function readTimeframe(query: Query): { frame: Timeframe; text: string } {
  const text = readText(query, 'timeframe');
  if (text === undefined) throw invalid('timeframe is required');
  const frame = parseTimeframe(text);
  if (!frame) {
    throw invalid(
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
    throw invalid(`invalid limit: ${quoted(text)}; it must be a number from 1 to ${MOST_POINTS}`);
  }
  return limit;
}

/** An instant (RFC 3339) or a New York date: then its first millisecond for a start, its last one for an end. */
export function readMoment(query: Query, name: 'start' | 'end'): number | undefined {
  const text = readText(query, name);
  if (text === undefined) return undefined;
  const day = parseDate(text);
  if (day !== undefined) return name === 'start' ? momentOf(day) : momentOf(day + 1) - 1;
  const instant = parseInstant(text);
  if (!instant) {
    throw invalid(`invalid ${name}: ${quoted(text)}; it must be RFC 3339 or YYYY-MM-DD`);
  }
  // Market data is stamped in whole milliseconds: a later fraction starts at the next one.
  return name === 'start' && instant.hasFinerPart ? instant.timeMs + 1 : instant.timeMs;
}

export function parseInstant(text: string): { timeMs: number; hasFinerPart: boolean } | undefined {
  const match = INSTANT.exec(text);
  if (!match) return undefined;
  const [, date = '', hours, minutes, seconds, decimals = '', sign, ahead = '0', past = '0'] =
    match;
  const day = parseDate(date);
  if (day === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
    return undefined;
  }
  if (Number(ahead) > 23 || Number(past) > 59) return undefined;
  const offset = (Number(ahead) * 60 + Number(past)) * (sign === '-' ? -1 : 1);
  const sinceMidnight = (Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds);
  const timeMs = day * DAY_MS + sinceMidnight * 1000 + Number(decimals.padEnd(3, '0').slice(0, 3));
  return { timeMs, hasFinerPart: /[1-9]/.test(decimals.slice(3)) };
}

export function readDate(query: Query, name: string): DayNumber | undefined {
  const text = readText(query, name);
  if (text === undefined) return undefined;
  const day = parseDate(text.slice(0, 10));
  if (day === undefined || (text.length > 10 && !parseInstant(text))) {
    throw invalid(`invalid ${name}: ${quoted(text)}; it must be YYYY-MM-DD`);
  }
  return day;
}

/** Parameters that are checked and change nothing here: no corporate actions, no renamed symbols, dollars only. */
export function checkNeutral(query: Query): void {
  for (const adjustment of (readText(query, 'adjustment') ?? 'raw').split(',')) {
    if (!ADJUSTMENTS.has(adjustment)) throw invalid(`invalid adjustment: ${quoted(adjustment)}`);
  }
  const asof = readText(query, 'asof');
  if (asof !== undefined && asof !== '-' && parseDate(asof) === undefined) {
    throw invalid(`invalid asof: ${quoted(asof)}; it must be YYYY-MM-DD or -`);
  }
  const currency = readText(query, 'currency');
  if (currency !== undefined && currency !== 'USD') {
    throw invalid(`invalid currency: ${quoted(currency)}; the paper market quotes in USD only`);
  }
}

/** What came from outside, short enough to be repeated in a message. */
export function quoted(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
