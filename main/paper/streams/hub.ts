// All open stream connections: upgrades come in here, trade updates and market data go out.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { StreamKind } from '#main/paper/faults/fault.ts';
import type { FrameFaults } from '#main/paper/faults/frame-faults.ts';
import type { UpgradeFaults } from '#main/paper/faults/upgrade-faults.ts';
import type { Schedule } from '#main/paper/clock.ts';
import type { Caller, TradeUpdate } from '#main/paper/parts.ts';
import { credentialsOf, type Credentials, type Door } from '#main/paper/server/door.ts';
import { FEEDS, type Feed } from '#main/paper/streams/channels.ts';
import { codecFor, type Codec } from '#main/paper/streams/codec.ts';
import {
  createDataSession,
  type DataSession,
  type StreamLimits,
} from '#main/paper/streams/data-session.ts';
import { createOutlet } from '#main/paper/streams/outlet.ts';
import type { Listener } from '#main/paper/streams/pump.ts';
import { createTradeSession, type TradeSession } from '#main/paper/streams/trade-session.ts';

export type StreamSettings = StreamLimits & {
  tradeFrames: 'binary' | 'text';
  /** A connection with more unsent bytes than this is dropped. */
  slowBytes: number;
};

export type StreamHub = {
  attach(server: Server): void;
  publish(update: TradeUpdate): void;
  /** Data connections that are authenticated. */
  listeners(): Iterable<Listener>;
  /** Ends connections without a close frame; answers how many. */
  cut(stream: StreamKind, accountId?: string): number;
  counts(): Record<StreamKind, number>;
  settings(): StreamSettings;
  change(settings: StreamSettings): void;
  stop(): void;
};

type Deps = {
  door: Door;
  upgradeFaults: UpgradeFaults;
  frameFaults: FrameFaults;
  schedule: Schedule;
  settings: StreamSettings;
  log(message: string): void;
};

const AUTH_TIMEOUT_MS = 10_000;
/** Time for a last message to leave before the connection is dropped. */
const PARTING_MS = 500;
const MAX_FRAME_BYTES = 1_048_576;

export function createStreamHub(deps: Deps): StreamHub {
  const { door, frameFaults, schedule } = deps;
  // no permessage-deflate: on loopback it costs more than it saves
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  const trade = new Map<WebSocket, TradeSession>();
  const data = new Map<WebSocket, { session: DataSession; listener: Listener }>();
  const open: Record<StreamKind, Set<WebSocket>> = { trade: new Set(), data: new Set() };
  /** Whose connection it is, once it has signed in. */
  const owners = new WeakMap<WebSocket, string>();
  const claims = new Set<string>();
  let settings = deps.settings;
  const slowBytes = () => settings.slowBytes;

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    if (await deps.upgradeFaults.meet(request, socket)) return;
    const path = (request.url ?? '').split('?', 1)[0];
    const feed = FEEDS.find((candidate) => candidate.path === path);
    if (path !== '/stream' && !feed) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (connection) => {
      if (feed) openData(connection, request, feed);
      else openTrade(connection, request);
    });
  }

  function openTrade(socket: WebSocket, request: IncomingMessage): void {
    const codec = codecFor(request.headers['content-type']);
    const binary = codec.name === 'msgpack' || settings.tradeFrames === 'binary';
    const gate = frameFaults.gate('trade', () => owners.get(socket));
    const outlet = createOutlet(socket, { gate, binary, slowBytes });
    const session = createTradeSession({
      enter: (credentials) => enter(socket, credentials),
      send(message, event) {
        const frame = codec.encode(message);
        if (event === undefined) outlet.reply(frame);
        else if (!outlet.deliver(frame, event)) socket.terminate();
      },
    });
    trade.set(socket, session);
    listen(socket, 'trade', codec, session.receive, session.reject, () => trade.delete(socket));
  }

  function openData(socket: WebSocket, request: IncomingMessage, feed: Feed): void {
    const codec = codecFor(request.headers['content-type']);
    const binary = codec.name === 'msgpack';
    const gate = frameFaults.gate('data', () => owners.get(socket));
    const outlet = createOutlet(socket, { gate, binary, slowBytes });
    const session = createDataSession({
      feed,
      enter: (credentials) => enter(socket, credentials),
      claim: (caller) => claim(feed, caller),
      limits: () => settings,
      send: (message) => outlet.reply(codec.join([codec.encode(message)])),
      close: () => dismiss(socket),
    });
    const listener: Listener = {
      feed,
      codec,
      subscription: session.subscription,
      deliver(frame) {
        if (outlet.deliver(frame)) return;
        session.refuse(407);
        session.end();
      },
    };
    data.set(socket, { session, listener });
    const cancelTimeout = schedule(session.timeOut, AUTH_TIMEOUT_MS);
    listen(
      socket,
      'data',
      codec,
      session.receive,
      () => session.refuse(400),
      () => {
        cancelTimeout();
        session.end();
        data.delete(socket);
      },
    );
    session.open(credentialsOf(request.headers, true));
  }

  function enter(socket: WebSocket, credentials: Credentials): Caller | undefined {
    const caller = door.enter(credentials);
    if (caller) owners.set(socket, caller.accountId);
    return caller;
  }

  function listen(
    socket: WebSocket,
    kind: StreamKind,
    codec: Codec,
    receive: (message: unknown) => void,
    reject: () => void,
    closed: () => void,
  ): void {
    open[kind].add(socket);
    socket.on('message', (raw, isBinary) => {
      try {
        const message = decode(raw, isBinary, codec);
        if (message === undefined) reject();
        else receive(message);
      } catch (error) {
        deps.log(`a message of a stream failed: ${String(error)}`);
        socket.terminate();
      }
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      open[kind].delete(socket);
      closed();
    });
  }

  function claim(feed: Feed, caller: Caller): (() => void) | undefined {
    const place = `${feed.path} ${caller.accountId}`;
    if (claims.has(place)) return undefined;
    claims.add(place);
    return () => claims.delete(place);
  }

  function dismiss(socket: WebSocket): void {
    socket.close(1008);
    schedule(() => socket.terminate(), PARTING_MS);
  }

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        upgrade(request, socket, head).catch((error: unknown) => {
          deps.log(`an upgrade failed: ${String(error)}`);
          socket.destroy();
        });
      });
      // Before that, an error is the answer to whoever asked it to listen.
      server.once('listening', () =>
        server.on('error', (error) =>
          deps.log(`a connection could not be accepted: ${error.message}`),
        ),
      );
    },
    publish(update) {
      for (const session of trade.values()) session.offer(update);
    },
    listeners: () =>
      [...data.values()]
        .filter(({ session }) => session.isAuthenticated())
        .map(({ listener }) => listener),
    cut(stream, accountId) {
      const ending = [...open[stream]].filter(
        (socket) => accountId === undefined || owners.get(socket) === accountId,
      );
      for (const socket of ending) socket.terminate();
      return ending.length;
    },
    counts: () => ({ trade: open.trade.size, data: open.data.size }),
    settings: () => settings,
    change(next) {
      settings = next;
    },
    stop() {
      for (const socket of [...open.trade, ...open.data]) socket.terminate();
      sockets.close();
    },
  };
}

/** Text is JSON whatever the codec; undefined when the bytes say nothing. */
function decode(raw: RawData, isBinary: boolean, codec: Codec): unknown {
  const bytes = Array.isArray(raw) ? Buffer.concat(raw) : Buffer.from(raw as Buffer);
  try {
    return isBinary ? codec.decode(bytes) : (JSON.parse(bytes.toString('utf8')) as unknown);
  } catch {
    return undefined;
  }
}
