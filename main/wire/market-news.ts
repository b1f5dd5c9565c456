// What the price stream says besides trades and bars: quotes, trades that were taken back or corrected, halts, and price
// bands. Pure, and written by hand: quotes come by the thousand.
import { fromNumber, type Decimal } from '#main/domain/decimal.ts';
import { plainText } from '#main/tools/plain-text.ts';
import { isPrice, isSymbol } from '#main/wire/bars.ts';
import { setsLastPrice } from '#main/wire/trade-conditions.ts';

export type MarketNews =
  | {
      kind: 'quote';
      symbol: string;
      /** Zero on a side where nobody is. */
      bid: Decimal;
      bidSize: Decimal;
      ask: Decimal;
      askSize: Decimal;
      at: number;
    }
  /** A trade that did not happen, or not so. */
  | {
      kind: 'revision';
      symbol: string;
      exchange: string | undefined;
      id: number;
      /** What was told at first, where the message repeats it. */
      price: Decimal | undefined;
      /** As it is now; absent when it is gone, or may not set the price any more. */
      now?: { id: number; price: Decimal };
    }
  | { kind: 'status'; symbol: string; isHalted: boolean; at: number; reason?: string }
  | { kind: 'band'; symbol: string; lower: Decimal; upper: Decimal; at: number };

type Raw = Record<string, unknown>;

/** Undefined for what changes nothing that the desk keeps. */
export function decodeMarketNews(message: Raw, at: number): MarketNews | 'broken' | undefined {
  const symbol = message['S'];
  if (!isSymbol(symbol)) return 'broken';
  switch (message['T']) {
    case 'q':
      return decodeQuote(message, symbol, at) ?? 'broken';
    case 'c':
      return decodeCorrection(message, symbol) ?? 'broken';
    case 'x':
      return decodeCancel(message, symbol) ?? 'broken';
    case 's':
      return decodeStatus(message, symbol, at);
    default:
      return decodeBand(message, symbol, at) ?? 'broken';
  }
}

function decodeQuote(raw: Raw, symbol: string, at: number): MarketNews | undefined {
  const { bp, bs, ap, as: size } = raw;
  if (!isPrice(bp) || !isPrice(bs) || !isPrice(ap) || !isPrice(size)) return undefined;
  if (Number.isNaN(at)) return undefined;
  return {
    kind: 'quote',
    symbol,
    bid: fromNumber(bp),
    bidSize: fromNumber(bs),
    ask: fromNumber(ap),
    askSize: fromNumber(size),
    at,
  };
}

function decodeCorrection(raw: Raw, symbol: string): MarketNews | undefined {
  const { x, oi, op, ci = oi, cp, cc, z } = raw;
  if (typeof oi !== 'number' || typeof ci !== 'number' || !isPrice(cp)) return undefined;
  const revision = revisionOf(symbol, x, oi, op);
  return setsLastPrice(cc, z) ? { ...revision, now: { id: ci, price: fromNumber(cp) } } : revision;
}

function decodeCancel({ x, i, p }: Raw, symbol: string): MarketNews | undefined {
  return typeof i === 'number' ? revisionOf(symbol, x, i, p) : undefined;
}

const revisionOf = (symbol: string, exchange: unknown, id: number, price: unknown) => ({
  kind: 'revision' as const,
  symbol,
  exchange: typeof exchange === 'string' ? exchange : undefined,
  id,
  price: isPrice(price) ? fromNumber(price) : undefined,
});

/**
 * Tapes A and B say 2 and 3, tape C says H and P (a pause), then T. What comes between, such as quotes that are back
 * before trading is (Q) or an indication of a price (5), leaves it halted; and what is in no table says nothing.
 */
const IS_HALTED: ReadonlyMap<unknown, boolean> = new Map([
  ['2', true],
  ['H', true],
  ['P', true],
  ['3', false],
  ['T', false],
]);
const LONGEST_REASON = 200;

function decodeStatus(raw: Raw, symbol: string, at: number): MarketNews | 'broken' | undefined {
  const { sc, rc, rm } = raw;
  if (typeof sc !== 'string' || Number.isNaN(at)) return 'broken';
  const isHalted = IS_HALTED.get(sc);
  if (isHalted === undefined) return undefined;
  const said = [rm, rc].find((text) => typeof text === 'string' && text.trim() !== '');
  const reason = typeof said === 'string' ? plainText(said, LONGEST_REASON) : '';
  return { kind: 'status', symbol, isHalted, at, ...(reason !== '' && { reason }) };
}

function decodeBand({ u, d }: Raw, symbol: string, at: number): MarketNews | undefined {
  if (!isPrice(u) || !isPrice(d) || Number.isNaN(at)) return undefined;
  return { kind: 'band', symbol, lower: fromNumber(d), upper: fromNumber(u), at };
}
