// Frames of the trade-update stream. Paper sends JSON in binary frames, live in text: both are read alike. Pure.
import { parseJson } from '#main/wire/answer.ts';
import { camelize } from '#main/wire/records.ts';

/** One event. The order is as the wire had it, in the desk's names; the rest belongs to fills. */
export type TradeUpdate = {
  event: string;
  order: Record<string, unknown>;
  executionId?: string;
  price?: string;
  qty?: string;
  positionQty?: string;
  timestamp?: string;
};

export type TradeMessage =
  | { kind: 'authorization'; isAuthorized: boolean; action: string }
  | { kind: 'listening'; streams: string[] }
  | { kind: 'update'; update: TradeUpdate }
  | { kind: 'error'; message: string };

/** The key pair's spelling, or the one for a token of the OAuth flow. */
export const authenticateFrame = (
  proof: { keyId: string; secretKey: string } | { token: string },
): string =>
  JSON.stringify({
    action: 'authenticate',
    data:
      'token' in proof
        ? { oauth_token: proof.token }
        : { key_id: proof.keyId, secret_key: proof.secretKey },
  });

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
      return { kind: 'update', update: { event: data['event'], order, ...fillMembers(data) } };
    }
    default:
      return undefined;
  }
}

const FILL_MEMBERS = [
  ['execution_id', 'executionId'],
  ['price', 'price'],
  ['qty', 'qty'],
  ['position_qty', 'positionQty'],
  ['timestamp', 'timestamp'],
] as const;

function fillMembers(data: Record<string, unknown>): Partial<TradeUpdate> {
  const members: Partial<TradeUpdate> = {};
  for (const [wireName, name] of FILL_MEMBERS) {
    const value = data[wireName];
    if (typeof value === 'string') members[name] = value;
  }
  return members;
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
