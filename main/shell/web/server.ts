// The loopback transport: the page, `POST /enter`, `POST /call` and the WebSocket `/watch`, on loopback alone. Every
// request must name this start, but for links that a person opens; calls and watches must also carry its token and must not come from a foreign page. What
// a stranger sends is answered or dropped; none of it may reach the process as an exception.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { WatchRequest } from '#contract/bridge.ts';
import { fail, invalid, notAllowed, ok } from '#contract/failure.ts';
import { MOST_CALL_BYTES } from '#contract/mint-table.ts';
import type { Desk } from '#main/desk.ts';
import type { Feeds } from '#main/gateway/feeds.ts';
import type { Log } from '#main/ports.ts';
import { securityHeaders, type PageFiles } from '#main/shell/common/page-files.ts';
import type { Entry } from '#main/shell/web/entry.ts';
import { listenOnLoopback } from '#main/shell/web/listen-on-loopback.ts';
import { LINK_PATH, visitByLink } from '#main/shell/web/link-visit.ts';
import { isRecord, parseJson } from '#main/tools/json.ts';

export type WebServer = { port: number; close(): Promise<void> };

type Deps = {
  desk: Pick<Desk, 'dispatch' | 'navigate'> & { feeds: Pick<Feeds, 'open'> };
  pages: PageFiles;
  entry: Pick<Entry, 'host' | 'isToken' | 'enter'>;
  port: number;
  log: Log;
};

/** Who has no token yet. */
const MOST_ENTER_BYTES = 4 * 1024;
const MAX_FRAME_BYTES = 64 * 1024;
const MAX_UNSENT_BYTES = 16 * 1024 * 1024;
/** The token travels as a subprotocol, because a browser's WebSocket cannot send headers and addresses get written down. */
export const PROTOCOL_PREFIX = 'ballast.';

export async function startWebServer(deps: Deps): Promise<WebServer> {
  const { desk, pages, entry, log } = deps;
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      log('error', 'a request failed', { error: String(error) });
      if (!response.headersSent) answer(response, 500, fail({ kind: 'bug', ref: 'web' }));
      else response.destroy();
    });
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => [...offered][0] ?? false,
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    for (const [name, value] of Object.entries(securityHeaders(nonce, 'self')))
      response.setHeader(name, value);
    if (pathOf(request) === LINK_PATH && !isOurHost(request)) {
      const { status, text } = visitByLink(request, port, desk);
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
      return;
    }
    if (!isOurHost(request))
      return answer(response, 403, notAllowed(`The running desk has another address. ${HOW_IN}`));
    const path = pathOf(request);
    if (path === '/enter') return enter(request, response);
    if (path === '/call') return call(request, response);
    if (path === '/watch') return answer(response, 426, notAllowed('Subscribe over a WebSocket.'));
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, notAllowed('Only GET is served here.'));
    const file = await pages.read(path, nonce);
    if (!file) return answer(response, 404, notAllowed('There is no such page.'));
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.body.length });
    response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  async function enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOurOrigin(request)) return answer(response, 403, notAllowed(NO_TOKEN));
    const message = await readMessage(request, response, MOST_ENTER_BYTES);
    if (!message) return;
    const { ticket } = message;
    const token = typeof ticket === 'string' ? entry.enter(ticket) : undefined;
    if (token === undefined) return answer(response, 403, notAllowed(NO_TOKEN));
    answer(response, 200, ok({ token }));
  }

  async function call(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!isOurOrigin(request) || !entry.isToken(token))
      return answer(response, 403, notAllowed(NO_TOKEN));
    const message = await readMessage(request, response, MOST_CALL_BYTES);
    if (message) answer(response, 200, await desk.dispatch(message['name'], message['input']));
  }

  /** Undefined when it was refused, which has been answered then. */
  async function readMessage(request: IncomingMessage, response: ServerResponse, most: number) {
    const refuse = (status: number, body: unknown): undefined => {
      answer(response, status, body);
      return undefined;
    };
    if (request.method !== 'POST') return refuse(405, notAllowed('A call is a POST.'));
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      return refuse(415, invalid('A call is JSON.'));
    const body = await readBody(request, most);
    if (body === undefined) {
      response.setHeader('Connection', 'close');
      return refuse(413, invalid('The call is too large.'));
    }
    return parseObject(body) ?? refuse(400, invalid('The call could not be read.'));
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    try {
      upgrade(request, socket, head);
    } catch (error) {
      log('error', 'an upgrade failed', { error: String(error) });
      refuseUpgrade(socket, '500 Internal Server Error');
    }
  });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',')[0]?.trim() ?? '';
    const token = offered.startsWith(PROTOCOL_PREFIX)
      ? offered.slice(PROTOCOL_PREFIX.length)
      : undefined;
    if (!isOurHost(request) || !isOurOrigin(request) || !entry.isToken(token))
      return refuseUpgrade(socket, '403 Forbidden');
    if (pathOf(request) !== '/watch') return refuseUpgrade(socket, '404 Not Found');
    sockets.handleUpgrade(request, socket, head, watch);
  }

  // Bytes that are no request.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    log('debug', 'a request could not be read', { error: String(error) });
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuseUpgrade(socket, '400 Bad Request');
  });

  function watch(socket: WebSocket): void {
    // Outside of any call: an exception here would end the desk rather than this one watch.
    const guarded = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        log('error', 'a watch failed', { error: String(error) });
        socket.terminate();
      }
    };
    const hub = desk.feeds.open((delivery) =>
      guarded(() => {
        if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate();
        socket.send(JSON.stringify(delivery));
      }),
    );
    socket.on('message', (data: Buffer, isBinary) =>
      guarded(() => {
        const message = isBinary ? undefined : parseObject(data.toString('utf8'));
        if (!message) return socket.close(1003, 'not a message of this socket');
        const request = message as Partial<WatchRequest>;
        if (request.kind === 'watch') hub.watch(request.id, message['feed'], message['params']);
        else if (request.kind === 'unwatch') hub.unwatch(request.id);
        else socket.close(1003, 'not a message of this socket');
      }),
    );
    socket.on('error', () => socket.terminate());
    socket.on('close', () => guarded(() => hub.close()));
  }

  const listening = await listenOnLoopback(server, deps.port);
  // From now on: a connection that could not be accepted, as when this process has no file left for it.
  server.on('error', (error) =>
    log('error', 'a connection could not be accepted', { error: String(error) }),
  );
  const { port } = listening;
  const host = `${entry.host}:${port}`;

  function isOurHost(request: IncomingMessage): boolean {
    return request.headers.host === host;
  }
  /** Programs send no Origin and are held by the token; a browser always sends it and cannot lie. */
  function isOurOrigin(request: IncomingMessage): boolean {
    return request.headers.origin === undefined || request.headers.origin === `http://${host}`;
  }

  return {
    port,
    async close() {
      for (const client of sockets.clients) client.terminate();
      listening.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** The name of this start is in no answer: whoever asks by another is not told. */
const HOW_IN = 'Open the last address that Ballast printed in the terminal; each opens one tab.';
const NO_TOKEN = `This tab has no access: its address was already used, or is from an earlier start. ${HOW_IN}`;

/** Taken as it was sent: an address that names another place, or none, is no path here. */
const pathOf = ({ url = '' }: IncomingMessage): string => url.split(/[?#]/, 1)[0] ?? '';

/** Past the response, and without waiting for the other side to hang up. */
function refuseUpgrade(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The body as text, or undefined when it is larger than a call may be. */
async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}
