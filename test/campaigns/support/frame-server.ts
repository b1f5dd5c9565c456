// A stream server that signs its client in properly and then says whatever it is told to, down to the bytes of the
// protocol: frames in fragments, frames that break off, frames that are none.
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AddressInfo } from 'node:net';

export type FrameServer = {
  url: string;
  /** Clients that are signed in now, the newest last. */
  ready(): WebSocket | undefined;
  connections(): number;
  close(): Promise<void>;
};

type Hello = (socket: WebSocket, heard: string | Buffer) => 'ready' | 'wait';

export async function startFrameServer(hello: Hello): Promise<FrameServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  let ready: WebSocket | undefined;
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      if (ready === socket) ready = undefined;
    });
    socket.on('message', (data: Buffer, isBinary) => {
      if (hello(socket, isBinary ? data : data.toString()) === 'ready') ready = socket;
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/`,
    ready: () => ready,
    connections: () => connections,
    async close() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The bytes under the socket. */
export const rawOf = (socket: WebSocket): Duplex =>
  (socket as unknown as { _socket: Duplex })._socket;
