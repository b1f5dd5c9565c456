// What stands between the desk and the broker: bytes go through it one connection for one, and while faults are on it
// spoils exchanges and streams. It knows where a message begins and ends, and else nothing of what it carries.
import { createServer, connect, type Server, type Socket } from 'node:net';
import { deliver, spoil, write, type Exchange, type Passed } from '#test/second-proof/exchange.ts';
import {
  drawHttpFault,
  drawPipeFault,
  surfaceOf,
  type HttpFault,
  type Surface,
} from '#test/second-proof/fault-kinds.ts';
import {
  bodyOf,
  createMessageReader,
  type Found,
  type Frame,
  type Message,
} from '#test/second-proof/framing.ts';
import { createPipe, type Pipe } from '#test/second-proof/pipe.ts';
import type { Prng } from '#test/second-proof/prng.ts';

/** How new connections are met. */
export type Way = 'open' | 'refuse' | 'reset' | 'swallow';

/** What the proxy saw pass, as the broker said it: never what it made of it. */
export type Tap = {
  answer(method: string, path: string, status: number, body: string): void;
  frame(payload: Buffer): void;
};

/** Changes an exchange on purpose, so that the auditor can be seen to notice. */
export type Sabotage = (
  request: Message,
  forward: Exchange['forward'],
) => Promise<Found | undefined>;

type Deps = {
  /** Only these kinds, to look at one more closely. */
  only: readonly string[] | undefined;
  port: number;
  brokerPort: number;
  trap: string;
  prng: Prng;
  tap: Tap;
};

