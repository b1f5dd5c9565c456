// A server of this computer that the page should never reach.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Outside = { address: string; reached: string[]; stop(): void };

export async function startOutside(): Promise<Outside> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('reached');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, reached, stop: () => void server.close() };
}
