// The trade-update stream of one account. Silence here is ordinary, so only pings watch it.
import { createReplaceableProof } from '#main/broker/http/credentials.ts';
import { createLink, type Link, type LinkDeps, type Session } from '#main/broker/streams/link.ts';
import type { Credentials } from '#main/ports.ts';
import type { Tell } from '#main/wire/oddities.ts';
import {
  authenticateFrame,
  decodeTradeFrame,
  listenFrame,
  type TradeUpdate,
} from '#main/wire/trade-stream.ts';

type Deps = Omit<LinkDeps<TradeUpdate>, 'begin' | 'headers' | 'hide' | 'silence'> & {
  /** Asked at every sign-in, so that a replaced key is used from the next one on. */
  credentials: () => Credentials;
  /** Hears of what does not fit in a message. */
  tell?: Tell | undefined;
};

export function createTradeLink(deps: Deps): Link {
  const proof = createReplaceableProof(deps.credentials());
  return createLink<TradeUpdate>({
    ...deps,
    hide: proof.hide,
    headers: {},
    begin: (): Session<TradeUpdate> => ({
      hello() {
        const credentials = deps.credentials();
        proof.replace(credentials);
        return [authenticateFrame(credentials)];
      },
      onFrame(frame) {
        const message = decodeTradeFrame(frame, proof.hide, deps.tell);
        if (message === 'broken') return { refused: 'not a message of this stream' };
        if (!message) return {};
        switch (message.kind) {
          case 'authorization':
            return message.isAuthorized
              ? { send: [listenFrame()] }
              : { auth: { authenticated: false, message: 'auth failed' } };
          // Signed in is not yet listening: what happens in between would go unheard.
          case 'listening':
            return message.streams.includes('trade_updates')
              ? { auth: { authenticated: true } }
              : { end: { how: 'retry', message: 'The broker did not allow order updates.' } };
          case 'update':
            return { events: [message.update] };
          case 'error':
            return { refused: message.message };
          default:
            return message satisfies never;
        }
      },
    }),
  });
}
