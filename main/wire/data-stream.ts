// ② Frames of the market-data stream: what we say, and what we understand of what is said. Pure.
import { decimal, fromNumber } from '#main/domain/decimal.ts';
import { parseJson } from '#main/wire/answer.ts';
import type { TradePrint } from '#main/wire/records.ts';

export type DataMessage =
  | { kind: 'connected' }
  | { kind: 'authenticated' }
  | { kind: 'subscription'; trades: string[] }
  | { kind: 'error'; code: number; message: string }
  | { kind: 'trade'; trade: TradePrint };

export const authFrame = (key: string, secret: string): string =>
  JSON.stringify({ action: 'auth', key, secret });

export const subscribeFrame = (
  action: 'subscribe' | 'unsubscribe',
  trades: readonly string[],
): string => JSON.stringify({ action, trades });

/** Every server message is an array. Kinds nobody asked for are passed over; a broken one condemns only itself. */
export function decodeDataFrame(text: string): { messages: DataMessage[]; refused: number } {
  const frame = parseJson(text);
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
    case 't':
      return decodeTrade(message);
    case 'success':
      if (message['msg'] === 'connected') return { kind: 'connected' };
      if (message['msg'] === 'authenticated') return { kind: 'authenticated' };
      return undefined;
    case 'subscription': {
      const trades = message['trades'] ?? [];
      if (!Array.isArray(trades)) return 'broken';
      return { kind: 'subscription', trades: trades.map(String) };
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
  if (typeof S !== 'string' || typeof p !== 'number' || !Number.isFinite(p)) return 'broken';
  const tradedAt = typeof t === 'string' ? Date.parse(t) : Number.NaN;
  if (Number.isNaN(tradedAt)) return 'broken';
  return { kind: 'trade', trade: { symbol: S, price: decimal(fromNumber(p)), tradedAt } };
}
