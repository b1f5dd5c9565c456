// All open stream connections: upgrades come in here, trade updates and market data go out.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Schedule } from '#main/paper/clock.ts';
import type { StreamKind } from '#main/paper/faults/fault.ts';
import type { FrameFaults } from '#main/paper/faults/frame-faults.ts';
import type { UpgradeFaults } from '#main/paper/faults/request-faults.ts';
import type { TokenConnections } from '#main/paper/server/token-connections.ts';
import type { PlanLimits } from '#main/paper/plan.ts';
import {
  credentialsOf,
  type Authenticator,
  type Credentials,
} from '#main/paper/server/authenticator.ts';
import { codecFor, type Codec } from '#main/paper/streams/codec.ts';
import {
  createFrameSender,
  receiveMessages,
  type Receiver,
} from '#main/paper/streams/connection.ts';
import type { Listener } from '#main/paper/streams/data-publisher.ts';
import { createDataSession, type DataSession } from '#main/paper/streams/data-session.ts';
import { FEEDS, type Feed } from '#main/paper/streams/subscription.ts';
import { createTradeSession, type TradeSession } from '#main/paper/streams/trade-session.ts';
import type { Caller, TradeUpdate } from '#main/paper/types.ts';

/** A limit that is set here counts before the plan's. */
type StreamSettings = PlanLimits & {
  tradeFrames: 'binary' | 'text';
  /** A connection with more unsent bytes than this is dropped. */
  slowBytes: number;
};

type Deps = {
  authenticator: Authenticator;
  upgradeFaults: UpgradeFaults;
  frameFaults: FrameFaults;
  schedule: Schedule;
  plan(): PlanLimits;
  settings: StreamSettings;
  /** Notes what is held open with a token. */
  holdOpen: TokenConnections['hold'];
  log(message: string): void;
};

const AUTH_TIMEOUT_MS = 10_000;
/** Time for a last message to leave before the connection is dropped. */
const LAST_MESSAGE_MS = 500;
const MAX_FRAME_BYTES = 1_048_576;

export type StreamServer = ReturnType<typeof createStreamServer>;

export function createStreamServer(deps: Deps) {
  // no permessage-deflate: on loopback it costs more than it saves
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  let settings = deps.settings;
  const { open, owners, trade, data, openTrade, openData } = createConnections(
    deps,
    () => settings,
  );

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    if (await deps.upgradeFaults(request, socket)) return;
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

  return {
    attach(server: Server): void {
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
    publish(update: TradeUpdate): void {
      for (const session of trade.values()) session.offer(update);
    },
    /** Data connections that are authenticated. */
    listeners: (): Iterable<Listener> =>
      [...data.values()]
        .filter(({ session }) => session.isAuthenticated())
        .map(({ listener }) => listener),
    /** Ends connections without a close frame; answers how many. */
    cut(stream: StreamKind, accountId?: string): number {
      const ending = [...open[stream]].filter(
        (socket) => accountId === undefined || owners.get(socket) === accountId,
      );
      for (const socket of ending) socket.terminate();
      return ending.length;
    },
    counts: (): Record<StreamKind, number> => ({ trade: open.trade.size, data: open.data.size }),
    settings: () => settings,
    change(next: StreamSettings): void {
      settings = next;
    },
    stop(): void {
      for (const socket of [...open.trade, ...open.data]) socket.terminate();
      sockets.close();
    },
  };
}

/** Opens a session on each new socket and keeps those that are open, with their owners. */
function createConnections(deps: Deps, settings: () => StreamSettings) {
  const { frameFaults, schedule } = deps;
  const trade = new Map<WebSocket, TradeSession>();
  const data = new Map<WebSocket, { session: DataSession; listener: Listener }>();
  const open: Record<StreamKind, Set<WebSocket>> = { trade: new Set(), data: new Set() };
  /** Whose connection it is, once it has signed in. */
  const owners = new WeakMap<WebSocket, string>();
  const claims = new Set<string>();

  function senderFor(socket: WebSocket, stream: StreamKind, binary: boolean) {
    const filter = frameFaults.filter(stream, () => owners.get(socket));
    return createFrameSender(socket, { filter, binary, slowBytes: () => settings().slowBytes });
  }

  function openTrade(socket: WebSocket, request: IncomingMessage): void {
    const codec = codecFor(request.headers['content-type']);
    const isBinary = codec.name === 'msgpack' || settings().tradeFrames === 'binary';
    const sender = senderFor(socket, 'trade', isBinary);
    const session = createTradeSession({
      authenticate: (credentials) => authenticate(socket, credentials),
      send(message, event) {
        const frame = codec.encode(message);
        if (event === undefined) sender.reply(frame);
        else if (!sender.deliver(frame, event)) socket.terminate();
      },
    });
    trade.set(socket, session);
    listen(socket, 'trade', codec, { ...session, closed: () => trade.delete(socket) });
  }

  function openData(socket: WebSocket, request: IncomingMessage, feed: Feed): void {
    const codec = codecFor(request.headers['content-type']);
    const sender = senderFor(socket, 'data', codec.name === 'msgpack');
    const session = createDataSession({
      feed,
      authenticate: (credentials) => authenticate(socket, credentials),
      claim: (caller) => claim(feed, caller),
      limits: () => ({
        symbolLimit: settings().symbolLimit ?? deps.plan().symbolLimit,
        feeds: settings().feeds ?? deps.plan().feeds,
      }),
      send: (message) => sender.reply(codec.join([codec.encode(message)])),
      close: () => dismiss(socket),
    });
    const listener: Listener = {
      feed,
      codec,
      subscription: session.subscription,
      deliver(frame) {
        if (sender.deliver(frame)) return;
        session.refuse(407);
        session.end();
      },
    };
    data.set(socket, { session, listener });
    const cancelTimeout = schedule(session.timeOut, AUTH_TIMEOUT_MS);
    listen(socket, 'data', codec, {
      receive: session.receive,
      reject: () => session.refuse(400),
      closed() {
        cancelTimeout();
        session.end();
        data.delete(socket);
      },
    });
    session.open(credentialsOf(request.headers, true));
  }

  function authenticate(socket: WebSocket, credentials: Credentials): Caller | undefined {
    const caller = deps.authenticator.authenticate(credentials);
    if (!caller) return undefined;
    owners.set(socket, caller.accountId);
    const forget = deps.holdOpen(caller, () => {
      dismiss(socket);
      return true;
    });
    socket.once('close', forget);
    return caller;
  }

  function listen(socket: WebSocket, kind: StreamKind, codec: Codec, receiver: Receiver): void {
    open[kind].add(socket);
    const closed = () => {
      open[kind].delete(socket);
      receiver.closed();
    };
    receiveMessages(socket, codec, { ...receiver, closed }, deps.log);
  }

  function claim(feed: Feed, caller: Caller): (() => void) | undefined {
    const place = `${feed.path} ${caller.accountId}`;
    if (claims.has(place)) return undefined;
    claims.add(place);
    return () => claims.delete(place);
  }

  function dismiss(socket: WebSocket): void {
    socket.close(1008);
    schedule(() => socket.terminate(), LAST_MESSAGE_MS);
  }

  return { open, owners, trade, data, openTrade, openData };
}
