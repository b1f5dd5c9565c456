import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  KEY,
  OTHER,
  MAIN_ACCOUNT,
  OTHER_ACCOUNT,
  startRig,
  type Rig,
} from '#test/broker/server/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.end());

const basic = ({ keyId, secretKey }: typeof KEY) =>
  `Basic ${Buffer.from(`${keyId}:${secretKey}`).toString('base64')}`;

async function tokenWith(scope: string): Promise<string> {
  const client = await rig.call('POST', '/_paper/oauth/clients', {
    body: { name: 'App', redirect_uri: ['http://localhost/back'] },
  });
  const issued = await rig.call('POST', '/v1/oauth/token', {
    body: {
      client_id: client.json.client_id,
      client_secret: client.json.client_secret,
      redirect_uri: 'http://localhost/back',
      scope,
      account_id: MAIN_ACCOUNT,
    },
  });
  return issued.json.access_token;
}

it.each(['/v2/options/contracts', '/v1beta1/news', '/v2/corporate_actions/announcements'])(
  'names what it does not have: %s',
  async (path) => {
    const answer = await rig.call('GET', `${path}?limit=1`);
    expect([answer.status, answer.json]).toEqual([
      404,
      {
        code: 40410000,
        message: `endpoint not found: the practice broker has no GET ${path}`,
      },
    ]);
  },
);

describe('who is asking', () => {
  it.each([
    ['the key pair', { 'APCA-API-KEY-ID': KEY.keyId, 'APCA-API-SECRET-KEY': KEY.secretKey }, 200],
    ['no credentials', {}, 401],
    ['a wrong secret', { 'APCA-API-KEY-ID': KEY.keyId, 'APCA-API-SECRET-KEY': 'x' }, 401],
    ['an unknown key', { 'APCA-API-KEY-ID': 'PKNONE', 'APCA-API-SECRET-KEY': KEY.secretKey }, 401],
    [
      'another account’s secret',
      { 'APCA-API-KEY-ID': KEY.keyId, 'APCA-API-SECRET-KEY': OTHER.secretKey },
      401,
    ],
    ['half a pair', { 'APCA-API-KEY-ID': KEY.keyId }, 401],
    ['an unknown token', { Authorization: 'Bearer nope' }, 401],
    ['Basic, which trading does not know', { Authorization: basic(KEY) }, 401],
    ['a broken Authorization', { Authorization: 'Bearer' }, 401],
  ])('%s gives %s', async (_name, headers, status) => {
    const answer = await rig.call('GET', '/v2/account', { key: null, headers });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.json).toEqual({ code: 40110000, message: 'unauthorized' });
  });

  it.each([
    ['no credentials', {}, 401, { code: 40110000, message: 'unauthorized' }],
    [
      'a wrong secret',
      { 'APCA-API-KEY-ID': KEY.keyId, 'APCA-API-SECRET-KEY': 'x' },
      403,
      { message: 'forbidden.' },
    ],
    ['an unknown token', { Authorization: 'Bearer nope' }, 403, { message: 'forbidden.' }],
  ])('market data answers %s as its own host does', async (_name, headers, status, body) => {
    const answer = await rig.call('GET', '/v2/stocks/bars', { key: null, headers });
    expect([answer.status, answer.json]).toEqual([status, body]);
  });

  it('takes Basic credentials for the broker operations', async () => {
    const answer = await rig.call('GET', '/v1/oauth/clients/unknown', {
      key: null,
      headers: { Authorization: basic(KEY) },
    });
    expect([answer.status, typeof answer.json]).toEqual([401, 'string']);
    expect(answer.json).toContain('client does not exist');
  });

  it('keeps the accounts of two key pairs apart', async () => {
    expect((await rig.call('GET', '/v2/account')).json.id).toBe(MAIN_ACCOUNT);
    expect((await rig.call('GET', '/v2/account', { key: OTHER })).json.id).toBe(OTHER_ACCOUNT);
  });

  it.each([
    ['', 'GET', '/v2/orders', 200],
    ['', 'POST', '/v2/orders', 403],
    ['', 'GET', '/v2/stocks/bars', 403],
    ['data', 'GET', '/v2/stocks/bars', 200],
    ['data', 'POST', '/v2/orders', 403],
    ['trading', 'POST', '/v2/orders', 200],
    ['trading', 'PATCH', '/v2/account/configurations', 403],
    ['account:write', 'PATCH', '/v2/account/configurations', 200],
    ['account:write trading data', 'GET', '/_paper/health', 403],
    ['account:write trading data', 'GET', '/v1/oauth/clients/x', 401],
  ])('a token with the scope "%s" asking %s %s gets %s', async (scope, method, path, status) => {
    const token = await tokenWith(scope);
    const answer = await rig.call(method, path, {
      key: null,
      headers: { Authorization: `Bearer ${token}` },
      ...(method === 'GET' ? {} : { body: { client_order_id: 'x' } }),
    });
    expect(answer.status).toBe(status);
  });
});

