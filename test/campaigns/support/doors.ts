// The two ways into the desk, as a page uses them and as somebody who should not. An answer is what the page would get.
import { Agent, request, type RequestOptions } from 'node:http';
import { WebSocket } from 'ws';
import { CALL_CHANNEL, WATCH_CHANNEL, type WatchDelivery } from '#contract/bridge.ts';
import { invalid } from '#contract/failure.ts';
import type { Desk } from '#main/desk.ts';
import { createIpcTransport } from '#main/shell/electron/ipc.ts';
import { PROTOCOL_PREFIX, startWebServer } from '#main/shell/web/server.ts';
import { ipcMain, type IpcHandler } from '#test/campaigns/support/fake-electron.ts';

/** A socket is refused for these; the other ways to be wrong are wrong about a call alone. */
export const FORGED_WATCHES: ReadonlySet<string> = new Set([
  'no token',
  'a wrong token',
  'a foreign origin',
  'a foreign host',
]);

export type Watched = { id: number; feed: unknown; params: unknown };

export type Door = {
  name: string;
  /** Each way to be somebody else, by name. */
  forgeries: readonly string[];
  /** Undefined: the connection was ended without an answer, which only a message that is too large may meet. */
  call(name: unknown, input: unknown, forgery?: string): Promise<unknown>;
  /** Answers by id what came back first; an id without an answer is missing. */
  watch(watches: readonly Watched[], forgery?: string): Promise<Map<number, unknown>>;
  close(): Promise<void>;
};

const PATIENCE_MS = 20_000;
/** Nothing may come back for somebody else, so nothing is waited for longer. */
const REFUSED_PATIENCE_MS = 60;
const TOKEN = 'a1'.repeat(32);
const HOST = 'door.localhost';

type Spoiled = {
  headers?: Record<string, string | undefined>;
  options?: RequestOptions;
  body?: (text: string) => string;
};

