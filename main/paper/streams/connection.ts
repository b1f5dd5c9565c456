// One stream connection: frames go out through the stream faults, messages come in decoded. A reader that falls too far
// behind is dropped, because a bounded memory is worth more than a client that cannot keep up.
import type { RawData, WebSocket } from 'ws';
import type { Frame, FrameFilter } from '#main/paper/faults/frame-faults.ts';
import type { Codec } from '#main/paper/streams/codec.ts';

type Options = { filter: FrameFilter; binary: boolean; slowBytes(): number };

export function createFrameSender(socket: WebSocket, { filter, binary, slowBytes }: Options) {
  const reply = (frame: Frame): void => {
    if (socket.readyState === socket.OPEN) socket.send(frame, { binary });
  };
  return {
    /** Control replies: faults do not touch them. */
    reply,
    /** Events. False when the reader was found too slow. */
    deliver(frame: Frame, event?: string): boolean {
      if (socket.bufferedAmount > slowBytes()) return false;
      const frames = filter(frame, event);
      if (frames === 'cut') socket.terminate();
      else for (const passed of frames) reply(passed);
      return true;
    },
  };
}

export type Receiver = {
  receive(message: unknown): void;
  /** Told that the frame could not be decoded. */
  reject(): void;
  closed(): void;
};

export function receiveMessages(
  socket: WebSocket,
  codec: Codec,
  { receive, reject, closed }: Receiver,
  log: (message: string) => void,
): void {
  socket.on('message', (raw, isBinary) => {
    try {
      const message = decode(raw, isBinary, codec);
      if (message === undefined) reject();
      else receive(message);
    } catch (error) {
      log(`a message of a stream failed: ${String(error)}`);
      socket.terminate();
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', closed);
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
