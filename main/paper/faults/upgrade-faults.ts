// Request faults on the way to a stream: an upgrade is a GET like any other until it is answered.
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FaultBook } from '#main/paper/faults/fault-book.ts';
import type { Waits } from '#main/paper/faults/waits.ts';

export type UpgradeFaults = {
  /** True when the upgrade was dealt with and must not happen. */
  meet(request: IncomingMessage, socket: Duplex): Promise<boolean>;
};

export function createUpgradeFaults({
  book,
  waits,
}: {
  book: FaultBook;
  waits: Waits;
}): UpgradeFaults {
  return {
    async meet(request, socket) {
      for (const act of book.forRequest('GET', request.url ?? '/')) {
        switch (act.kind) {
          case 'delay':
            if (!(await waits.wait(act.ms))) return true;
            break;
          case 'hang':
            return true;
          case 'status': {
            const body = act.body === undefined ? '' : JSON.stringify(act.body);
            socket.end(
              `HTTP/1.1 ${act.status} ${STATUS_CODES[act.status] ?? 'Unknown'}\r\nConnection: close\r\n` +
                `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
            );
            return true;
          }
          case 'reset':
          case 'lost':
          case 'truncate':
          case 'late':
            if (socket instanceof Socket) socket.resetAndDestroy();
            else socket.destroy();
            return true;
          case 'blind':
            break;
        }
      }
      return false;
    },
  };
}
