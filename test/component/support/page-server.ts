// The built page over loopback, with a played main behind it: the page's own bridge works as it does in the web shell.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { WebSocketServer } from 'ws';
import type { WatchRequest } from '#contract/bridge.ts';
import { ok } from '#contract/failure.ts';
import type { FakeMain } from '#test/component/support/fake-main.ts';

const PAGES = 'out/renderer';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

export type PageServer = {
  address: string;
  /** Whoever opens the page from now on talks to this one. */
  play(main: FakeMain): void;
  stop(): Promise<void>;
};

export async function startPageServer(): Promise<PageServer> {
  let main: FakeMain | undefined;
  const server = createServer((request, response) => void serve(request, response));
  const sockets = new WebSocketServer({ server, path: '/watch', perMessageDeflate: false });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
    if (path === '/enter') {
      response.setHeader('Content-Type', 'application/json');
      return void response.end(JSON.stringify(ok({ token: 'played' })));
    }
    if (path === '/call') {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { name, input } = JSON.parse(Buffer.concat(chunks).toString()) as WatchCall;
      response.setHeader('Content-Type', 'application/json');
      return void response.end(JSON.stringify(await main?.call(name, input)));
    }
    const file = normalize(path === '/' ? '/index.html' : path);
    const body = await readFile(join(PAGES, file)).catch(() => undefined);
    if (!body) return void response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(body);
  }

  sockets.on('connection', (socket) => {
    const hub = main?.open((delivery) => socket.send(JSON.stringify(delivery)));
    socket.on('message', (data: Buffer) => hub?.take(JSON.parse(data.toString()) as WatchRequest));
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/?ticket=played`,
    play: (next) => (main = next),
    stop: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type WatchCall = { name: unknown; input: unknown };
