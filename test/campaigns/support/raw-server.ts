// A server that speaks in bytes: what it answers need not be HTTP at all. It knows just enough of a request to tell
// where it ends.
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** What is written, in this order, and what becomes of the connection then. */
export type RawReply = { parts: readonly Buffer[]; after: 'keep' | 'end' | 'reset' };

export type RawServer = { origin: string; answered(): number; close(): Promise<void> };

export async function startRawServer(reply: () => RawReply): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let answered = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let heard = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      const length = requestLength(heard);
      if (length === undefined || heard.length < length) return;
      heard = Buffer.alloc(0);
      answered++;
      void write(socket, reply());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    answered: () => answered,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function write(socket: Socket, { parts, after }: RawReply): Promise<void> {
  for (const part of parts) {
    if (socket.destroyed) return;
    socket.write(part);
    if (parts.length > 1) await new Promise((resolve) => setImmediate(resolve));
  }
  if (after === 'end') socket.end();
  if (after === 'reset') socket.resetAndDestroy();
}

function requestLength(heard: Buffer): number | undefined {
  const end = heard.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /^content-length: (\d+)$/im.exec(heard.subarray(0, end).toString('latin1'))?.[1];
  return end + 4 + Number(length ?? 0);
}