describe('every answer', () => {
  it('carries a request id of its own and the rate headers', async () => {
    const answers = [
      await rig.call('GET', '/v2/account'),
      await rig.call('GET', '/v2/account', { key: null }),
      await rig.call('GET', '/nowhere'),
    ];
    const ids = answers.map((answer) => answer.headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(3);
    for (const { headers } of answers) {
      expect(headers.get('x-ratelimit-limit')).toBe('100000');
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(100_000);
      expect(Number(headers.get('x-ratelimit-reset')) % 60).toBe(0);
    }
  });

  it.each([
    ['an unknown path', 'GET', '/v2/nothing', undefined, 404, 40410000],
    ['a method that a path does not know', 'DELETE', '/v2/account', undefined, 404, 40410000],
    ['a body that is no JSON', 'POST', '/v2/orders', '{"a":', 400, 40010000],
    ['a body that is too large', 'POST', '/v2/orders', `"${'x'.repeat(1_100_000)}"`, 413, 41310000],
    ['a path that is no text', 'GET', '/v2/orders/%ff', undefined, 400, 40010000],
  ])('refuses %s in the documented shape', async (_name, method, path, body, status, code) => {
    const answer = await rig.call(method, path, body === undefined ? {} : { body });
    expect([answer.status, answer.json?.code]).toEqual([status, code]);
    expect(answer.json.message).toMatch(/\w/);
  });

  it('reads a JSON body whatever its content type says', async () => {
    const answer = await rig.call('POST', '/v2/orders', {
      body: '{"client_order_id":"typed"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.json.client_order_id).toBe('typed');
  });

  it('answers bytes that are no HTTP with a 400 and lives on', async () => {
    const text = await new Promise<string>((resolve) => {
      const socket = connect(rig.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
    });
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect((await rig.call('GET', '/v2/account')).status).toBe(200);
  });

  it('tells nothing of a bug but that there is one, and logs it', async () => {
    const answer = await rig.call('GET', '/v2/bug');
    expect([answer.status, answer.text]).toEqual([
      500,
      '{"code":50010000,"message":"internal error"}',
    ]);
    expect(rig.logged.join()).toContain('a bug');
  });
});

describe('the allowance', () => {
  it('gives 429 beyond the limit of a minute, per account, and a new one with the next minute', async () => {
    const small = await startRig({ ratePerMinute: 3 });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await small.call('GET', '/v2/account')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await small.call('GET', '/v2/account');
    expect(refused.json).toEqual({ code: 42910000, message: 'rate limit exceeded' });
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeGreaterThan(
      small.clock.now() / 1000,
    );
    expect((await small.call('GET', '/v2/account', { key: OTHER })).status).toBe(200);
    expect((await small.call('GET', '/_paper/health')).status).toBe(200);
    await small.step(60_000);
    expect((await small.call('GET', '/v2/account')).status).toBe(200);
    await small.end();
  });

  it('can be changed while the broker runs', async () => {
    const small = await startRig({ ratePerMinute: 1 });
    await small.call('GET', '/v2/account');
    await small.call('PUT', '/_paper/rate', { body: { perMinute: 5 } });
    const answer = await small.call('GET', '/v2/account');
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, '5']);
    await small.end();
  });
});

describe('virtual time', () => {
  it('moves by one tick per request, not by control requests, and by steps', async () => {
    const before = rig.clock.now();
    await rig.call('GET', '/v2/account');
    await rig.call('GET', '/_paper/clock');
    expect(rig.clock.now()).toBe(before + 1);
    await rig.step(1000);
    expect(rig.clock.now()).toBe(before + 1001);
  });

  it('gives the same bytes for the same requests, headers included', async () => {
    const run = async () => {
      const fresh = await startRig();
      const answers: string[] = [];
      for (const [method, path, body] of [
        ['POST', '/v2/orders', { client_order_id: 'a', symbol: 'AAPL' }],
        ['GET', '/v2/orders', undefined],
        [
          'POST',
          '/v2/tokenization/mint',
          {
            underlying_symbol: 'AAPL',
            qty: '1',
            issuer: 'xstocks',
            network: 'solana',
            wallet_address: 'W',
          },
        ],
        ['GET', '/v2/nothing', undefined],
      ] as const) {
        const answer = await fresh.call(method, path, body === undefined ? {} : { body });
        const headers = [...answer.headers].filter(
          ([name]) => name !== 'connection' && name !== 'keep-alive',
        );
        answers.push(JSON.stringify([answer.status, headers, answer.text]));
      }
      await fresh.end();
      return answers;
    };
    expect(await run()).toEqual(await run());
  });
});
