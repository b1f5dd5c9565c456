// ② Messages of the market-data stream: what we say, and what we understand of what is said. Pure.
import type { Bar } from '#contract/bars.ts';
import { fromNumber } from '#main/domain/decimal.ts';
import type { TradePrint } from '#main/wire/records.ts';

/** What is subscribed to: per channel, the symbols. */
export type Subscriptions = { trades: readonly string[]; bars: readonly string[] };

export type DataEvent = { kind: 'trade'; trade: TradePrint } | { kind: 'bar'; bar: Bar };

export type DataMessage =
  | { kind: 'connected' }
  | { kind: 'authenticated' }
  | { kind: 'subscription'; granted: Subscriptions }
  | { kind: 'error'; code: number; message: string }
  | DataEvent;

export const authMessage = (key: string, secret: string): object => ({
  action: 'auth',
  key,
  secret,
});

/** Undefined when there is nothing to ask for. */
export function subscribeMessage(
  action: 'subscribe' | 'unsubscribe',
  { trades, bars }: Subscriptions,
): object | undefined {
  if (trades.length === 0 && bars.length === 0) return undefined;
  return { action, ...(trades.length > 0 && { trades }), ...(bars.length > 0 && { bars }) };
}

/** Every server message is an array. Kinds nobody asked for are passed over; a broken one condemns only itself. */
export function decodeDataMessages(frame: unknown): { messages: DataMessage[]; refused: number } {
  if (!Array.isArray(frame)) return { messages: [], refused: 1 };
  const messages: DataMessage[] = [];
  let refused = 0;
  for (const raw of frame as unknown[]) {
    const message = decodeMessage(raw);
    if (message === 'broken') refused++;
    else if (message) messages.push(message);
  }
  return { messages, refused };
}

function decodeMessage(raw: unknown): DataMessage | 'broken' | undefined {
  if (typeof raw !== 'object' || raw === null) return 'broken';
  const message = raw as Record<string, unknown>;
  switch (message['T']) {
    case 'b':
    case 'u':
      return decodeBar(message);
    case 't':
      return decodeTrade(message);
    case 'success':
      if (message['msg'] === 'connected') return { kind: 'connected' };
      if (message['msg'] === 'authenticated') return { kind: 'authenticated' };
      return undefined;
    case 'subscription': {
      const trades = symbolsOf(message['trades']);
      const bars = symbolsOf(message['bars']);
      return trades && bars ? { kind: 'subscription', granted: { trades, bars } } : 'broken';
    }
    case 'error':
      return {
        kind: 'error',
        code: Number(message['code'] ?? 0),
        message: typeof message['msg'] === 'string' ? message['msg'] : 'unknown error',
      };
    default:
      return typeof message['T'] === 'string' ? undefined : 'broken';
  }
}

function decodeTrade({ S, p, t }: Record<string, unknown>): DataMessage | 'broken' {
  if (typeof S !== 'string' || !isPrice(p)) return 'broken';
  const tradedAt = timeOf(t);
  if (Number.isNaN(tradedAt)) return 'broken';
  return { kind: 'trade', trade: { symbol: S, price: fromNumber(p), tradedAt } };
}

function decodeBar(message: Record<string, unknown>): DataMessage | 'broken' {
  const { S, o, h, l, c, v, n, vw } = message;
  const time = timeOf(message['t']);
  if (typeof S !== 'string' || Number.isNaN(time)) return 'broken';
  if (!isPrice(o) || !isPrice(h) || !isPrice(l) || !isPrice(c) || !isCount(v)) return 'broken';
  const bar: Bar = { symbol: S, time, open: o, high: h, low: l, close: c, volume: v };
  if (isCount(n)) bar.tradeCount = n;
  if (isPrice(vw)) bar.vwap = vw;
  return { kind: 'bar', bar };
}

const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isCount = isPrice;

/** Text in RFC 3339 or, in MessagePack, the timestamp extension. */
function timeOf(value: unknown): number {
  if (typeof value === 'string') return Date.parse(value);
  return value instanceof Date ? value.getTime() : Number.NaN;
}

function symbolsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value
    : undefined;
}
