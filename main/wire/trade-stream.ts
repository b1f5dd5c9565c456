// Frames of the trade-update stream. Paper sends JSON in binary frames, live in text: both are read alike. Pure.
import { parseJson } from '#main/wire/answer.ts';
import { camelize } from '#main/wire/records.ts';

export type TradeUpdate = { event: string; order: Record<string, unknown> };

export type TradeMessage =
  | { kind: 'authorization'; isAuthorized: boolean; action: string }
  | { kind: 'listening'; streams: string[] }
  | { kind: 'update'; update: TradeUpdate }
  | { kind: 'error'; message: string };

export const authenticateFrame = (keyId: string, secretKey: string): string =>
  JSON.stringify({ action: 'authenticate', data: { key_id: keyId, secret_key: secretKey } });

export const listenFrame = (): string =>
  JSON.stringify({ action: 'listen', data: { streams: ['trade_updates'] } });

export function decodeTradeFrame(frame: string | Uint8Array): TradeMessage | 'broken' | undefined {
  const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame);
  const message = asRecord(parseJson(text));
  if (!message) return 'broken';
  const data = asRecord(message['data']);
  if (message['action'] === 'error')
    return { kind: 'error', message: textOf(data?.['error_message']) };
  if (!data) return 'broken';
  switch (message['stream']) {
    case 'authorization':
      return {
        kind: 'authorization',
        isAuthorized: data['status'] === 'authorized',
        action: textOf(data['action']),
      };
    case 'listening': {
      const { streams } = data;
      return Array.isArray(streams)
        ? { kind: 'listening', streams: streams.map(String) }
        : 'broken';
    }
    case 'trade_updates': {
      const order = asRecord(camelize(data['order']));
      if (!order || typeof data['event'] !== 'string') return 'broken';
      return { kind: 'update', update: { event: data['event'], order } };
    }
    default:
      return undefined;
  }
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
