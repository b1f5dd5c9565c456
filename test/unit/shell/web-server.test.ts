// The loopback transport over real http and ws: who is heard, and what happens to everyone else.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ok } from '#contract/failure.ts';
import { MOST_CALL_BYTES, MOST_TABLE_BYTES } from '#contract/mint-table.ts';
import type { Hub } from '#main/gateway/feeds.ts';
import { createEntry } from '#main/shell/web/entry.ts';
import { startWebServer, type WebServer } from '#main/shell/web/server.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const TOKEN = 'a'.repeat(64);
const HOST = `${'a1'.repeat(16)}.localhost`;
const entered = vi.fn();
// Secrets in the order in which they are made: the name, the token, and one ticket after the other.
const secrets = ['a1'.repeat(16), TOKEN, 'ticket-1', 'ticket-2', 'ticket-3'];
const entry = createEntry({ secret: () => secrets.shift() ?? 'none' }, entered);
const dispatch = vi.fn(async (name: unknown, input: unknown) => ok({ name, input }));
const navigate = vi.fn();
const hub = { watch: vi.fn(), unwatch: vi.fn(), close: vi.fn() } satisfies Hub;
let send: (delivery: []) => void = () => undefined;
let server: WebServer;

beforeAll(async () => {
  server = await startWebServer(deps);
});
afterAll(() => server.close());
const deps = {
  desk: {
    dispatch,
    navigate,
    feeds: {
      open: (deliver: (delivery: []) => void) => {
        send = deliver;
        return hub;
      },
    },
  },
  pages: {
    read: async (path: string) =>
      path === '/' ? { type: 'text/html', body: Buffer.from('<p>') } : undefined,
  },
  entry,
  port: 0,
  log: () => undefined,
} satisfies Parameters<typeof startWebServer>[0];

type Answer = { status: number; headers: Record<string, unknown>; body: string };

function ask(
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    host?: string;
  } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: options.host ?? '127.0.0.1',
        port: server.port,
        path,
        method: options.method ?? 'GET',
        headers: { host: `${HOST}:${server.port}`, ...options.headers },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}

const good = () => ({
  'content-type': 'application/json',
  authorization: `Bearer ${TOKEN}`,
  origin: `http://${HOST}:${server.port}`,
});
const call = (headers: Record<string, string>, body = '{"name":"desk.info","input":{}}') =>
  ask('/call', { method: 'POST', headers, body });

