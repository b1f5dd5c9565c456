// The edge to the `ws` library: the only place that knows it.
import { WebSocket } from 'ws';
import { connectionReason } from '#main/broker/http/connection-reason.ts';
import { createPinnedAgent, type Dial } from '#main/broker/http/pinned-agent.ts';

export type Frame = string | Uint8Array;

/** A socket attempt. Each callback may come late; the link decides by generation whether it still cares. */
export type SocketEvents = {
  onOpen(): unknown;
  onFrame(frame: Frame): unknown;
  onPong(): unknown;
  /** `isEnded`: the other side ended it, and all that it had sent before was heard; otherwise nobody knows. */
  onClose(reason: string, isEnded?: boolean): unknown;
};

export type Socket = { send(frame: Frame): void; ping(): void; terminate(): void };

export type OpenSocket = (
  url: string,
  headers: Readonly<Record<string, string>>,
  events: SocketEvents,
) => Socket;

/** The prices of every symbol there is, at once. What is longer ends the connection. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;

export const openWebSocket: OpenSocket = createOpenSocket();

/** `dial` is another way to the same host than the system's sockets. */
export function createOpenSocket(dial?: Dial): OpenSocket {
  return (url, headers, events) => open(url, headers, events, dial);
}

function open(
  url: string,
  headers: Readonly<Record<string, string>>,
  events: SocketEvents,
  dial: Dial | undefined,
): Socket {
  const socket = new WebSocket(url, {
    headers,
    agent: createPinnedAgent(new URL(url), { keepAlive: false, dial }),
    followRedirects: false,
    handshakeTimeout: 10_000,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  let reason = 'the connection closed';
  let hasEnded = false;
  socket.on('open', () => events.onOpen());
  socket.on('message', (data: Buffer, isBinary) =>
    events.onFrame(isBinary ? data : data.toString('utf8')),
  );
  socket.on('pong', () => events.onPong());
  socket.on('error', (error) => (reason = connectionReason(error)));
  // The library does not say how a connection that was up came to its end.
  socket.on('upgrade', (response) => response.socket.once('end', () => (hasEnded = true)));
  socket.on('close', (code) =>
    code === 1006 ? events.onClose(reason, hasEnded) : events.onClose(`closed with ${code}`, true),
  );
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    terminate: () => socket.terminate(),
  };
}