export async function openWebDoor(desk: Pick<Desk, 'dispatch' | 'feeds'>): Promise<Door> {
  const server = await startWebServer({
    desk: { ...desk, navigate: () => undefined },
    pages: { read: async () => undefined },
    entry: { host: HOST, isToken: (given) => given === TOKEN, enter: () => undefined },
    port: 0,
    log: () => undefined,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const own = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    origin: `http://${HOST}:${server.port}`,
    host: `${HOST}:${server.port}`,
  };
  const spoiled: Record<string, Spoiled> = {
    'no token': { headers: { authorization: undefined } },
    'a wrong token': { headers: { authorization: `Bearer ${'b2'.repeat(32)}` } },
    'half a token': { headers: { authorization: `Bearer ${TOKEN.slice(0, 32)}` } },
    'a token and more': { headers: { authorization: `Bearer ${TOKEN} ${TOKEN}` } },
    'another scheme': { headers: { authorization: `Basic ${TOKEN}` } },
    'a foreign origin': { headers: { origin: 'https://evil.example' } },
    'an opaque origin': { headers: { origin: 'null' } },
    'another port': { headers: { origin: 'http://127.0.0.1:1' } },
    'a foreign host': { headers: { host: 'evil.example' } },
    'a host without a port': { headers: { host: HOST } },
    'a form': { headers: { 'content-type': 'text/plain' } },
    'a GET': { options: { method: 'GET' } },
    'half a message': { body: (text) => text.slice(0, text.length / 2) },
    'a list': { body: (text) => `[${text}]` },
    'a byte too many': { body: (text) => `${text}}` },
  };

  function call(name: unknown, input: unknown, forgery?: string): Promise<unknown> {
    const how = forgery === undefined ? {} : (spoiled[forgery] ?? {});
    const text = JSON.stringify({ name, input });
    const body = Buffer.from(how.body?.(text) ?? text);
    const headers = Object.fromEntries(
      Object.entries({ ...own, 'content-length': String(body.length), ...how.headers }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    return within(
      new Promise((resolve) => {
        const outgoing = request(
          {
            port: server.port,
            host: '127.0.0.1',
            path: '/call',
            method: 'POST',
            agent,
            headers,
            ...how.options,
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', () => resolve(undefined));
            response.on('end', () => {
              const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());
              const isFine = response.statusCode === 200 || !(answer as { ok: boolean }).ok;
              resolve(isFine ? answer : { status: response.statusCode, answer });
            });
          },
        );
        outgoing.on('error', () => resolve(undefined));
        outgoing.end(body);
      }),
    );
  }

  const open = (forgery?: string): Promise<WebSocket | undefined> =>
    new Promise((resolve) => {
      const how = forgery === undefined ? {} : (spoiled[forgery]?.headers ?? {});
      const token = (how['authorization'] ?? own.authorization).replace('Bearer ', '');
      const offered = forgery === 'no token' ? [] : [`${PROTOCOL_PREFIX}${token}`];
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/watch`, offered, {
        headers: { origin: how['origin'] ?? own.origin, host: how['host'] ?? own.host },
      });
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', () => resolve(undefined));
      socket.on('error', () => resolve(undefined));
    });

  return {
    name: 'web',
    forgeries: Object.keys(spoiled),
    call,
    async watch(watches, forgery) {
      const isForged = forgery !== undefined && FORGED_WATCHES.has(forgery);
      const socket = await open(isForged ? forgery : undefined);
      const heard = new Map<number, unknown>();
      if (!socket) return heard;
      // The socket takes 64 KiB at a time and is closed by more, so each that may be too large has its own.
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      await within(
        Promise.race([
          closed,
          new Promise<void>((resolve) => {
            socket.on('message', (data: Buffer) => {
              take(heard, JSON.parse(data.toString()) as WatchDelivery);
              if (watches.every(({ id }) => heard.has(id))) resolve();
            });
            for (const { id, feed, params } of watches)
              socket.send(JSON.stringify({ kind: 'watch', id, feed, params }));
          }),
        ]),
      );
      socket.close();
      return heard;
    },
    async close() {
      agent.destroy();
      await server.close();
    },
  };
}

type Frame = { url: string };
type Event = { sender: object; senderFrame: Frame | null };

export function openIpcDoor(desk: Pick<Desk, 'dispatch' | 'feeds'>): Door {
  const transport = createIpcTransport(desk, () => undefined, Promise.resolve());
  const sent: WatchDelivery[] = [];
  let wake = (): void => undefined;
  const contents = (url: string) => ({
    mainFrame: { url },
    isDestroyed: () => false,
    send(_channel: string, delivery: WatchDelivery) {
      sent.push(structuredClone(delivery));
      wake();
    },
    on: () => undefined,
    once: () => undefined,
  });
  const ours = contents('app://ballast/index.html');
  const stranger = contents('app://ballast/index.html');
  transport.admit(ours as never);
  const events: Record<string, () => Event> = {
    'a window nobody admitted': () => ({ sender: stranger, senderFrame: stranger.mainFrame }),
    'a frame within the page': () => ({ sender: ours, senderFrame: { url: ours.mainFrame.url } }),
    'no frame': () => ({ sender: ours, senderFrame: null }),
    'a frame of another window': () => ({ sender: ours, senderFrame: stranger.mainFrame }),
    'a page from elsewhere': () => ({
      sender: ours,
      senderFrame: { url: 'https://evil.example/' },
    }),
    'a page that went elsewhere': () => moved('https://evil.example/'),
    'an address like ours': () => moved('app://ballast.evil/'),
    'an address that begins like ours': () => moved('app://ballastx/index.html'),
    'an empty page': () => moved('about:blank'),
    'main’s own question': () => moved('app://ask/index.html'),
  };
  /** Our window, whose page has gone there. */
  function moved(url: string): Event {
    const frame = ours.mainFrame;
    frame.url = url;
    queueMicrotask(() => (frame.url = 'app://ballast/index.html'));
    return { sender: ours, senderFrame: frame };
  }
  const eventOf = (forgery?: string): Event =>
    (forgery === undefined ? undefined : events[forgery]?.()) ?? {
      sender: ours,
      senderFrame: ours.mainFrame,
    };

  const invoke = ipcMain.handlers.get(CALL_CHANNEL) as IpcHandler;
  const say = ipcMain.listeners.get(WATCH_CHANNEL) as IpcHandler;

  return {
    name: 'ipc',
    forgeries: Object.keys(events),
    async call(name, input, forgery) {
      const copied = copyOf([name, input]);
      if (!copied) return invalid('This cannot be copied to main.');
      const [ownName, ownInput] = copied;
      // What comes back is copied too: an answer that cannot be is a mistake, and throws here.
      return structuredClone(
        await within(Promise.resolve(invoke(eventOf(forgery), ownName, ownInput))),
      );
    },
    async watch(watches, forgery) {
      const heard = new Map<number, unknown>();
      sent.length = 0;
      const isDone = (): boolean => watches.every(({ id }) => heard.has(id));
      const done = new Promise<void>((resolve) => {
        wake = () => {
          for (const delivery of sent.splice(0)) take(heard, delivery);
          if (isDone()) resolve();
        };
      });
      for (const { id, feed, params } of watches)
        say(
          eventOf(forgery),
          structuredClone({ kind: 'watch', id, feed, params: copyOf([params])?.[0] }),
        );
      await within(done, forgery === undefined ? PATIENCE_MS : REFUSED_PATIENCE_MS);
      for (const { id } of watches) say(eventOf(), { kind: 'unwatch', id });
      return heard;
    },
    close: async () => undefined,
  };
}

/** What Electron makes of a message on its way; undefined where it would throw in the page, as for what is too deep. */
function copyOf<T extends unknown[]>(message: T): T | undefined {
  try {
    return structuredClone(message);
  } catch {
    return undefined;
  }
}

function take(heard: Map<number, unknown>, delivery: WatchDelivery): void {
  for (const { id, event } of delivery) if (!heard.has(id)) heard.set(id, event);
}

async function within<T>(work: Promise<T>, ms = PATIENCE_MS): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
