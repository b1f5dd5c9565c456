// A network inside the process. Bytes travel between two ends that look like sockets, each part after a short wait that
// the seed decides, in order within a connection and in any order between connections. No kernel has a say.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Dial } from '#main/broker/http/pinned-agent.ts';
import type { VirtualTime } from '#test/faults/simulation/virtual-time.ts';

export type MemoryWire = {
  /** The network as one machine sees it, until its plug is pulled. */
  plugIn(): { dial: Dial; unplug(): void };
  /** For this long nothing connects, and what was connected is reset. */
  breakDown(ms: number): void;
  isDown(): boolean;
  /** The end of the world: whatever is still connected lets go of what it holds. */
  takeDown(): void;
};

export type WireDeps = {
  time: VirtualTime;
  random: () => number;
  server: Server;
  /** Every part that arrives, in order: the heart of what a second run must repeat. */
  onArrival: (connection: number, from: 'desk' | 'broker', bytes: Buffer) => void;
  /** A seam for tests that break the network on purpose: what arrives instead of this part. */
  tamper?: ((bytes: Buffer) => Buffer[]) | undefined;
};

const SHORTEST_MS = 0.2;
const LONGEST_MS = 4;
const LEAST_MS = 0.001;

export function createMemoryWire(deps: WireDeps): MemoryWire {
  const { time, random, server } = deps;
  const open = new Set<MemorySocket>();
  const ends = new Set<MemorySocket>();
  let connections = 0;
  let downUntil = -1;

  const isDown = () => time.now() < downUntil;
  const travelMs = () => SHORTEST_MS + random() ** 3 * (LONGEST_MS - SHORTEST_MS);

  function connect(isPlugged: () => boolean): MemorySocket {
    const number = ++connections;
    const here = new MemorySocket(time, travelMs, false);
    const there = new MemorySocket(time, travelMs, true);
    for (const end of [here, there]) {
      ends.add(end);
      end.once('close', () => ends.delete(end));
    }
    here.meet(there, (bytes) => {
      deps.onArrival(number, 'desk', bytes);
      return deps.tamper?.(bytes) ?? [bytes];
    });
    there.meet(here, (bytes) => {
      deps.onArrival(number, 'broker', bytes);
      return [bytes];
    });
    time.delay(travelMs(), () => {
      if (here.destroyed) return;
      if (!isPlugged() || isDown()) {
        here.destroy(errorOf('ECONNREFUSED', 'connect ECONNREFUSED'));
        return;
      }
      open.add(here);
      here.once('close', () => open.delete(here));
      server.emit('connection', there);
      here.connecting = false;
      here.emit('connect');
    });
    return here;
  }

  return {
    isDown,
    plugIn() {
      const own = new Set<MemorySocket>();
      let isPlugged = true;
      return {
        dial() {
          const socket = connect(() => isPlugged);
          own.add(socket);
          socket.once('close', () => own.delete(socket));
          return socket as unknown as Socket;
        },
        unplug() {
          isPlugged = false;
          for (const socket of own) socket.sever();
        },
      };
    },
    breakDown(ms) {
      downUntil = time.now() + ms;
      for (const socket of open) socket.sever();
    },
    takeDown() {
      for (const end of ends) end.destroy();
    },
  };
}

/** As much of a socket as HTTP and WebSocket ask for; its idle time is counted in virtual time. */
class MemorySocket extends Duplex {
  connecting = true;
  timeout = 0;
  readonly remoteAddress = '127.0.0.1';
  #time: VirtualTime;
  #travelMs: () => number;
  #peer: MemorySocket | undefined;
  #arriving: (bytes: Buffer) => Buffer[] = (bytes) => [bytes];
  #lastArrival = 0;
  #isReset = false;
  #hasHeardEnd = false;
  #idleSince = 0;
  #isWatched = false;

  constructor(time: VirtualTime, travelMs: () => number, isServer: boolean) {
    super({ allowHalfOpen: isServer });
    this.#time = time;
    this.#travelMs = travelMs;
  }

  meet(peer: MemorySocket, arriving: (bytes: Buffer) => Buffer[]): void {
    this.#peer = peer;
    this.#arriving = arriving;
  }

  override _read(): void {
    // What has arrived is pushed; there is nothing to fetch.
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send([bytes]);
    done();
  }

  override _writev(
    parts: { chunk: Buffer; encoding: string }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#send(parts.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#travel((peer) => peer.#hearEnd());
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const isReset = this.#isReset;
    this.#travel((peer) => {
      if (isReset) peer.destroy(errorOf('ECONNRESET', 'read ECONNRESET'));
      else peer.#hearEnd();
    });
    done(error);
  }

  #hearEnd(): void {
    if (!this.#hasHeardEnd) this.push(null);
    this.#hasHeardEnd = true;
  }

  #send(parts: Buffer[]): void {
    this.#idleSince = this.#time.now();
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    this.#travel((peer) => {
      peer.#idleSince = this.#time.now();
      for (const part of this.#arriving(bytes)) peer.push(part);
    });
  }

  /** In order: a part never overtakes the one before it. What comes to an end that is gone is answered with a reset. */
  #travel(arrive: (peer: MemorySocket) => void): void {
    const peer = this.#peer;
    if (!peer) return;
    this.#lastArrival = Math.max(this.#lastArrival, this.#time.now() + this.#travelMs());
    this.#time.delay(this.#lastArrival - this.#time.now(), () => {
      if (!peer.destroyed) arrive(peer);
      else if (!this.destroyed) this.destroy(errorOf('ECONNRESET', 'write ECONNRESET'));
    });
  }

  /** The line is cut in the middle: both ends notice, and nothing that was under way arrives. */
  sever(): void {
    const peer = this.#peer;
    this.destroy(errorOf('ECONNRESET', 'read ECONNRESET'));
    // Before the connection stands nobody is at the other end.
    if (this.connecting) peer?.destroy();
    else peer?.destroy(errorOf('ECONNRESET', 'read ECONNRESET'));
  }

  resetAndDestroy(): this {
    this.#isReset = true;
    return this.destroy();
  }

  setTimeout(ms: number, onTimeout?: () => void): this {
    this.timeout = ms;
    this.#idleSince = this.#time.now();
    if (onTimeout) {
      if (ms === 0) this.removeListener('timeout', onTimeout);
      else this.once('timeout', onTimeout);
    }
    this.#watch();
    return this;
  }

  /** One timer at a time, however often the limit is set: it looks again when it is due. */
  #watch(): void {
    if (this.#isWatched || this.timeout === 0 || this.destroyed) return;
    this.#isWatched = true;
    // What is left may be less than the time of day can be told apart by: then it would be due for ever, and never come.
    const leftMs = Math.max(LEAST_MS, this.#idleSince + this.timeout - this.#time.now());
    this.#time.delay(leftMs, () => {
      this.#isWatched = false;
      if (this.destroyed || this.timeout === 0) return;
      if (this.#time.now() - this.#idleSince >= this.timeout) this.emit('timeout');
      else this.#watch();
    });
  }

  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

const errorOf = (code: string, message: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code });
