// A real server on this machine that answers as a test says, and the ports of a client that talks to it.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  createBrokerClient,
  createClient,
  type BrokerClient,
  type Client,
  type ClientDeps,
} from '#main/broker/client.ts';
import type { Clock, Delay } from '#main/ports.ts';

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
export type Reply = {
  status?: number;
  /** Sent as JSON, unless it is `text`. */
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
};
export type Handler = (
  request: Seen,
  socket: Socket,
  response: ServerResponse,
) => Reply | undefined | Promise<Reply | undefined>;

export const realClock: Clock = { wall: () => Date.now(), elapsed: () => performance.now() };
export const realDelay: Delay = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export type LocalBroker = { origin: string; seen: Seen[]; connections(): number };

/** A handler that answers undefined has taken the exchange into its own hands. */
export async function startLocalBroker(handler: Handler): Promise<LocalBroker> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = createServer((incoming, response) => void take(incoming, response));
  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request: Seen = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    const nth = seen.push(request);
    const reply = await handler(request, incoming.socket, response);
    if (!reply) return;
    const body = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
    response.writeHead(reply.status ?? 200, {
      'X-Request-ID': `r${nth}`,
      ...reply.headers,
    });
    response.end(body);
  }
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, seen, connections: () => connections };
}

/** Every operation of both clients, at one address. */
export type WholeClient = Client & BrokerClient;

export function clientOf(origin: string, deps: Partial<ClientDeps> = {}): WholeClient {
  const shared = {
    clock: realClock,
    // Pauses between retries need not be waited for.
    delay: (ms, run) => realDelay(ms < 1_000 ? Math.min(ms, 5) : ms, run),
    random: { float: () => 0.5 },
    timeoutMs: 10_000,
    perMinute: 100_000,
    ...deps,
  } satisfies Partial<ClientDeps>;
  const pair = { keyId: 'KEYKEY', secretKey: 'SECRETSECRET' };
  const account = createClient({
    hosts: { rest: origin, data: origin },
    credentials: pair,
    ...shared,
  });
  const broker = createBrokerClient({ ...shared, host: origin, pair });
  const client = {
    ...account,
    ...broker,
    close() {
      account.close();
      broker.close();
    },
  };
  onTestFinished(() => client.close());
  return client;
}

/** A broker that gives one answer to everything, with a client for it. */
export async function setUp(reply: Reply | Handler, deps: Partial<ClientDeps> = {}) {
  const broker = await startLocalBroker(typeof reply === 'function' ? reply : () => reply);
  return { broker, client: clientOf(broker.origin, deps) };
}
