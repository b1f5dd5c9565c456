// A door between the desk and a broker: everything passes unchanged, unless the test answers instead, holds an answer
// back or says it twice. It keeps what came and on which connection.
import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { HostSet } from '#contract/accounts.ts';
import type { Hosts } from '#main/ports.ts';
import { listenSomewhere, movedHosts } from '#test/support/moved-hosts.ts';

export type DoorRequest = {
  method: string;
  path: string;
  body: string;
  /** Which connection it came on, and how many came on it before. */
  connection: number;
  before: number;
  at: number;
};
export type DoorReply = { status: number; headers: Record<string, string>; body: string };
export type Interference =
  /** The broker does not hear of it. */
  | { kind: 'instead'; reply: DoorReply }
  /** The broker does what it is asked; the desk reads something else. */
  | { kind: 'over'; reply: DoorReply }
  /** Nobody answers, and the broker does not hear of it. */
  | { kind: 'silence' }
  /** The broker's answer waits until this is done. */
  | { kind: 'hold'; until: Promise<void> };

export type BrokerDoor = {
  hosts: HostSet;
  seen: DoorRequest[];
  /** The broker's answers, in the order of the requests that got one. */
  replies: { request: DoorRequest; reply: DoorReply }[];
  /** Asked for every request; undefined lets it pass. */
  interfere(how: (request: DoorRequest) => Interference | undefined): void;
  /** Whatever the broker says on its streams from now on is lost. */
  muteStreams(isMute: boolean): void;
  stop(): void;
};

export async function openBrokerDoor(behind: Hosts): Promise<BrokerDoor> {
  const port = Number(new URL(behind.rest).port);
  const seen: DoorRequest[] = [];
  const replies: BrokerDoor['replies'] = [];
  const sockets = new Set<Socket>();
  const counts = new WeakMap<Socket, { connection: number; requests: number }>();
  let connections = 0;
  let how: (request: DoorRequest) => Interference | undefined = () => undefined;

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const count = counts.get(incoming.socket) ?? { connection: 0, requests: 0 };
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const request: DoorRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      body: Buffer.concat(chunks).toString(),
      connection: count.connection,
      before: count.requests++,
      at: performance.now(),
    };
    seen.push(request);
    const interference = how(request);
    if (interference?.kind === 'silence') return;
    if (interference?.kind === 'instead') return write(interference.reply);
    // An answer that does not end goes through as it comes.
    if (request.path.startsWith('/v2beta1/events/')) return follow(request, incoming, outgoing);
    const reply = await pass(request, incoming.headers).catch(() => undefined);
    if (!reply) return void outgoing.destroy();
    replies.push({ request, reply });
    if (interference?.kind === 'hold') await interference.until;
    write(interference?.kind === 'over' ? interference.reply : reply);

    function write({ status, headers, body }: DoorReply): void {
      outgoing.writeHead(status, headers);
      outgoing.end(body);
    }
  }

  function follow(request: DoorRequest, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, path } = request;
    const { headers } = incoming;
    const onward = ask({ host: '127.0.0.1', port, method, path, headers, agent: false });
    onward.once('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    onward.once('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 0, plainHeaders(response.headers));
      outgoing.flushHeaders();
      response.pipe(outgoing);
      response.once('close', () => outgoing.destroy());
    });
    onward.end();
  }

  function pass(request: DoorRequest, headers: IncomingHttpHeaders): Promise<DoorReply> {
    return new Promise((resolve, reject) => {
      const { method, path } = request;
      const onward = ask({ host: '127.0.0.1', port, method, path, headers, agent: false });
      onward.once('error', reject);
      onward.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: plainHeaders(response.headers),
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      onward.end(request.body);
    });
  }

  server.on('connection', (socket: Socket) => {
    counts.set(socket, { connection: connections++, requests: 0 });
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  let areStreamsMute = false;
  server.on('upgrade', (request, socket: Socket, head: Buffer) => {
    const onward = connect(port, '127.0.0.1');
    sockets.add(onward);
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
    onward.write(`${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    socket.pipe(onward);
    onward.on('data', (chunk: Buffer) => {
      if (!areStreamsMute) socket.write(chunk);
    });
  });

  const own = await listenSomewhere(server);
  return {
    hosts: movedHosts(behind, own),
    seen,
    replies,
    interfere: (next) => (how = next),
    muteStreams: (isMute) => (areStreamsMute = isMute),
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Without what belongs to one connection. */
function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = headers;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
}