describe('the web shell’s server', () => {
  it('answers a call that carries the token', async () => {
    const answer = await call(good());
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { ok: true, value: { name: 'desk.info', input: {} } },
    ]);
  });

  it.each([
    ['no token', { authorization: '' }, 403],
    ['a wrong token', { authorization: `Bearer ${'b'.repeat(64)}` }, 403],
    ['a short token', { authorization: 'Bearer a' }, 403],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['a foreign host', { host: 'evil.example' }, 403],
    ['this host without its port', { host: HOST }, 403],
    ['the name of an earlier start', { host: `${'b2'.repeat(16)}.localhost` }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('refuses a call with %s and does nothing', async (_what, headers, status) => {
    dispatch.mockClear();
    const answer = await call({ ...good(), ...headers });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false });
    expect(dispatch).not.toHaveBeenCalled();
  });

  it('is known by the name of this start alone', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]', `${'b2'.repeat(16)}.localhost`]) {
      const headers = { ...good(), host: `${name}:${server.port}` };
      const refused = await call({ ...headers, origin: `http://${name}:${server.port}` });
      expect([name, refused.status]).toEqual([name, 403]);
      expect(refused.body).toContain('the last address that Ballast printed in the terminal');
      expect(refused.body).not.toContain(HOST);
      expect((await ask('/', { headers })).status).toBe(403);
    }
  });

  describe('a link that a page has', () => {
    const QUERY = '?client_id=abc&response_type=code';
    const clicked = {
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-user': '?1',
    };
    const visit = (headers: Record<string, string> = {}, path = `/oauth/authorize${QUERY}`) => {
      navigate.mockClear();
      return ask(path, { headers: { host: `127.0.0.1:${server.port}`, ...clicked, ...headers } });
    };

    it.each(['127.0.0.1', 'localhost'])(
      'reaches the desk at %s, without a token and without getting one',
      async (name) => {
        const answer = await visit({
          host: `${name}:${server.port}`,
          origin: 'https://app.example',
        });
        expect([answer.status, answer.headers['content-type']]).toEqual([
          200,
          'text/plain; charset=utf-8',
        ]);
        expect(navigate.mock.calls).toEqual([
          [{ place: 'authorize', link: `ballast://oauth/authorize${QUERY}` }],
        ]);
        for (const secret of [TOKEN, HOST, 'ticket']) expect(answer.body).not.toContain(secret);
        expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
      },
    );

    it.each([
      ['a page fetched', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
      ['an image asked for', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
      ['a frame opened', { 'sec-fetch-dest': 'iframe' }],
      ['a page went to by itself', { 'sec-fetch-user': '' }],
      ['came by a foreign name', { host: 'evil.example' }],
      ['came by the name of an earlier start', { host: `${'b2'.repeat(16)}.localhost` }],
    ])('that %s changes nothing', async (_what, headers) => {
      const answer = await visit(headers);
      expect(answer.status).toBe(403);
      expect(answer.body).not.toContain(HOST);
      expect(navigate).not.toHaveBeenCalled();
    });

    it('is opened and not sent to, is not endless, and opens nothing else', async () => {
      const host = `127.0.0.1:${server.port}`;
      const headers = { host, ...clicked };
      expect((await ask('/oauth/authorize', { method: 'POST', headers })).status).toBe(405);
      expect((await visit({}, `/oauth/authorize?state=${'x'.repeat(10_000)}`)).status).toBe(414);
      for (const path of ['/', '/call', '/oauth/authorize/', '/oauth/token'])
        expect([path, (await visit({}, path)).status]).toEqual([path, 403]);
      // The desk's own tab has no such page.
      expect((await ask(`/oauth/authorize${QUERY}`, { headers: clicked })).status).toBe(404);
      expect(navigate).not.toHaveBeenCalled();
    });
  });

  it('gives the token for a ticket, once, and says when to print the next', async () => {
    const enter = (ticket: unknown, headers: Record<string, string> = {}) =>
      ask('/enter', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: good().origin, ...headers },
        body: JSON.stringify({ ticket }),
      });
    expect(entry.address(1)).toBe(`http://${HOST}:1/?ticket=ticket-1`);
    for (const wrong of ['', 'ticket-2', 'ticket-11', TOKEN, null, { length: 8 }])
      expect((await enter(wrong)).status).toBe(403);
    expect((await enter('ticket-1', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await enter('ticket-1', { host: `127.0.0.1:${server.port}` })).status).toBe(403);
    expect((await enter('ticket-1', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask('/enter')).status).toBe(405);
    expect(entered).not.toHaveBeenCalled();
    expect(JSON.parse((await enter('ticket-1')).body)).toEqual({
      ok: true,
      value: { token: TOKEN },
    });
    expect(entered).toHaveBeenCalledOnce();
    const again = await enter('ticket-1');
    expect([again.status, again.body]).toEqual([403, expect.not.stringContaining(TOKEN)]);
    expect(entry.address(1)).toBe(`http://${HOST}:1/?ticket=ticket-2`);
  });

  it.runIf(hasIpv6)(
    'has its port on both addresses of this computer, or takes another',
    async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '::1', resolve));
      const { port } = other.address() as AddressInfo;
      await expect(startWebServer({ ...deps, port })).rejects.toThrow('EADDRINUSE');
      other.close();
      const answer = await ask('/', { host: '::1' });
      expect(answer.status).toBe(200);
    },
  );

  it.each([
    ['broken JSON', '{', 400],
    ['an array', '[]', 400],
    ['nothing', '', 400],
    ['a huge body', JSON.stringify({ name: 'x'.repeat(MOST_CALL_BYTES) }), 413],
  ])('refuses %s', async (_what, body, status) => {
    dispatch.mockClear();
    const answer = await call(good(), body);
    expect(answer.status).toBe(status);
    expect(dispatch).not.toHaveBeenCalled();
  });

  it('takes a table of mints as large as the page may hand it over', async () => {
    for (const table of [
      { csv: '"\t'.repeat(MOST_TABLE_BYTES / 2) },
      { file: Buffer.alloc(MOST_TABLE_BYTES, 255).toString('base64') },
    ]) {
      const body = JSON.stringify({ name: 'batches.read', input: { accountId: 'x', ...table } });
      expect((await call(good(), body)).status).toBe(200);
    }
  });

  it('refuses a body that grows past the limit without saying so first', async () => {
    dispatch.mockClear();
    const headers = { ...good(), 'transfer-encoding': 'chunked' };
    const outcome = await call(headers, 'x'.repeat(MOST_CALL_BYTES + 1)).then(
      (answer) => answer.status,
      () => 413,
    );
    expect(outcome).toBe(413);
    expect(dispatch).not.toHaveBeenCalled();
  });

  it('serves the page to its own host alone, with a policy that begins at nothing', async () => {
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'/,
    );
    expect(page.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await ask('/', { headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await ask('/nowhere')).status).toBe(404);
    expect((await ask('/', { method: 'PUT' })).status).toBe(405);
  });

  const open = (protocols: string[], headers: Record<string, string> = {}, path = '/watch') =>
    new Promise<WebSocket | number>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, protocols, {
        headers: { host: `${HOST}:${server.port}`, ...headers },
      });
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => undefined);
    });

  it('carries watches to the hub and deliveries back', async () => {
    const socket = (await open([`ballast.${TOKEN}`])) as WebSocket;
    const heard = new Promise<string>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(data.toString())),
    );
    socket.send(JSON.stringify({ kind: 'watch', id: 1, feed: 'prices', params: { a: 1 } }));
    socket.send(JSON.stringify({ kind: 'unwatch', id: 1 }));
    await vi.waitFor(() => expect(hub.unwatch).toHaveBeenCalledWith(1));
    expect(hub.watch).toHaveBeenCalledWith(1, 'prices', { a: 1 });
    send([]);
    expect(await heard).toBe('[]');
    socket.close();
    await vi.waitFor(() => expect(hub.close).toHaveBeenCalled());
  });

  it.each([
    ['no token', [], {}],
    ['a wrong token', ['ballast.nope'], {}],
    ['a foreign origin', [`ballast.${TOKEN}`], { origin: 'https://evil.example' }],
    ['a foreign host', [`ballast.${TOKEN}`], { host: 'evil.example' }],
  ])('refuses a watch with %s', async (_what, protocols, headers) => {
    expect(await open(protocols, headers)).toBe(403);
  });

  it('opens no other socket', async () => {
    expect(await open([`ballast.${TOKEN}`], {}, '/call')).toBe(404);
  });

  it.each([
    ['broken JSON', '{'],
    ['an unknown kind', '{"kind":"steal"}'],
    ['a huge frame', 'x'.repeat(100_000)],
    ['a binary frame', Buffer.from([1])],
  ])('closes a socket that sends %s', async (_what, data) => {
    const socket = (await open([`ballast.${TOKEN}`])) as WebSocket;
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.send(data);
    expect([1003, 1009]).toContain(await closed);
  });

  it('ends a watch whose handling fails, and nothing else', async () => {
    hub.watch.mockImplementationOnce(() => {
      throw new Error('broken on purpose');
    });
    const socket = (await open([`ballast.${TOKEN}`])) as WebSocket;
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.send(JSON.stringify({ kind: 'watch', id: 1, feed: 'prices', params: {} }));
    await closed;
    expect((await call(good())).status).toBe(200);
  });

  it.each(['//', '//[', '/%', 'http://[/', 'http://127.0.0.1/call', '*'])(
    'has no page at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  it('says no more than 403 to an upgrade without the token, whatever its path', async () => {
    expect(await open([], {}, '//')).toBe(403);
  });
});
