// Upgrades and messages whose handling fails: they cost their own connection, and are told to the log.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createStreamHub } from '#main/paper/streams/hub.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** Unlike `once`, also after an error. */
const closed = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

async function startHub(broken: { meet?: boolean; enter?: boolean }) {
  const lines: string[] = [];
  const fail = (): never => {
    throw new Error('broken on purpose');
  };
  const hub = createStreamHub({
    door: { enter: () => (broken.enter ? fail() : undefined), fromHeaders: () => undefined },
    upgradeFaults: { meet: async () => (broken.meet ? fail() : false) },
    frameFaults: { gate: () => ({ pass: (frame) => [frame] }), unmute: () => undefined },
    schedule: () => () => undefined,
    settings: {
      tradeFrames: 'text',
      symbolLimit: undefined,
      feeds: undefined,
      slowBytes: 1_000_000,
    },
    log: (line) => lines.push(line),
  });
  const server = createServer();
  hub.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    hub.stop();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/stream`);
  socket.on('error', () => undefined);
  return { socket, server, lines };
}

it('an upgrade that fails ends its own connection alone', async () => {
  const { socket, lines } = await startHub({ meet: true });
  await closed(socket);
  expect(lines).toEqual(['an upgrade failed: Error: broken on purpose']);
});

it('a message that fails ends its own connection alone', async () => {
  const { socket, lines } = await startHub({ enter: true });
  await once(socket, 'open');
  socket.send(JSON.stringify({ action: 'auth', key: 'a', secret: 'b' }));
  await closed(socket);
  expect(lines).toEqual(['a message of a stream failed: Error: broken on purpose']);
});

it('a connection that cannot be accepted is a line in the log', async () => {
  const { server, lines } = await startHub({});
  server.emit('error', new Error('too many open files'));
  expect(lines).toEqual(['a connection could not be accepted: too many open files']);
});
