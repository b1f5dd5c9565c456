// Bars: historical ones, and what makes a live one sound. Numbers stay numbers here: see the contract's Bar.
import type { Bar } from '#contract/bars.ts';
import { ok, type Result } from '#contract/failure.ts';
import { leftOut, LONGEST_TIME, unreadable } from '#main/wire/decode.ts';
import type { Tell } from '#main/wire/oddities.ts';
import { isRecord } from '#main/tools/json.ts';

const MOST_SYMBOLS = 5_000;

type BarsPage = { bars: Bar[]; nextPageToken: string | undefined };

/**
 * Pages are ordered by symbol, then time. Only the token says whether there is more: a page may be short or empty. A
 * bar that cannot be read is left out, like a minute in which nothing traded.
 * Written out by hand: a page has 10,000 bars, and a schema takes ten times as long for them.
 */
export function decodeBarsPage(json: unknown, tell?: Tell): Result<BarsPage> {
  if (!isRecord(json)) return unreadable('bars');
  const lists = json['bars'] ?? {};
  const token = json['next_page_token'] ?? undefined;
  if (!isRecord(lists) || (token !== undefined && !isToken(token))) return unreadable('bars');
  const bars: Bar[] = [];
  const bySymbol = Object.entries(lists);
  if (bySymbol.length > MOST_SYMBOLS) return unreadable('bars');
  for (const [symbol, list] of bySymbol) {
    if (list === null) continue;
    if (!isSymbol(symbol) || !Array.isArray(list)) {
      leftOut('bars', list, tell);
      continue;
    }
    for (const item of list as unknown[]) {
      const bar = decodeBar(symbol, item);
      if (bar) bars.push(bar);
      else leftOut('bar', item, tell);
    }
  }
  return ok({ bars, nextPageToken: token || undefined });
}

const LONGEST_TOKEN = 4_000; // more than an address can carry

/** Half of a surrogate pair cannot be put into an address, so no page could be asked for with it. */
const isToken = (token: unknown): token is string =>
  typeof token === 'string' && token.length <= LONGEST_TOKEN && token.isWellFormed();

/** Undefined when it is no bar. */
function decodeBar(symbol: string, json: unknown): Bar | undefined {
  if (!isRecord(json)) return undefined;
  const { t, o, h, l, c, v, n, vw } = json;
  const time = typeof t === 'string' && t.length <= LONGEST_TIME ? Date.parse(t) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  if (!isNumber(o) || !isNumber(h) || !isNumber(l) || !isNumber(c) || !isNumber(v))
    return undefined;
  const bar: Bar = { symbol, time, open: o, high: h, low: l, close: c, volume: v };
  if (isNumber(n)) bar.tradeCount = n;
  if (isNumber(vw)) bar.vwap = vw;
  return bar;
}

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A live bar, whatever spelling it came in. Undefined when it is no bar; the number of trades and the mean price are left out when they are none. */
export function barOf(
  symbol: unknown,
  time: number,
  open: unknown,
  high: unknown,
  low: unknown,
  close: unknown,
  volume: unknown,
  tradeCount: unknown,
  vwap: unknown,
): Bar | undefined {
  if (!isSymbol(symbol) || Number.isNaN(time)) return undefined;
  if (!isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close) || !isPrice(volume))
    return undefined;
  // Written out whole for the usual bar: members that are added later live apart and cost twice.
  if (isPrice(tradeCount) && isPrice(vwap))
    return { symbol, time, open, high, low, close, volume, tradeCount, vwap };
  const bar: Bar = { symbol, time, open, high, low, close, volume };
  if (isPrice(tradeCount)) bar.tradeCount = tradeCount;
  if (isPrice(vwap)) bar.vwap = vwap;
  return bar;
}

const LONGEST_SYMBOL = 64;
export const isSymbol = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_SYMBOL;

export const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
