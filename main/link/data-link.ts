// The market-data stream of one account: signs in, asks for trades of the wanted symbols, and asks again for what the
// service did not grant. Sending a subscription is not an acknowledgement; the reply is.
import {
  createLink,
  type Link,
  type LinkDeps,
  type Reaction,
  type Session,
} from '#main/link/link.ts';
import type { KeyPair } from '#main/ports.ts';
import { authFrame, decodeDataFrame, subscribeFrame } from '#main/wire/data-stream.ts';
import type { TradePrint } from '#main/wire/records.ts';

export type DataLink = Link & {
  /** The symbols wanted from now on. */
  want(symbols: readonly string[]): void;
  granted(): readonly string[];
};

type Deps = Omit<LinkDeps<TradePrint>, 'begin' | 'headers' | 'silenceMs'> & {
  credentials: KeyPair;
  silenceMs?: () => number | undefined;
};

/** Codes after which another attempt with the same credentials is pointless. */
const FINAL_CODES = new Set([402, 409, 411]);
const CONNECTION_LIMIT = 406;

export function createDataLink(deps: Deps): DataLink {
  let wanted: readonly string[] = [];
  let granted: readonly string[] = [];
  const link = createLink<TradePrint>({
    ...deps,
    headers: {},
    silenceMs: deps.silenceMs ?? (() => (granted.length > 0 ? 60_000 : undefined)),
    begin: beginSession,
  });

  function beginSession(): Session<TradePrint> {
    granted = [];
    let isAuthenticated = false;
    return {
      hello: () => [authFrame(deps.credentials.keyId, deps.credentials.secretKey)],
      take(frame) {
        if (typeof frame !== 'string') return { refused: 'a binary frame on a text stream' };
        const { messages, refused } = decodeDataFrame(frame);
        const reaction: Reaction<TradePrint> = {};
        const events: TradePrint[] = [];
        for (const message of messages) {
          if (message.kind === 'trade') events.push(message.trade);
          else if (message.kind === 'authenticated') {
            isAuthenticated = true;
            reaction.auth = {
              authenticated: true,
              status: 'authenticated',
              message: 'authenticated',
            };
            reaction.send = changes();
          } else if (message.kind === 'subscription') granted = message.trades;
          else if (message.kind === 'error')
            Object.assign(reaction, troubleOf(message, isAuthenticated));
        }
        if (events.length > 0) reaction.events = events;
        if (refused > 0) reaction.refused = `${refused} message(s)`;
        return reaction;
      },
    };
  }

  function changes(): string[] {
    const missing = wanted.filter((symbol) => !granted.includes(symbol));
    const surplus = granted.filter((symbol) => !wanted.includes(symbol));
    return [
      ...(missing.length > 0 ? [subscribeFrame('subscribe', missing)] : []),
      ...(surplus.length > 0 ? [subscribeFrame('unsubscribe', surplus)] : []),
    ];
  }

  return {
    ...link,
    want(symbols) {
      wanted = [...symbols];
      link.send(changes());
    },
    granted: () => granted,
  };
}

function troubleOf(
  error: { code: number; message: string },
  isAuthenticated: boolean,
): Reaction<TradePrint> {
  if (error.code === CONNECTION_LIMIT)
    return { end: { how: 'wait', message: 'Another client holds the price stream.' } };
  if (!isAuthenticated && FINAL_CODES.has(error.code))
    return {
      auth: {
        authenticated: false,
        status: 'server_rejected',
        message: error.message,
        code: error.code,
      },
    };
  if (!isAuthenticated) return { end: { how: 'retry', message: error.message } };
  return { refused: `${error.code} ${error.message}` };
}
