// The conversation of one market-data connection, without the socket: welcome, authentication, subscriptions, errors.
import type { PlanLimits } from '#main/paper/plan.ts';
import type { Caller } from '#main/paper/types.ts';
import type { Credentials } from '#main/paper/server/authenticator.ts';
import {
  CHANNELS,
  createSubscription,
  FOREIGN_CHANNELS,
  type Change,
  type Channel,
  type Feed,
} from '#main/paper/streams/subscription.ts';
import { isRecord } from '#main/tools/json.ts';

type Deps = {
  feed: Feed;
  authenticate(credentials: Credentials): Caller | undefined;
  /** Reserves the one place per endpoint and account; answers how to free it, or undefined when it is in use. */
  claim(caller: Caller): (() => void) | undefined;
  limits(): PlanLimits;
  send(message: Record<string, unknown>): void;
  close(): void;
};

const MESSAGES: Record<number, string> = {
  400: 'invalid syntax',
  401: 'not authenticated',
  402: 'auth failed',
  403: 'already authenticated',
  404: 'auth timeout',
  405: 'symbol limit exceeded',
  406: 'connection limit exceeded',
  407: 'slow client',
  409: 'insufficient subscription',
  410: 'invalid subscribe action for this feed',
  411: 'insufficient scope',
};
/** After these the server ends the connection. */
const FINAL = new Set([404, 406, 407, 409, 411]);
/** Of a stock: a pair such as BTC/USD is none, and one such symbol spoils the whole request. */
const SYMBOL = /^(\*|[A-Z\d][A-Z\d.-]{0,20})$/;
/** Spellings under which a token travels in the key member. */
const TOKEN_KEYS = new Set(['oauth', 'access_token']);

export type DataSession = ReturnType<typeof createDataSession>;

export function createDataSession({ feed, authenticate, claim, limits, send, close }: Deps) {
  const subscription = createSubscription();
  let release: (() => void) | undefined;
  let ended = false;

  function refuse(code: number): void {
    send({ T: 'error', code, msg: MESSAGES[code] ?? 'internal error' });
    if (FINAL.has(code)) close();
  }

  function signIn(credentials: Credentials | undefined): void {
    if (release) return refuse(403);
    const caller = credentials && authenticate(credentials);
    if (!caller) return refuse(402);
    if (!caller.scopes.has('data')) return refuse(411);
    if (limits().feeds?.includes(feed.name) === false) return refuse(409);
    release = claim(caller);
    if (!release) return refuse(406);
    send({ T: 'success', msg: 'authenticated' });
  }

  function subscribe(message: Record<string, unknown>, action: 'subscribe' | 'unsubscribe'): void {
    if (!release) return refuse(401);
    const change = parseChange(message);
    if (typeof change === 'number') return refuse(change);
    const { symbolLimit } = limits();
    if (action === 'unsubscribe') subscription.remove(change);
    else if (symbolLimit !== undefined && subscription.sizeWith(change) > symbolLimit)
      return refuse(405);
    else subscription.add(change);
    send({ T: 'subscription', ...subscription.toWire() });
  }

  return {
    subscription,
    isAuthenticated: () => release !== undefined && !ended,
    /** Says hello; with credentials from the upgrade headers it answers them too. */
    open(credentials: Credentials | undefined): void {
      send({ T: 'success', msg: 'connected' });
      if (credentials) signIn(credentials);
    },
    receive(message: unknown): void {
      if (ended) return;
      if (!isRecord(message)) return refuse(400);
      const { action } = message;
      if (action === 'auth') signIn(parseCredentials(message));
      else if (action === 'subscribe' || action === 'unsubscribe') subscribe(message, action);
      else refuse(400);
    },
    refuse,
    timeOut(): void {
      if (!release && !ended) refuse(404);
    },
    end(): void {
      ended = true;
      release?.();
    },
  };
}

/** The symbols per channel, or the code of what is wrong. */
function parseChange(message: Record<string, unknown>): Change | number {
  const change = new Map<Channel, readonly string[]>();
  const members = Object.entries(message).filter(([name]) => name !== 'action');
  for (const [name, symbols] of members) {
    // Some clients name every channel they know, with nothing in those that they do not want.
    if (symbols === null) continue;
    if (FOREIGN_CHANNELS.includes(name)) {
      if (Array.isArray(symbols) && symbols.length === 0) continue;
      return 410;
    }
    const channel = CHANNELS.find((known) => known === name);
    if (channel === undefined || !Array.isArray(symbols)) return 400;
    if (!symbols.every((symbol) => typeof symbol === 'string' && SYMBOL.test(symbol))) return 400;
    change.set(channel, symbols as string[]);
  }
  return members.length === 0 ? 400 : change;
}

function parseCredentials({ key, secret }: Record<string, unknown>): Credentials | undefined {
  if (typeof key !== 'string' || typeof secret !== 'string') return undefined;
  return TOKEN_KEYS.has(key) ? { token: secret } : { keyId: key, secretKey: secret };
}
