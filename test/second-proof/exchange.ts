// One request of the desk and its answer, spoiled in one way or passed on as they are.
import type { Socket } from 'node:net';
import type { HttpFault } from '#test/second-proof/fault-kinds.ts';
import { ODD_RETRY_AFTER } from '#test/second-proof/fault-kinds.ts';
import type { Found, Message } from '#test/second-proof/framing.ts';
import { wait } from '#test/second-proof/http.ts';
import type { Prng } from '#test/second-proof/prng.ts';

/** `end`: the connection is over. `left`: nobody answers on it any more, and it stays. */
export type Ended = { after: 'next' | 'end' | 'left'; answer?: Found | undefined };

/** An answer that the desk was given, and to what. */
export type Passed = { line: string; message: Message };

export type Exchange = {
  request: Message;
  client: Socket;
  /** Sends it on and waits for the answer; undefined when the broker gave none. */
  forward(bytes?: Buffer): Promise<Found | undefined>;
  /** Sends these bytes on and waits for nothing. */
  push(bytes: Buffer): Promise<void>;
  halfCloseBroker(): void;
  /** The answer before this one on the connection, one that another request had, and one that the desk never got. */
  previous: Passed | undefined;
  earlier: Passed | undefined;
  unseen: Passed | undefined;
  trap: string;
  prng: Prng;
  /** It happened. */
  strike(detail?: string): void;
};

export async function spoil(kind: HttpFault, exchange: Exchange): Promise<Ended> {
  const { request, client, prng, strike } = exchange;
  const passOn = async (): Promise<Ended> => deliver(exchange, await exchange.forward());
  const close = (how: 'cut' | 'reset'): Ended => {
    strike();
    if (how === 'cut') client.destroy();
    else client.resetAndDestroy();
    return { after: 'end' };
  };
  switch (kind) {
    case 'cut-before':
      return close('cut');
    case 'reset-before':
      return close('reset');
    case 'cut-mid-request':
      await exchange.push(request.bytes.subarray(0, prng.between(1, request.bytes.length - 1)));
      return close('cut');
    case 'cut-after':
    case 'reset-after': {
      const answer = await exchange.forward();
      return answer ? close(kind === 'cut-after' ? 'cut' : 'reset') : { after: 'end' };
    }
    case 'cut-mid-answer':
    case 'reset-mid-answer': {
      const answer = await exchange.forward();
      if (!answer) return { after: 'end' };
      const { bytes } = answer.message;
      await write(client, bytes.subarray(0, prng.between(1, bytes.length - 1)));
      await wait(20);
      return close(kind === 'cut-mid-answer' ? 'cut' : 'reset');
    }
    case 'half-close-client': {
      strike();
      client.end();
      // What the desk still sends is taken and goes on: only our side of the connection is closed.
      await exchange.forward();
      return { after: 'left' };
    }
    case 'half-close-broker': {
      const answer = exchange.forward();
      exchange.halfCloseBroker();
      strike();
      await deliver(exchange, await answer);
      return { after: 'end' };
    }
    case 'drip-request': {
      strike();
      for (const part of drops(request.bytes)) {
        await exchange.push(part);
        await wait(1);
      }
      return deliver(exchange, await exchange.forward(Buffer.alloc(0)));
    }
    case 'drip-answer': {
      const answer = await exchange.forward();
      if (!answer) return { after: 'end' };
      strike();
      for (const part of drops(answer.message.bytes)) {
        if (client.destroyed) return { after: 'end' };
        await write(client, part);
        await wait(1);
      }
      return { after: 'next', answer };
    }
    case 'stale-repeated':
    case 'stale-earlier':
    case 'stale-unseen': {
      const { previous, earlier, unseen } = exchange;
      const stale = {
        'stale-repeated': previous,
        'stale-earlier': earlier,
        'stale-unseen': unseen,
      }[kind];
      if (!stale) return passOn();
      await write(client, stale.message.bytes);
      strike(
        `answered with that of ${stale.line}, ${stale.message.head.headers.get('x-request-id')}`,
      );
      return passOn();
    }
    case 'interim': {
      const interim = prng.pick([
        'HTTP/1.1 100 Continue\r\n\r\n',
        'HTTP/1.1 102 Processing\r\n\r\n',
        'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n',
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n',
      ]);
      await write(client, Buffer.from(interim));
      strike();
      return passOn();
    }
    case 'redirect-before':
    case 'redirect-after': {
      if (kind === 'redirect-after' && !(await exchange.forward())) return { after: 'end' };
      const status = prng.pick([301, 302, 307, 308]);
      const path = request.head.startLine.split(' ')[1] ?? '/';
      strike(String(status));
      return said(exchange, status, 'Moved', { location: `${exchange.trap}${path}` });
    }
    case 'retry-after': {
      const status = prng.pick([429, 503, 504]);
      const after = ODD_RETRY_AFTER(prng);
      strike(`${status} ${JSON.stringify(after)}`);
      return said(exchange, status, 'Later', { 'retry-after': after }, '{"message":"later"}');
    }
    case 'gateway-after': {
      if (!(await exchange.forward())) return { after: 'end' };
      strike();
      const status = prng.pick([500, 502, 504, 408]);
      return said(exchange, status, 'Bad', {}, '<html>bad gateway</html>');
    }
    case 'silence-before':
      strike();
      return { after: 'left' };
    case 'silence-after':
      await exchange.forward();
      strike();
      return { after: 'left' };
    default:
      return kind satisfies never;
  }
}

/** An answer as it came; the connection ends where the broker gave none. */
export async function deliver({ client }: Exchange, answer: Found | undefined): Promise<Ended> {
  if (!answer) {
    client.destroy();
    return { after: 'end' };
  }
  await write(client, answer.message.bytes);
  return { after: 'next', answer };
}

async function said(
  { client }: Exchange,
  status: number,
  words: string,
  headers: Record<string, string>,
  body = '',
): Promise<Ended> {
  const all = {
    ...headers,
    'content-type': 'application/json',
    'content-length': `${body.length}`,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  await write(client, Buffer.from(`HTTP/1.1 ${status} ${words}\r\n${lines.join('')}\r\n${body}`));
  return { after: 'next' };
}

/** Single bytes while there are few; of long messages as many drops, each larger. */
export function* drops(bytes: Buffer): Generator<Buffer> {
  const size = Math.max(1, Math.ceil(bytes.length / 600));
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((done) => {
    if (socket.destroyed || !socket.writable) done();
    else socket.write(bytes, () => done());
  });
}