export function createProxy({ only, port, brokerPort, trap, prng, tap }: Deps) {
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const pipes = new Set<Pipe>();
  const log: string[] = [];
  const misled = new Set<string>();
  const askedToWait: number[] = [];
  let server: Server | undefined;
  let boundPort = port;
  let factor = 0;
  let way: Way = 'open';
  let sabotage: Sabotage | undefined;
  let isHushed = false;
  let earlier: Passed[] = [];
  let unseen: Passed[] = [];

  const note = (text: string): void => {
    log.push(`${new Date().toISOString()} ${text}`);
    if (log.length > 20_000) log.splice(0, 5_000);
  };
  const strike = (kind: string, surface: Surface, detail = ''): void => {
    const name = `${kind}@${surface}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    note(`${name} ${detail}`);
  };

  const serve = (client: Socket): void => {
    sockets.add(client);
    client.setNoDelay(true);
    const requests = createMessageReader('request');
    let link: ReturnType<typeof createLink> | undefined;
    let pipe: Pipe | undefined;
    let previous: Passed | undefined;
    let isBusy = false;
    let isOver = false;
    const close = (): void => {
      isOver = true;
      sockets.delete(client);
      link?.end();
      client.destroy();
    };
    client.on('error', () => {});
    client.on('close', () => {
      if (pipe) pipes.delete(pipe);
      close();
    });
    if (way === 'reset') return void client.resetAndDestroy();

    const handle = async (request: Message): Promise<void> => {
      const [method = '', path = ''] = request.head.startLine.split(' ');
      const surface = surfaceOf(method, path, request.head.headers.has('upgrade'));
      link ??= createLink(brokerPort);
      const own = link;
      let lastAnswer: Found | undefined;
      const forward = async (bytes = request.bytes): Promise<Found | undefined> => {
        const answer = await own.exchange(bytes);
        const head = answer?.message.head;
        note(
          `${method} ${path} ${head?.status ?? 'no answer'} ${head?.headers.get('x-request-id') ?? ''}`,
        );
        lastAnswer = answer;
        if (answer) tell(tap, method, path, answer);
        return answer;
      };
      const stale = earlier.filter((each) => each !== previous);
      const has = {
        previous: previous !== undefined,
        earlier: stale.length > 0,
        unseen: unseen.length > 0,
      };
      const kind: HttpFault | undefined = drawHttpFault(prng, surface, factor, { ...has, only });
      const exchange: Exchange = {
        request,
        client,
        forward,
        push: (bytes) => own.push(bytes),
        halfCloseBroker: () => own.halfClose(),
        previous,
        earlier: has.earlier ? prng.pick(stale) : undefined,
        unseen: has.unseen ? prng.pick(unseen) : undefined,
        trap,
        prng,
        strike: (detail) => {
          const id = /"client_order_id":"([^"]+)"/.exec(bodyOf(request))?.[1] ?? '';
          if (kind?.startsWith('stale')) misled.add(id);
          if (kind === 'retry-after') askedToWait.push(Date.now());
          strike(kind ?? '', surface, `${method} ${path} ${id} ${detail ?? ''}`);
        },
      };
      const ended = kind
        ? await spoil(kind, exchange)
        : await deliver(exchange, await (sabotage ? sabotage(request, forward) : forward()));
      const isLost = kind?.endsWith('-after') === true && lastAnswer?.kind === 'message';
      if (isLost && lastAnswer)
        unseen = [{ line: request.head.startLine, message: lastAnswer.message }, ...unseen].slice(
          0,
          6,
        );
      if (ended.after === 'end') return close();
      if (ended.after === 'left') {
        isOver = true;
        return undefined;
      }
      if (ended.answer?.kind === 'stream') {
        openPipe(own, surface, ended.answer);
        return undefined;
      }
      const given = ended.answer?.message;
      previous = given && { line: request.head.startLine, message: given };
      if (previous && !kind && !client.destroyed) earlier = [previous, ...earlier].slice(0, 12);
      return undefined;
    };

    const openPipe = (own: ReturnType<typeof createLink>, surface: Surface, head: Found): void => {
      const made = createPipe({
        client,
        broker: own.socket(),
        isFramed: head.message.head.status === 101,
        onFrame: ({ payload }: Frame) => tap.frame(payload),
        strike: (kind) => strike(kind, surface),
      });
      pipe = made;
      pipes.add(made);
      own.intoPipe((part) => void (isHushed || made.fromBroker(part)));
      const rest = requests.rest();
      if (rest.length > 0) made.fromDesk(rest);
    };

    const goOn = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      for (;;) {
        const found = isOver || pipe ? undefined : requests.next(false);
        if (!found) break;
        await handle(found.message);
      }
      isBusy = false;
    };
    client.on('data', (part: Buffer) => {
      if (isOver || isHushed || way === 'swallow') return;
      if (pipe) pipe.fromDesk(part);
      else {
        requests.push(part);
        void goOn();
      }
    });
  };

  const listen = (): Promise<void> =>
    new Promise((done, failed) => {
      const made = createServer({ allowHalfOpen: true }, serve);
      made.once('error', failed);
      made.listen(boundPort, '127.0.0.1', () => {
        const address = made.address();
        if (address !== null && typeof address === 'object') boundPort = address.port;
        server = made;
        done();
      });
    });

  return {
    listen,
    port: () => boundPort,
    counts,
    log,
    /** When the desk was asked to wait, for however long. */
    askedToWait,
    /** Whether an order was answered with what belonged to another request, which no desk can tell. */
    wasMisled: (clientOrderId: string): boolean => misled.has(clientOrderId),
    strike: (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1),
    /** From 0, which spoils nothing. */
    setFaults(next: number) {
      factor = next;
    },
    sabotage(next: Sabotage | undefined) {
      sabotage = next;
    },
    /** One stream that runs now is spoiled. */
    spoilPipe() {
      const all = [...pipes];
      if (all.length === 0) return;
      prng.pick(all).fault(drawPipeFault(prng, true), prng.between(300, 5_000));
    },
    /** All streams that run now tell nothing any more, and their pings are answered. */
    muteAll(forMs: number) {
      for (const pipe of pipes) pipe.fault('pipe-mute', forMs);
    },
    /** New connections are met in this way; `isEnding` ends those that are open. */
    async meet(next: Way, isEnding: boolean) {
      way = next;
      if (next === 'refuse') {
        server?.close();
        server = undefined;
      } else if (!server) await listen();
      if (isEnding) for (const socket of sockets) socket.resetAndDestroy();
    },
    /** Nothing goes through in either direction, and no connection ends. */
    hush(next: boolean) {
      isHushed = next;
    },
    stop() {
      server?.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export type Proxy = ReturnType<typeof createProxy>;

function tell(tap: Tap, method: string, path: string, { kind, message }: Found): void {
  if (kind === 'message' && !message.head.headers.has('content-encoding'))
    tap.answer(method, path, message.head.status, bodyOf(message));
}

/** The broker's side of one connection, opened with the first byte that goes there. */
function createLink(brokerPort: number) {
  const answers = createMessageReader('response');
  let socket: Socket | undefined;
  let settle: ((found: Found | undefined) => void) | undefined;
  let toPipe: ((part: Buffer) => void) | undefined;
  const look = (): void => {
    if (!settle) return;
    const found = answers.next(false);
    if (!found) return;
    const done = settle;
    settle = undefined;
    done(found);
  };
  const open = (): Socket => {
    if (socket) return socket;
    const made = connect({ port: brokerPort, host: '127.0.0.1', allowHalfOpen: true });
    made.setNoDelay(true);
    made.on('data', (part: Buffer) => {
      if (toPipe) toPipe(part);
      else {
        answers.push(part);
        look();
      }
    });
    const over = (): void => {
      settle?.(undefined);
      settle = undefined;
      closed?.();
    };
    made.on('error', over);
    made.on('end', over);
    made.on('close', over);
    socket = made;
    return made;
  };
  let closed: (() => void) | undefined;
  return {
    socket: open,
    exchange: (bytes: Buffer): Promise<Found | undefined> =>
      new Promise((done) => {
        const to = open();
        if (to.destroyed) return done(undefined);
        settle = done;
        void write(to, bytes);
        return look();
      }),
    push: (bytes: Buffer) => write(open(), bytes),
    halfClose: () => void open().end(),
    intoPipe(take: (part: Buffer) => void) {
      toPipe = take;
      const from = open();
      closed = () => from.destroy();
      const rest = answers.rest();
      if (rest.length > 0) take(rest);
    },
    end: () => socket?.destroy(),
  };
}
