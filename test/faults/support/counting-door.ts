// A door in front of a server that counts who comes, and with what: what a second server sees of a desk.
import { connect, createServer, type Socket } from 'node:net';
import type { HostSet } from '#contract/accounts.ts';
import type { Hosts } from '#main/ports.ts';
import { listenSomewhere, movedHosts } from '#test/support/moved-hosts.ts';

const WRITE = /^(POST|PUT|PATCH|DELETE)\b/;

export type CountingDoor = {
  hosts: HostSet;
  connections(): number;
  /** Requests that could change something there. */
  writes(): number;
  reset(): void;
  stop(): Promise<void>;
};

export async function openCountingDoor(behind: Hosts): Promise<CountingDoor> {
  const { port: target } = new URL(behind.rest);
  const sockets = new Set<Socket>();
  let count = 0;
  let writes = 0;
  const server = createServer((socket) => {
    count++;
    socket.on('data', (chunk) => {
      if (WRITE.test(chunk.toString('latin1', 0, 7))) writes++;
    });
    const onward = connect(Number(target), '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const port = await listenSomewhere(server);
  return {
    hosts: movedHosts(behind, port),
    connections: () => count,
    writes: () => writes,
    reset() {
      count = 0;
      writes = 0;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
