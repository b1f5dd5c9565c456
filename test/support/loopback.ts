// A web shell is known by a name that browsers take for this computer; a program has to say both.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';

/** Nothing that leaves this computer. */
export const isOnLoopback = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname.endsWith('.localhost');

/** JSON there and back. Not by `fetch`, which says the host by itself. */
export const postOnLoopback = (address: URL, body: string, token?: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: address.host,
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    const { port, pathname: path } = address;
    request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      text(response).then((answer) => resolve(JSON.parse(answer) as unknown), reject);
    })
      .on('error', reject)
      .end(body);
  });

export const openSocketOnLoopback = (address: URL, protocols: string[]): WebSocket =>
  new WebSocket(`ws://127.0.0.1:${address.port}${address.pathname}`, protocols, {
    headers: { host: address.host },
  });
