// Whether all that was sent before a connection ended was heard.
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { openWebSocket } from '#main/broker/streams/socket.ts';

const resetOf = (socket: WebSocket): void => {
  // The library does not name it.
  (socket as unknown as { _socket: { resetAndDestroy(): void } })._socket.resetAndDestroy();
};

it.each([
  ['is closed by the broker', (socket: WebSocket) => socket.close(1001), true],
  ['ends without a word', (socket: WebSocket) => socket.terminate(), true],
  ['is reset on the way', resetOf, false],
])('a connection that %s', async (_how, end, isEnded) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  server.on('connection', (socket) => setTimeout(() => end(socket), 20));
  const { port } = server.address() as AddressInfo;
  const told = await new Promise<boolean | undefined>((resolve) => {
    openWebSocket(
      `ws://127.0.0.1:${port}/stream`,
      {},
      {
        onOpen: () => undefined,
        onFrame: () => undefined,
        onPong: () => undefined,
        onClose: (_reason, ended) => resolve(ended),
      },
    );
  });
  expect(told).toBe(isEnded);
});
