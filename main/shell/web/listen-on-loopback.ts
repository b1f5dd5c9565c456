// A server on both addresses of this computer. A browser may take either for a name of `localhost`, so the port has to
// be ours on both: whoever had it on the other would be shown what is meant for the desk.
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as Listener } from 'node:net';

const TRIES = 10;
/** This computer has no such address, and so nobody listens there. */
const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

type Listening = { port: number; close(): void };

/** A port of 0 is any that is free on both. */
export async function listenOnLoopback(server: Server, wanted: number): Promise<Listening> {
  for (let tries = 1; ; tries++) {
    const port = await listen(server, wanted, '127.0.0.1');
    const second = createServer((socket) => server.emit('connection', socket));
    try {
      await listen(second, port, '::1');
      return { port, close: () => second.close() };
    } catch (error) {
      if (NO_IPV6.has((error as NodeJS.ErrnoException).code ?? ''))
        return { port, close: () => undefined };
      await new Promise((resolve) => server.close(resolve));
      if (wanted !== 0 || tries === TRIES) throw error;
    }
  }
}

const listen = (server: Listener, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
