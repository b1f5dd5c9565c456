import type { Frame, OpenSocket, SocketEvents } from '#main/broker/streams/socket.ts';

export type FakeSocket = {
  url: string;
  sent: Frame[];
  pings: number;
  isTerminated: boolean;
  events: SocketEvents;
};

/** Sockets that a test opens, feeds and cuts by hand. */
export function createFakeSockets(): {
  open: OpenSocket;
  sockets: FakeSocket[];
  last(): FakeSocket;
} {
  const sockets: FakeSocket[] = [];
  return {
    sockets,
    last() {
      const socket = sockets.at(-1);
      if (!socket) throw new Error('no socket was opened');
      return socket;
    },
    open(url, _headers, events) {
      const socket: FakeSocket = { url, sent: [], pings: 0, isTerminated: false, events };
      sockets.push(socket);
      return {
        send: (frame) => socket.sent.push(frame),
        ping: () => socket.pings++,
        terminate: () => (socket.isTerminated = true),
      };
    },
  };
}
