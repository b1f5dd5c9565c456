import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launch, refusal, start, type Child } from '#test/broker/server/child.ts';

const KEYS = ['--key', 'K', '--secret', 'S-is-a-secret'];
const BUY = {
  symbol: 'AAPL',
  qty: '3',
  side: 'buy',
  type: 'limit',
  limit_price: '1',
  time_in_force: 'gtc',
};

const MINT = {
  underlying_symbol: 'AAPL',
  qty: '1.5',
  issuer: 'xstocks',
  network: 'solana',
  wallet_address: 'W',
};

let folder: string;
let open: Child[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paper-'));
  open = [];
});
afterEach(async () => {
  for (const child of open) if (child.child.exitCode === null) await child.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function run(...given: Parameters<typeof start>): Promise<Child> {
  const child = await start(...given);
  open.push(child);
  return child;
}

describe('a start', () => {
  it('prints one line with every address and a key pair that was made up', async () => {
    const broker = await run([]);
    const { port } = new URL(broker.ready.rest);
    expect(broker.ready).toEqual({
      rest: `http://127.0.0.1:${port}`,
      data: `http://127.0.0.1:${port}`,
      tradeStream: `ws://127.0.0.1:${port}/stream`,
      dataStream: `ws://127.0.0.1:${port}/v2/iex`,
      broker: `http://127.0.0.1:${port}`,
      keyId: expect.stringMatching(/^PK[A-Z\d]{18}$/),
      secretKey: expect.stringMatching(/^[A-Z\d]{40}$/),
    });
    expect((await broker.call('GET', '/v2/account')).json.status).toBe('ACTIVE');
    expect(broker.errors()).toBe('');
  });

  it('listens on loopback alone', async () => {
    const broker = await run(KEYS);
    const { port } = new URL(broker.ready.rest);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
    if (outside === undefined) return;
    await expect(fetch(`http://${outside}:${port}/v2/clock`)).rejects.toThrow('fetch failed');
  });

  it('registers the applications it is told, and prints their secrets', async () => {
    const broker = await run([...KEYS, '--oauth-client', 'Demo=http://localhost:3000/back']);
    const [client] = broker.ready.oauthClients ?? [];
    const shown = await broker.call('GET', `/v1/oauth/clients/${client?.clientId}`);
    expect(shown.json).toMatchObject({
      name: 'Demo',
      redirect_uri: ['http://localhost:3000/back'],
    });
  });

  it('says in a sentence why it does not come to be', async () => {
    const [bad, help] = await Promise.all([refusal(['--port', 'x']), refusal(['--help'])]);
    expect([bad.code, bad.errors]).toEqual([
      2,
      "--port is a whole number from 0 to 65535, not 'x'.\n",
    ]);
    expect([help.code, help.out.startsWith('npm run paper')]).toEqual([0, true]);

    const broker = await run([...KEYS, '--data', folder, '--seed', '7']);
    const { port } = new URL(broker.ready.rest);
    const [taken, locked] = await Promise.all([
      refusal(['--port', port]),
      refusal(['--port', '0', '--data', folder]),
    ]);
    expect([taken.code, taken.errors]).toEqual([
      1,
      `Port ${port} is already in use: choose another with --port, or 0 for any.\n`,
    ]);
    expect([locked.code, locked.errors]).toEqual([
      1,
      `Another broker uses the data folder ${folder}: stop it, or choose another folder.\n`,
    ]);

    await broker.end();
    const reseeded = await refusal(['--port', '0', '--data', folder, '--seed', '8']);
    expect([reseeded.code, reseeded.errors]).toEqual([
      1,
      'The data folder was created with --seed 7: start it that way, or choose another folder.\n',
    ]);
  });
});

describe('an end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it within a second, streams and hanging requests or not',
    async (signal) => {
      const broker = await run(KEYS);
      await broker.call('POST', '/_paper/faults', {
        match: { path: '/v2/clock' },
        act: { kind: 'hang' },
      });
      const hanging = broker.call('GET', '/v2/clock').catch(() => undefined);
      const socket = new WebSocket(broker.ready.tradeStream);
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      const { code, ms } = await broker.end(signal);
      expect(code).toBe(0);
      expect(ms).toBeLessThan(1000);
      await hanging;
    },
  );

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'after %s the account and every acknowledged order and mint are there again',
    async (signal) => {
      const args = [...KEYS, '--data', folder, '--ap'];
      const first = await run(args);
      const account = (await first.call('GET', '/v2/account')).json;
      const orders = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          first.call('POST', '/v2/orders', { ...BUY, client_order_id: `c${i}` }),
        ),
      );
      expect(orders.every(({ status }) => status === 200)).toBe(true);
      await first.call('POST', '/_paper/tokenization/redeem', {
        underlying_symbol: 'AAPL',
        qty: '5',
      });
      await first.call('POST', '/_paper/clock/step', { ms: 5000 });
      const minted = await first.call('POST', '/v2/tokenization/mint', MINT);
      expect(minted.status).toBe(200);
      await first.call('POST', '/_paper/accounts', {
        keyId: 'PKTWO',
        secretKey: 'two-is-a-secret',
      });
      await first.end(signal);

      const second = await run(args);
      expect((await second.call('GET', '/v2/account')).json.id).toBe(account.id);
      const listed = (await second.call('GET', '/_paper/ledger')).json.orders as {
        client_order_id: string;
      }[];
      expect(new Set(listed.map((order) => order.client_order_id))).toEqual(
        new Set(Array.from({ length: 20 }, (_, i) => `c${i}`)),
      );
      const requests = await second.call('GET', '/v2/tokenization/requests?type=mint');
      expect(requests.json[0].tokenization_request_id).toBe(minted.json.tokenization_request_id);
      expect((await second.call('GET', '/v2/positions/AAPL')).json.qty).toBe('3.5');
      const two = await fetch(`${second.ready.rest}/v2/account`, {
        headers: { 'APCA-API-KEY-ID': 'PKTWO', 'APCA-API-SECRET-KEY': 'two-is-a-secret' },
      });
      expect(two.status).toBe(200);
      await second.end();
      const bytes = readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join();
      expect(bytes).toContain('PKTWO');
      expect(bytes).not.toContain('is-a-secret');
    },
  );

  it('goes on from where market time got to, even after a crash far ahead of the wall', async () => {
    const first = await run([...KEYS, '--data', folder]);
    await first.call('POST', '/_paper/clock/step', { ms: 5 * 86_400_000 });
    const stepped = await first.call('POST', '/_paper/clock/step', { ms: 30_000 });
    await first.end('SIGKILL');
    const second = await run([...KEYS, '--data', folder]);
    const now = (await second.call('GET', '/_paper/clock')).json.now as string;
    const ahead = Date.parse(now) - Date.parse(stepped.json.now);
    expect(ahead).toBeGreaterThanOrEqual(0);
    expect(ahead).toBeLessThan(20_000);
  });
});

