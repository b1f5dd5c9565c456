import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpHost, type HttpRequest } from '#main/broker/http/http.ts';
import { realDelay, startLocalBroker, type Handler } from './local-broker.ts';

const get: HttpRequest = { method: 'GET', path: '/x', headers: {}, timeoutMs: 10_000 };
const post: HttpRequest = { ...get, method: 'POST', body: '{"a":1}' };

function hostOf(origin: string, maxAnswerBytes?: number) {
  const host = createHttpHost({ origin, delay: realDelay, maxAnswerBytes });
  onTestFinished(() => host.close());
  return host;
}

async function setUp(handler: Handler, maxAnswerBytes?: number) {
  const broker = await startLocalBroker(handler);
  return { broker, host: hostOf(broker.origin, maxAnswerBytes) };
}

/** A server below HTTP, for what a proper one would never do. */
async function startTcp(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an exchange', () => {
  it('sends the bytes it was given and brings the answer back', async () => {
    const { broker, host } = await setUp(() => ({ status: 207, json: [1], headers: { a: 'b' } }));
    const exchange = await host.send({ ...post, headers: { 'x-test': 'ä'.normalize('NFC') } });
    expect(exchange).toMatchObject({
      kind: 'answer',
      status: 207,
      body: '[1]',
      headers: { a: 'b' },
    });
    expect(broker.seen[0]).toMatchObject({ method: 'POST', path: '/x', body: '{"a":1}' });
    expect(broker.seen[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('was not sent when nobody listens', async () => {
    const address = await startTcp((socket) => socket.destroy());
    const closed = `http://${address.replace(/\d+$/, '1')}`;
    expect(await hostOf(closed).send(post)).toMatchObject({
      kind: 'not-sent',
      reason: 'the host refused the connection',
    });
    expect(await hostOf('http://localhost:1').send(post)).toMatchObject({ kind: 'not-sent' });
  });

  it('was not sent when the name is unknown', async () => {
    const host = hostOf('https://no-such-host.invalid');
    expect(await host.send({ ...post, timeoutMs: 5_000 })).toMatchObject({ kind: 'not-sent' });
  });

  it('was not sent when the secure connection never stood', async () => {
    const heard: string[] = [];
    const address = await startTcp((socket) => {
      socket.on('data', (chunk) => heard.push(chunk.toString('latin1')));
      socket.once('data', () => socket.end('this is not TLS'));
    });
    expect(await hostOf(`https://${address}`).send(post)).toMatchObject({ kind: 'not-sent' });
    const mute = await startTcp(() => undefined);
    expect(await hostOf(`https://${mute}`).send({ ...post, timeoutMs: 500 })).toEqual({
      kind: 'not-sent',
      reason: 'no connection within 0.5 s',
    });
    expect(heard.join('')).not.toContain('POST');
  });

  it.each<[string, Handler]>([
    ['before the headers', (_request, socket) => void socket.destroy()],
    [
      'after the headers',
      (_request, socket, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"id":');
        setTimeout(() => socket.destroy(), 20);
        return undefined;
      },
    ],
    [
      'inside a chunked body',
      (_request, socket, response) => {
        response.writeHead(200);
        response.write('{"id":');
        setTimeout(() => socket.destroy(), 20);
        return undefined;
      },
    ],
  ])('is lost when the connection is cut %s', async (_when, handler) => {
    const { host } = await setUp(handler);
    expect(await host.send(post)).toMatchObject({ kind: 'lost' });
  });

  it('is lost when the answer is no HTTP', async () => {
    const address = await startTcp((socket) =>
      socket.once('data', () => socket.end('garbage\r\n\r\n')),
    );
    expect(await hostOf(`http://${address}`).send(post)).toMatchObject({ kind: 'lost' });
  });

  it('is lost when no answer comes in time, or only half of one', async () => {
    const { host } = await setUp(() => undefined);
    expect(await host.send({ ...post, timeoutMs: 500 })).toEqual({
      kind: 'lost',
      reason: 'no answer within 0.5 s',
    });
    const { host: slow } = await setUp((_request, _socket, response) => {
      response.writeHead(200);
      response.write('{');
      return undefined;
    });
    expect(await slow.send({ ...post, timeoutMs: 500 })).toMatchObject({ kind: 'lost' });
  });

  it('is lost when the answer is too large', async () => {
    const { host } = await setUp(() => ({ text: 'x'.repeat(5_000) }), 1_000);
    expect(await host.send(post)).toEqual({ kind: 'lost', reason: 'the answer is too large' });
  });

  it('is lost when it is canceled under way, and not sent when it was canceled before', async () => {
    const ending = new AbortController();
    const { broker, host } = await setUp(() => {
      ending.abort();
      return undefined;
    });
    expect(await host.send({ ...post, signal: ending.signal })).toEqual({
      kind: 'lost',
      reason: 'canceled',
    });
    expect(await host.send({ ...post, signal: ending.signal })).toEqual({
      kind: 'not-sent',
      reason: 'canceled',
    });
    expect(broker.seen).toHaveLength(1);
  });

  it('does not follow a redirect', async () => {
    const other = await startLocalBroker(() => ({ json: {} }));
    const { host } = await setUp(() => ({
      status: 307,
      headers: { location: `${other.origin}/stolen` },
    }));
    expect(await host.send(post)).toMatchObject({ kind: 'answer', status: 307 });
    expect(other.seen).toEqual([]);
  });

  it('keeps a connection for the next request and gives a second one its own', async () => {
    const { broker, host } = await setUp(() => ({ json: 1 }));
    await host.send(get);
    await host.send(get);
    expect(broker.connections()).toBe(1);
    await Promise.all([host.send(get), host.send(get)]);
    expect(broker.connections()).toBe(2);
  });

  it('sends nothing once it is closed', async () => {
    const { broker, host } = await setUp(() => ({ json: 1 }));
    host.close();
    expect(await host.send(get)).toMatchObject({ kind: 'not-sent' });
    expect(broker.seen).toEqual([]);
  });
});

describe('the check before sending', () => {
  it('runs once, on a standing connection, before the first byte', async () => {
    const { broker, host } = await setUp(() => ({ json: 1 }));
    let calls = 0;
    const beforeSend = () => {
      calls++;
      expect(broker.seen).toEqual([]);
      return undefined;
    };
    expect(await host.send({ ...post, beforeSend })).toMatchObject({ kind: 'answer' });
    expect([calls, broker.seen.length]).toEqual([1, 1]);
  });

  it('stops the request with its reason, also on a kept connection', async () => {
    const { broker, host } = await setUp(() => ({ json: 1 }));
    await host.send(get);
    for (const _ of [1, 2])
      expect(await host.send({ ...post, beforeSend: () => 'kill switch' })).toEqual({
        kind: 'not-sent',
        reason: 'kill switch',
      });
    expect(broker.seen.map(({ method }) => method)).toEqual(['GET']);
  });

  it('refuses when it breaks', async () => {
    const { broker, host } = await setUp(() => ({ json: 1 }));
    const beforeSend = () => {
      throw new Error('disk full');
    };
    expect(await host.send({ ...post, beforeSend })).toMatchObject({
      kind: 'not-sent',
      reason: expect.stringContaining('disk full') as string,
    });
    expect(broker.seen).toEqual([]);
  });

  it('is not asked when the caller left in the meantime', async () => {
    const { broker, host } = await setUp(() => ({ json: 1 }));
    await host.send(get);
    const ending = new AbortController();
    let calls = 0;
    const beforeSend = () => void calls++;
    const sending = host.send({ ...post, beforeSend, signal: ending.signal });
    ending.abort();
    expect(await sending).toEqual({ kind: 'not-sent', reason: 'canceled' });
    expect([calls, broker.seen.length]).toEqual([0, 1]);
  });

  it('is not asked when there is no connection', async () => {
    let calls = 0;
    const beforeSend = () => void calls++;
    await hostOf('http://127.0.0.1:1').send({ ...post, beforeSend });
    expect(calls).toBe(0);
  });
});

describe('the address', () => {
  it.each(['//OTHER/x', '/\\OTHER', 'http://OTHER/', 'x', '//', ''])(
    'cannot be left by the path %j',
    async (path) => {
      const other = await startLocalBroker(() => ({ json: 1 }));
      const { broker, host } = await setUp(() => ({ json: 1 }));
      const escape = path.replace('OTHER', new URL(other.origin).host);
      expect(await host.send({ ...get, path: escape })).toEqual({
        kind: 'not-sent',
        reason: 'the path points outside the host',
      });
      expect([broker.connections(), other.connections()]).toEqual([0, 0]);
    },
  );

  it.each(['http://api.alpaca.markets', 'ftp://127.0.0.1', 'nothing', 'http://127.0.0.1.evil.com'])(
    'cannot be %s',
    (origin) => {
      expect(() => createHttpHost({ origin, delay: realDelay })).toThrow(/https/);
    },
  );

  it('makes a header that cannot be written a request that was not sent, without quoting it', async () => {
    const { host } = await setUp(() => ({ json: 1 }));
    const exchange = await host.send({ ...get, headers: { secret: 'S3CRET\r\nx: y' } });
    expect(exchange).toMatchObject({ kind: 'not-sent' });
    expect(JSON.stringify(exchange)).not.toContain('S3CRET');
  });
});

describe('a request that goes alone', () => {
  it('has a connection that carried nothing before and carries nothing after', async () => {
    const { broker, host } = await setUp(() => ({ json: 1 }));
    await host.send(get);
    await host.send(get);
    expect(broker.connections()).toBe(1);
    await host.send({ ...post, isAlone: true });
    expect(broker.connections()).toBe(2);
    await host.send({ ...post, isAlone: true });
    expect(broker.connections()).toBe(3);
    await host.send(get);
    expect(broker.connections()).toBe(3);
  });
});

describe('an answer', () => {
  it('is repeated when its request id came before, with whichever request', async () => {
    const ids = ['a', 'b', 'a', 'c', 'b'];
    let next = 0;
    const { host } = await setUp(() => ({ headers: { 'X-Request-ID': ids[next++] ?? '' } }));
    const repeated: unknown[] = [];
    for (const request of [get, post, post, get, { ...post, isAlone: true }]) {
      const exchange = await host.send(request);
      repeated.push(exchange.kind === 'answer' && exchange.isRepeated);
    }
    expect(repeated).toEqual([false, false, true, false, true]);
  });

  it('that is repeated ends its connection, where the next would be repeated too', async () => {
    let next = 0;
    const { broker, host } = await setUp(() => ({
      headers: { 'X-Request-ID': next++ === 1 ? 'id 0' : `id ${next - 1}` },
    }));
    for (let i = 0; i < 3; i++) await host.send(get);
    expect(broker.connections()).toBe(2);
  });

  it('without a request id is never repeated', async () => {
    const origin = await startTcp((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
    );
    const host = hostOf(`http://${origin}`);
    for (let i = 0; i < 2; i++)
      expect(await host.send(get)).toMatchObject({ kind: 'answer', isRepeated: false });
  });
});
