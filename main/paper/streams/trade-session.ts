// The conversation of one trade-update connection, without the socket. Both spellings of authentication are understood.
import type { Caller, TradeUpdate } from '#main/paper/types.ts';
import type { Credentials } from '#main/paper/server/authenticator.ts';
import { isRecord } from '#main/tools/json.ts';

type Deps = {
  authenticate(credentials: Credentials): Caller | undefined;
  send(message: Record<string, unknown>, event?: string): void;
};

const STREAMS: readonly string[] = ['trade_updates'];

export type TradeSession = ReturnType<typeof createTradeSession>;

export function createTradeSession({ authenticate, send }: Deps) {
  let caller: Caller | undefined;
  let listening: readonly string[] = [];

  const authorization = (status: 'authorized' | 'unauthorized', action: string) =>
    send({ stream: 'authorization', data: { status, action } });
  const reject = () => send({ action: 'error', data: { error_message: 'invalid syntax' } });

  return {
    receive(message: unknown): void {
      if (!isRecord(message)) return reject();
      if (message['action'] === 'authenticate' || message['action'] === 'auth') {
        const credentials = parseCredentials(message);
        const found = credentials && authenticate(credentials);
        caller = found ?? caller;
        return authorization(found ? 'authorized' : 'unauthorized', 'authenticate');
      }
      if (message['action'] !== 'listen') return reject();
      if (!caller) return authorization('unauthorized', 'listen');
      const streams = isRecord(message['data']) ? message['data']['streams'] : undefined;
      if (!Array.isArray(streams)) return reject();
      listening = STREAMS.filter((name) => streams.includes(name));
      return send({ stream: 'listening', data: { streams: listening } });
    },
    /** Told that the frame could not be decoded. */
    reject,
    offer({ accountId, data }: TradeUpdate): void {
      if (caller?.accountId !== accountId || listening.length === 0) return;
      send({ stream: 'trade_updates', data }, data.event);
    },
  };
}

function parseCredentials(message: Record<string, unknown>): Credentials | undefined {
  const data = isRecord(message['data']) ? message['data'] : {};
  const token = data['oauth_token'];
  if (typeof token === 'string') return { token };
  const keyId = data['key_id'] ?? message['key'];
  const secretKey = data['secret_key'] ?? message['secret'];
  return typeof keyId === 'string' && typeof secretKey === 'string'
    ? { keyId, secretKey }
    : undefined;
}
