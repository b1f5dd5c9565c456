// ② Messages of the market-data stream: what we say, and what we understand of what is said. Pure.
import type { Bar } from '#contract/bars.ts';
import { fromNumber } from '#main/domain/decimal.ts';
import { LONGEST_TIME } from '#main/wire/decode.ts';
import type { TradePrint } from '#main/wire/records.ts';
import { barOf, isPrice, isSymbol } from '#main/wire/bars.ts';

/** What is subscribed to: per channel, the symbols. */
export type Subscriptions = { trades: readonly string[]; bars: readonly string[] };

/** What a frame says about the market, sorted by kind: nothing is wrapped, because there may be a great many. */
export type DataBatch = { trades: TradePrint[]; bars: Bar[] };

type DataControl =
  | { kind: 'connected' }
  | { kind: 'authenticated' }
  | { kind: 'subscription'; granted: Subscriptions }
  | { kind: 'error'; code: number; message: string };

export const authMessage = (key: string, secret: string): object => ({
  action: 'auth',
  key,
  secret,
});

/** Undefined when there is nothing to ask for. */
export function subscribeMessage(
  action: 'subscribe' | 'unsubscribe',
  wanted: Subscriptions,
): object | undefined {
  const asked = Object.entries(wanted).filter(([, symbols]) => symbols.length > 0);
  return asked.length === 0 ? undefined : { action, ...Object.fromEntries(asked) };
}

/** What one frame says: the market's news, what concerns the conversation, and how many messages could not be read. */
export type DataMessages = DataBatch & { controls: DataControl[]; refused: number };

/** Every server message is an array. Kinds nobody asked for are passed over; a broken one condemns only itself. */
export function decodeDataMessages(frame: unknown): DataMessages {
  const trades: TradePrint[] = [];
  const bars: Bar[] = [];
  const controls: DataControl[] = [];
  if (!Array.isArray(frame)) return { trades, bars, controls, refused: 1 };
  let refused = 0;
  for (const raw of frame as unknown[]) {
    const message = raw as Record<string, unknown> | null;
    const kind = typeof message === 'object' && message !== null ? message['T'] : undefined;
    if (message === null || kind === undefined) refused++;
    else if (kind === 'b' || kind === 'u') {
      const bar = decodeBar(message);
      if (bar) bars.push(bar);
      else refused++;
    } else if (kind === 't') {
      const trade = decodeTrade(message);
      if (trade) trades.push(trade);
      else refused++;
    } else {
      const control = decodeControl(message);
      if (control === 'broken') refused++;
      else if (control) controls.push(control);
    }
  }
  return { trades, bars, controls, refused };
}

function decodeControl(message: Record<string, unknown>): DataControl | 'broken' | undefined {
  switch (message['T']) {
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
        code: codeOf(message['code']),
        message: typeof message['msg'] === 'string' ? message['msg'] : 'unknown error',
      };
    default:
      return typeof message['T'] === 'string' ? undefined : 'broken';
  }
}

/** Zero for whatever is no code. */
const codeOf = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) || 0 : 0;

function decodeTrade({ S, p, t }: Record<string, unknown>): TradePrint | undefined {
  if (!isSymbol(S) || !isPrice(p)) return undefined;
  const tradedAt = timeOf(t);
  return Number.isNaN(tradedAt) ? undefined : { symbol: S, price: fromNumber(p), tradedAt };
}

function decodeBar({ S, t, o, h, l, c, v, n, vw }: Record<string, unknown>): Bar | undefined {
  return barOf(S, timeOf(t), o, h, l, c, v, n, vw);
}

/** Text in RFC 3339 or, in MessagePack, the timestamp extension. */
function timeOf(value: unknown): number {
  if (typeof value === 'string')
    return value.length <= LONGEST_TIME ? parseTime(value) : Number.NaN;
  return value instanceof Date ? value.getTime() : Number.NaN;
}

/** The bars of a minute all say the same time: reading it once halves the cost of a frame. */
const parseTime = (() => {
  let lastText = '';
  let lastTime = Number.NaN;
  return (text: string): number => {
    if (text !== lastText) {
      lastTime = Date.parse(text);
      lastText = text;
    }
    return lastTime;
  };
})();

function symbolsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value
    : undefined;
}
