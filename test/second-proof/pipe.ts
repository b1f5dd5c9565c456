// A connection that no longer has requests and answers: a WebSocket after its upgrade, or a stream of events.
import type { Socket } from 'node:net';
import { drops, write } from '#test/second-proof/exchange.ts';
import type { PipeFault } from '#test/second-proof/fault-kinds.ts';
import { createFrameReader, type Frame } from '#test/second-proof/framing.ts';
import { wait } from '#test/second-proof/http.ts';

type Deps = {
  client: Socket;
  broker: Socket;
  isFramed: boolean;
  onFrame(frame: Frame): void;
  /** What happened, once it did. */
  strike(kind: PipeFault): void;
};

export type Pipe = {
  fault(kind: PipeFault, lastsMs: number): void;
  fromDesk(part: Buffer): void;
  fromBroker(part: Buffer): void;
  end(how: 'cut' | 'reset'): void;
};

const DATA_FRAMES = new Set([1, 2]);

export function createPipe({ client, broker, isFramed, onFrame, strike }: Deps): Pipe {
  const reader = createFrameReader();
  let active: PipeFault | undefined;
  let hasStruck = false;
  let last: Frame | undefined;
  let tail = Promise.resolve();

  const end = (how: 'cut' | 'reset'): void => {
    if (how === 'cut') client.destroy();
    else client.resetAndDestroy();
    broker.destroy();
  };
  /** However many parts it has struck, it happened once. */
  const struck = (kind: PipeFault): void => {
    if (!hasStruck) strike(kind);
    hasStruck = true;
  };
  const over = (kind: PipeFault): void => {
    active = undefined;
    struck(kind);
  };

  /** Bytes go out in their order, whatever waits between them. */
  const send = (bytes: Buffer, isDripped: boolean): void => {
    tail = tail.then(async () => {
      for (const part of isDripped ? drops(bytes) : [bytes]) {
        await write(client, part);
        if (isDripped) await wait(1);
      }
    });
  };

  const sendFrame = (frame: Frame): void => {
    onFrame(frame);
    const isData = DATA_FRAMES.has(frame.opcode);
    const earlier = last;
    if (isData) last = frame;
    if (active === 'pipe-mute' && isData) return struck('pipe-mute');
    if (active === 'pipe-cut-mid-frame' && isData) {
      send(frame.bytes.subarray(0, Math.ceil(frame.bytes.length / 2)), false);
      over('pipe-cut-mid-frame');
      void tail.then(() => end('cut'));
      return undefined;
    }
    if (active === 'pipe-drip' && isData) struck('pipe-drip');
    send(frame.bytes, active === 'pipe-drip');
    if (active === 'pipe-duplicate' && isData) {
      over('pipe-duplicate');
      send(frame.bytes, false);
    }
    if (active === 'pipe-stale' && isData && earlier) {
      over('pipe-stale');
      send(earlier.bytes, false);
    }
    return undefined;
  };

  return {
    fault(kind, lastsMs) {
      if (client.destroyed) return;
      if (kind === 'pipe-cut' || kind === 'pipe-reset') {
        end(kind === 'pipe-cut' ? 'cut' : 'reset');
        strike(kind);
        return;
      }
      if (kind === 'pipe-half-close') {
        client.end();
        strike(kind);
        void wait(lastsMs).then(() => end('cut'));
        return;
      }
      active = kind;
      hasStruck = false;
      void wait(lastsMs).then(() => {
        if (active !== kind) return;
        active = undefined;
        // Half a frame may be missing after a silence: the connection is of no use any more. A mute one goes on, and what
        // was not told on it is told by nobody.
        if (kind === 'pipe-silence') end('reset');
      });
    },
    fromDesk(part) {
      if (active === 'pipe-silence') struck('pipe-silence');
      else if (!broker.destroyed) broker.write(part);
    },
    fromBroker(part) {
      if (active === 'pipe-silence') {
        struck('pipe-silence');
        if (isFramed) for (const frame of reader.push(part)) onFrame(frame);
        return;
      }
      if (isFramed) for (const frame of reader.push(part)) sendFrame(frame);
      else {
        if (active === 'pipe-drip') struck('pipe-drip');
        send(part, active === 'pipe-drip');
      }
    },
    end,
  };
}
