// What stands in front of a broker: the same addresses on another port, and two ends that end together.
import type { AddressInfo, Server } from 'node:net';
import type { HostSet } from '#contract/accounts.ts';

/** A free port on this computer. */
export async function listenSomewhere(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export function movedHosts(behind: HostSet, port: number): HostSet {
  const moved = (address: string): string => {
    const url = new URL(address);
    url.port = String(port);
    return url.href.replace(/\/$/, '');
  };
  return {
    rest: moved(behind.rest),
    data: moved(behind.data),
    tradeStream: moved(behind.tradeStream),
    dataStream: moved(behind.dataStream),
  };
}
