// What is proven here is proven at the socket: a second server that must see no connection sees none.
import { createServer, request } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { createClient } from '#main/broker/client.ts';
import { openWebSocket } from '#main/broker/streams/socket.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { createPinnedAgent, isHome } from '#main/broker/http/pinned-agent.ts';

async function startServer(answer: (port: number) => { status: number; location?: string }) {
  const connections: Socket[] = [];
  const server = createServer((_request, response) => {
    const { status, location } = answer((server.address() as AddressInfo).port);
    response.writeHead(status, location === undefined ? {} : { location });
    response.end('{}');
  });
  server.on('connection', (socket: Socket) => connections.push(socket));
  server.on('upgrade', (_request, socket: Socket) => {
    const { location } = answer(0);
    socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nConnection: close\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, connections };
}

describe('an agent that is pinned to a host', () => {
  const home = new URL('https://api.broker.example');

  it.each([
    ['its own host and port', { host: 'api.broker.example', port: 443 }, true],
    ['other letters', { host: 'API.Broker.Example', port: '443' }, true],
    ['another host', { host: 'evil.example', port: 443 }, false],
    ['another port', { host: 'api.broker.example', port: 8443 }, false],
    ['a longer name', { host: 'api.broker.example.evil', port: 443 }, false],
    ['a local socket', { host: 'api.broker.example', port: 443, socketPath: '/x' }, false],
    ['nothing', {}, false],
  ])('judges %s', (_name, to, isAllowed) => {
    expect(isHome(home, to)).toBe(isAllowed);
  });

  it('knows an address of the sixth version with and without its brackets', () => {
    expect(isHome(new URL('http://[::1]:4010'), { host: '::1', port: 4010 })).toBe(true);
  });

  it('makes no connection for a request that names another host', async () => {
    const own = await startServer(() => ({ status: 200 }));
    const other = await startServer(() => ({ status: 200 }));
    const agent = createPinnedAgent(new URL(`http://127.0.0.1:${own.port}`), { keepAlive: false });
    const ask = (port: number) =>
      new Promise<string>((resolve, reject) => {
        const outgoing = request({ agent, host: '127.0.0.1', port, path: '/' }, (response) => {
          response.resume();
          response.on('end', () => resolve('answered'));
        });
        outgoing.on('error', reject);
        outgoing.end();
      });
    expect(await ask(own.port)).toBe('answered');
    await expect((async () => ask(other.port))()).rejects.toThrow('a host other than');
    expect(other.connections).toHaveLength(0);
  });
});

describe('an agent with another way to its host', () => {
  it('is asked for that host alone, and the system for none', async () => {
    const own = await startServer(() => ({ status: 200 }));
    const asked: unknown[] = [];
    const agent = createPinnedAgent(new URL(`http://127.0.0.1:${own.port}`), {
      keepAlive: false,
      dial(to) {
        asked.push(`${to.host}:${to.port}`);
        return new Socket().destroy(new Error('no such way'));
      },
    });
    const ask = (port: number) =>
      new Promise<string>((resolve, reject) => {
        const outgoing = request({ agent, host: '127.0.0.1', port, path: '/' }, () =>
          resolve('answered'),
        );
        outgoing.on('error', reject);
        outgoing.end();
      });
    await expect(ask(own.port)).rejects.toThrow('no such way');
    await expect((async () => ask(own.port + 1))()).rejects.toThrow('a host other than');
    expect(asked).toEqual([`127.0.0.1:${own.port}`]);
    expect(own.connections).toHaveLength(0);
  });
});

describe('a client whose host redirects elsewhere', () => {
  it.each([301, 302, 303, 307, 308])('makes no connection there (%i)', async (status) => {
    const other = await startServer(() => ({ status: 200 }));
    const location = `http://127.0.0.1:${other.port}/v2/account`;
    const own = await startServer(() => ({ status, location }));
    const client = createClient({
      hosts: { rest: `http://127.0.0.1:${own.port}`, data: `http://127.0.0.1:${own.port}` },
      credentials: { keyId: 'PKREDIRECT', secretKey: 'secret-of-redirect' },
      clock: systemClock,
      delay: systemDelay,
      random: systemRandom,
    });
    onTestFinished(() => client.close());
    const account = await client.account();
    expect(account.ok).toBe(false);
    expect(own.connections.length).toBeGreaterThan(0);
    expect(other.connections).toHaveLength(0);
  });

  it('makes no connection there for a stream', async () => {
    const other = await startServer(() => ({ status: 200 }));
    const own = await startServer(() => ({
      status: 302,
      location: `ws://127.0.0.1:${other.port}/stream`,
    }));
    await new Promise<void>((resolve) => {
      openWebSocket(
        `ws://127.0.0.1:${own.port}/stream`,
        {},
        {
          onOpen: () => undefined,
          onFrame: () => undefined,
          onPong: () => undefined,
          onClose: () => resolve(),
        },
      );
    });
    expect(own.connections).toHaveLength(1);
    expect(other.connections).toHaveLength(0);
  });

  it('still opens a stream where it belongs', async () => {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => sockets.close());
    await new Promise<void>((resolve) => sockets.once('listening', () => resolve()));
    const { port } = sockets.address() as AddressInfo;
    const opened = await new Promise<boolean>((resolve) => {
      const socket = openWebSocket(
        `ws://127.0.0.1:${port}/stream`,
        {},
        {
          onOpen() {
            resolve(true);
            socket.terminate();
          },
          onFrame: () => undefined,
          onPong: () => undefined,
          onClose: () => resolve(false),
        },
      );
    });
    expect(opened).toBe(true);
  });
});
