// The way out of one connection. Frames pass the stream faults; a reader that falls too far behind is dropped, because
// a bounded memory is worth more than a client that cannot keep up.
import type { WebSocket } from 'ws';
import type { Frame, FrameGate } from '#main/paper/faults/frame-faults.ts';

export type Outlet = {
  /** Control replies: faults do not touch them. */
  reply(frame: Frame): void;
  /** Events. False when the reader was found too slow. */
  deliver(frame: Frame, event?: string): boolean;
};

type Options = { gate: FrameGate; binary: boolean; slowBytes(): number };

export function createOutlet(socket: WebSocket, { gate, binary, slowBytes }: Options): Outlet {
  const send = (frame: Frame) => {
    if (socket.readyState === socket.OPEN) socket.send(frame, { binary });
  };
  return {
    reply: send,
    deliver(frame, event) {
      if (socket.bufferedAmount > slowBytes()) return false;
      const frames = gate.pass(frame, event);
      if (frames === 'cut') socket.terminate();
      else for (const passed of frames) send(passed);
      return true;
    },
  };
}
