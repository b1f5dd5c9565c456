// Upgrades and messages whose handling fails: they cost their own connection, and are told to the log.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createStreamServer } from '#main/paper/streams/stream-server.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** Unlike `once`, also after an error. */
const closed = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

async function startStreams(broken: { upgrade?: boolean; authenticate?: boolean }) {
  const lines: string[] = [];
  const fail = (): never => {
    throw new Error('broken on purpose');
  };
  const streams = createStreamServer({
    holdOpen: () => () => undefined,
    authenticator: {
      authenticate: () => (broken.authenticate ? fail() : undefined),
      authenticateHeaders: () => undefined,
    },
    upgradeFaults: async () => (broken.upgrade ? fail() : false),
    frameFaults: { filter: () => (frame) => [frame], unmute: () => undefined },
    schedule: () => () => undefined,
    plan: () => ({ symbolLimit: undefined, feeds: undefined }),
    settings: {
      tradeFrames: 'text',
      symbolLimit: undefined,
      feeds: undefined,
      slowBytes: 1_000_000,
    },
    log: (line) => lines.push(line),
  });
  const server = createServer();
  streams.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    streams.stop();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/stream`);
  socket.on('error', () => undefined);
  return { socket, server, lines };
}

it('an upgrade that fails ends its own connection alone', async () => {
  const { socket, lines } = await startStreams({ upgrade: true });
  await closed(socket);
  expect(lines).toEqual(['an upgrade failed: Error: broken on purpose']);
});

it('a message that fails ends its own connection alone', async () => {
  const { socket, lines } = await startStreams({ authenticate: true });
  await once(socket, 'open');
  socket.send(JSON.stringify({ action: 'auth', key: 'a', secret: 'b' }));
  await closed(socket);
  expect(lines).toEqual(['a message of a stream failed: Error: broken on purpose']);
});

it('a connection that cannot be accepted is a line in the log', async () => {
  const { server, lines } = await startStreams({});
  server.emit('error', new Error('too many open files'));
  expect(lines).toEqual(['a connection could not be accepted: too many open files']);
});
