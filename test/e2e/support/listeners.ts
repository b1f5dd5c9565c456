// What arrives on this computer, whatever it speaks: a port on loopback for TCP and the same for UDP.
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';

export type Listeners = { port: number; arrived: string[]; stop(): void };

export async function startListeners(): Promise<Listeners> {
  const arrived: string[] = [];
  const tcp = createServer((socket) => {
    arrived.push('TCP');
    socket.on('data', (bytes) => arrived.push(`TCP ${bytes.toString('latin1').slice(0, 60)}`));
    socket.on('error', () => undefined);
  });
  const port = await new Promise<number>((resolve) =>
    tcp.listen(0, '127.0.0.1', () => resolve((tcp.address() as AddressInfo).port)),
  );
  const udp = createSocket('udp4', (bytes) => arrived.push(`UDP ${bytes.length} bytes`));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    port,
    arrived,
    stop() {
      tcp.close();
      udp.close();
    },
  };
}