describe('a parent', () => {
  it('gives the key over stdin, which is not printed, and closing stdin ends the broker', async () => {
    const broker = await run(['--credentials', 'stdin'], (child) => {
      child.stdin?.write('{"keyId":"PKPIPE","secretKey":"over-the-pipe"}\n');
    });
    expect(broker.ready.keyId).toBe('PKPIPE');
    expect(broker.line).not.toContain('over-the-pipe');
    expect((await broker.call('GET', '/v2/account', undefined, 'over-the-pipe')).status).toBe(200);
    broker.child.stdin?.end();
    expect(await broker.ended).toBe(0);
  });

  it('gives the key over IPC, hears when the broker is ready, and its going ends the broker', async () => {
    let told: unknown;
    const broker = await run(
      ['--credentials', 'ipc'],
      (child) => {
        child.on('message', (message) => (told = message));
        child.send({ keyId: 'PKIPC', secretKey: 'over-ipc' });
      },
      ['ignore', 'pipe', 'pipe', 'ipc'],
    );
    expect((await broker.call('GET', '/v2/account', undefined, 'over-ipc')).status).toBe(200);
    await expect.poll(() => told).toEqual(broker.ready);
    broker.child.disconnect();
    expect(await broker.ended).toBe(0);
  });

  it('that gives no key gets no broker', async () => {
    const { child, ended, errors } = launch(['--port', '0', '--credentials', 'stdin']);
    child.stdin?.end('nonsense\n');
    expect([await ended, errors()]).toEqual([
      2,
      'No key pair arrived over stdin: one JSON record {"keyId","secretKey"} is needed.\n',
    ]);
  });
});

describe('--start', () => {
  it('gives the same bytes for the same seed and requests, twice, and others for another seed', async () => {
    const play = async (seed: string) => {
      const broker = await run([
        ...KEYS,
        '--seed',
        seed,
        '--start',
        '2026-03-02T15:00:00Z',
        '--ap',
        '--rate',
        '1000',
      ]);
      const answers: string[] = [];
      const keep = async (method: string, path: string, body?: unknown) => {
        const { status, headers, text } = await broker.call(method, path, body);
        answers.push(`${status} ${JSON.stringify([...headers])} ${text}`);
      };
      const order = { symbol: 'AAPL', side: 'buy', type: 'market', time_in_force: 'day' };
      await keep('POST', '/v2/orders', { ...order, qty: '10', client_order_id: 'a' });
      await keep('POST', '/_paper/clock/step', { ms: 60_000 });
      await keep('GET', '/v2/positions');
      await keep('POST', '/v2/tokenization/mint', MINT);
      await keep('POST', '/_paper/clock/step', { ms: 60_000 });
      await keep('GET', '/v2/tokenization/requests');
      await keep(
        'GET',
        '/v2/stocks/bars?symbols=AAPL,MSFT&timeframe=1Min&start=2026-03-02T14:30:00Z',
      );
      await keep('GET', '/v2/account/activities');
      await keep('GET', '/_paper/ledger');
      await broker.end();
      return answers;
    };
    const [first, second, other] = [await play('7'), await play('7'), await play('8')];
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });
});
