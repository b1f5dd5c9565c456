// A door in front of the paper broker that says whatever a test wants said, in the place of any answer and on either
// stream. What goes in is untouched; what comes back is untouched too, as long as nobody asks for something else.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import type { Hosts } from '#main/ports.ts';
import { forward } from '#test/campaigns/support/lying-door.ts';
import { listenSomewhere, movedHosts } from '#test/support/moved-hosts.ts';

export type Stream = 'orders' | 'prices';
/** What is said in the place of a good answer; undefined leaves it as it is. */
export type Spoil = (
  path: string,
  text: string,
) => { text: string | Buffer; requestId?: string } | undefined;

export type HostileDoor = {
  hosts: Hosts;
  spoil(how: Spoil | undefined): void;
  /** Whether it was heard: the client answers a ping behind it, or ends the connection. False when nobody listens. */
  say(stream: Stream, frame: string | Uint8Array): Promise<boolean>;
  /** What was last said on the stream by the broker itself. */
  lastSaid(stream: Stream): Buffer | undefined;
  close(): Promise<void>;
};

const HEARD_MS = 20_000;

export async function openHostileDoor(behind: Hosts): Promise<HostileDoor> {
  const target = new URL(behind.rest);
  const ordersPath = new URL(behind.tradeStream).pathname;
  const listening = new Map<Stream, WebSocket>();
  const said = new Map<Stream, Buffer>();
  let spoil: Spoil | undefined;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { status, headers, body } = await forward(target, incoming, Buffer.concat(chunks));
    delete headers['transfer-encoding'];
    const other = status < 300 ? spoil?.(incoming.url ?? '', body) : undefined;
    const told = other?.text ?? body;
    const text = typeof told === 'string' ? Buffer.from(told) : told;
    outgoing.writeHead(status, {
      ...headers,
      ...(other?.requestId !== undefined && { 'x-request-id': other.requestId }),
      'content-length': text.length,
    });
    outgoing.end(text);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (incoming, socket, head) => {
    const path = incoming.url ?? '';
    const stream: Stream = path === ordersPath ? 'orders' : 'prices';
    const onward = new WebSocket(`ws://${target.host}${path}`, {
      headers: { 'content-type': incoming.headers['content-type'] ?? 'application/json' },
    });
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      const waiting: (() => void)[] = [];
      listening.set(stream, client);
      client.on('message', (data: Buffer, binary) => {
        const send = () => onward.send(data, { binary });
        if (onward.readyState === WebSocket.OPEN) send();
        else waiting.push(send);
      });
      onward.on('open', () => waiting.forEach((send) => send()));
      onward.on('message', (data: Buffer, binary) => {
        said.set(stream, data);
        client.send(data, { binary });
      });
      for (const [one, other] of [
        [client, onward],
        [onward, client],
      ] as const) {
        one.on('error', () => other.terminate());
        one.on('close', () => other.terminate());
      }
    });
  });

  function say(stream: Stream, frame: string | Uint8Array): Promise<boolean> {
    const client = listening.get(stream);
    if (client?.readyState !== WebSocket.OPEN) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(new Error('a frame was not heard')), HEARD_MS);
      const heard = () => end();
      const end = (error?: Error) => {
        clearTimeout(timer);
        client.off('pong', heard).off('close', heard);
        if (error) reject(error);
        else resolve(true);
      };
      client.once('pong', heard).once('close', heard);
      client.send(frame);
      client.ping();
    });
  }

  const port = await listenSomewhere(server);
  return {
    hosts: movedHosts(behind, port),
    spoil: (how) => (spoil = how),
    say,
    lastSaid: (stream) => said.get(stream),
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
