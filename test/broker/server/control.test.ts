import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#main/paper/engine/ledger/open-ledger.ts';
import { createKeyring } from '#main/paper/server/keyring.ts';
import { KEY, MAIN_ACCOUNT, OTHER, startRig, type Rig } from '#test/broker/server/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.end());

describe('the control interface', () => {
  it('opens to the first account’s key alone, by headers or Basic', async () => {
    const basic = `Basic ${Buffer.from(`${KEY.keyId}:${KEY.secretKey}`).toString('base64')}`;
    const statuses = [
      await rig.call('GET', '/_paper/health'),
      await rig.call('GET', '/_paper/health', { key: null, headers: { Authorization: basic } }),
      await rig.call('GET', '/_paper/health', { key: null }),
      await rig.call('GET', '/_paper/health', { key: OTHER }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 401, 403]);
  });

  it('tells and moves the clock', async () => {
    const before = (await rig.call('GET', '/_paper/clock')).json;
    expect(before).toMatchObject({ mode: 'virtual', speed: 1, paused: false, session: 'regular' });
    const to = new Date(Date.parse(before.now) + 60_000).toISOString();
    expect((await rig.call('POST', '/_paper/clock/step', { body: { to } })).json.now).toBe(to);
    expect((await rig.call('POST', '/_paper/clock/pause')).json.paused).toBe(true);
    await rig.call('GET', '/v2/account');
    expect((await rig.call('POST', '/_paper/clock/resume')).json.now).toBe(to);
    expect((await rig.call('POST', '/_paper/clock/step', { body: { to } })).status).toBe(422);
    expect((await rig.call('POST', '/_paper/clock/speed', { body: { speed: 2 } })).status).toBe(
      422,
    );
  });

  it('changes the speed of wall time', async () => {
    const live = await startRig({ virtual: false });
    const { json } = await live.call('POST', '/_paper/clock/speed', { body: { speed: 60 } });
    expect([json.mode, json.speed]).toEqual(['wall', 60]);
    await live.end();
  });

  it('restricts an account, and refuses what it does not know', async () => {
    const put = (id: string, body: object) =>
      rig.call('PUT', `/_paper/accounts/${id}/restrictions`, { body });
    const change = { trading_blocked: true };
    expect((await put(MAIN_ACCOUNT, change)).json).toEqual(change);
    expect((await put(MAIN_ACCOUNT, { trading_blocked: 'yes' })).status).toBe(422);
    expect((await put(MAIN_ACCOUNT, { margin_called: true })).status).toBe(422);
    expect((await put('44444444-4444-4444-8444-444444444444', change)).status).toBe(404);
  });

  it('adds accounts with a key given or made up, refuses a key twice, and sets the right to mint', async () => {
    const given = await rig.call('POST', '/_paper/accounts', {
      body: { keyId: 'PKNEW', secretKey: 'new-secret', cash: '5000' },
    });
    const key = { keyId: 'PKNEW', secretKey: 'new-secret' };
    expect((await rig.call('GET', '/v2/account', { key })).json.id).toBe(given.json.id);
    expect((await rig.call('GET', '/v2/tokenization/requests', { key })).status).toBe(403);
    await rig.call('PUT', `/_paper/accounts/${given.json.id}/ap`, { body: { permission: 'mint' } });
    expect((await rig.call('GET', '/v2/tokenization/requests', { key })).status).toBe(200);
    expect((await rig.call('POST', '/_paper/accounts', { body: key })).status).toBe(422);
    const made = (await rig.call('POST', '/_paper/accounts', { body: {} })).json;
    expect((await rig.call('GET', '/v2/account', { key: made })).json.id).toBe(made.id);
    const listed = (await rig.call('GET', '/_paper/accounts')).text;
    expect(listed).toContain('PKNEW');
    expect(listed).not.toContain('secret');
  });

  it('exchanges the key of an account, and the old one opens nothing', async () => {
    const old = { keyId: 'PKOLD', secretKey: 'old-secret' };
    const { id } = (await rig.call('POST', '/_paper/accounts', { body: old })).json;
    const exchange = (body: object) => rig.call('PUT', `/_paper/accounts/${id}/key`, { body });
    const opened = async (key: typeof old) =>
      (await rig.call('GET', '/v2/account', { key })).status;
    const next = { keyId: 'PKNEXT', secretKey: 'next-secret' };
    expect((await exchange(next)).json).toMatchObject({ ...next, keyIds: ['PKNEXT'] });
    expect([await opened(old), await opened(next)]).toEqual([401, 200]);
    expect((await exchange({ ...next, secretKey: 'another' })).status).toBe(200);
    expect(await opened(next)).toBe(401);
    expect((await exchange({ keyId: KEY.keyId, secretKey: 'mine' })).status).toBe(422);
    expect(await opened({ ...next, secretKey: 'another' })).toBe(200);
  });

  it('shows every order and mint ever accepted, each with its account', async () => {
    await rig.call('POST', '/v2/orders', { body: { client_order_id: 'c1', symbol: 'AAPL' } });
    await rig.call('POST', '/v2/tokenization/mint', {
      body: {
        underlying_symbol: 'AAPL',
        qty: '1',
        issuer: 'xstocks',
        network: 'solana',
        wallet_address: 'W',
      },
    });
    const { json } = await rig.call('GET', '/_paper/ledger');
    expect([json.orders.length, json.executions, json.redeems]).toEqual([1, [], []]);
    expect(json.mints).toMatchObject([{ account_id: MAIN_ACCOUNT, qty: '1' }]);
  });

  it.each([
    ['POST', '/_paper/clock/step', { ms: 0 }],
    ['POST', '/_paper/clock/step', { ms: 1e12 }],
    ['POST', '/_paper/clock/step', {}],
    ['POST', '/_paper/market/shock', { factor: 0.5 }],
    ['POST', '/_paper/market/shock', { factor: '0' }],
    ['POST', '/_paper/market/shock', { factor: '1', symbol: 'NOPE' }],
    ['PUT', '/_paper/rate', { perMinute: 0 }],
    ['PUT', '/_paper/streams', { tradeFrames: 'smoke' }],
    ['PUT', '/_paper/tokenization', { outcome: 'maybe' }],
    ['PUT', `/_paper/accounts/${MAIN_ACCOUNT}/ap`, { permission: 'all' }],
    ['PUT', `/_paper/accounts/${MAIN_ACCOUNT}/key`, {}],
    ['POST', '/_paper/accounts', { keyId: 'half' }],
    ['POST', '/_paper/oauth/clients', { name: 'x', redirect_uri: ['no url'] }],
    ['POST', '/_paper/tokenization/redeem', { underlying_symbol: 'NOPE', qty: '1' }],
  ])('%s %s refuses %j by name', async (method, path, body) => {
    const answer = await rig.call(method, path, { body });
    expect([answer.status, answer.json.code]).toEqual([422, 42210001]);
  });

  it.each([
    ['PUT', '/_paper/accounts/none/ap', { permission: 'mint' }],
    ['PUT', '/_paper/accounts/none/key', {}],
    ['DELETE', '/_paper/oauth/clients/none', undefined],
    ['POST', '/_paper/tokenization/requests/none/settle', { outcome: 'complete' }],
    ['GET', '/_paper/nothing', undefined],
  ])('%s %s is not found', async (method, path, body) => {
    expect((await rig.call(method, path, body === undefined ? {} : { body })).status).toBe(404);
  });

  it('registers, lists without secrets, and removes applications', async () => {
    const made = (
      await rig.call('POST', '/_paper/oauth/clients', {
        body: { name: 'A', redirect_uri: ['http://x/'] },
      })
    ).json;
    expect(made.client_secret).toMatch(/^[\da-f]{32}$/);
    expect((await rig.call('GET', '/_paper/oauth/clients')).text).not.toContain(made.client_secret);
    expect((await rig.call('DELETE', `/_paper/oauth/clients/${made.client_id}`)).status).toBe(204);
    expect((await rig.call('GET', `/v1/oauth/clients/${made.client_id}`)).status).toBe(401);
  });

  it('starts over: orders, requests and faults are gone, keys stay', async () => {
    await rig.fault({ match: { path: '/v2/account' }, act: { kind: 'reset' } });
    expect((await rig.call('POST', '/_paper/reset')).status).toBe(204);
    const { json } = await rig.call('GET', '/_paper/ledger');
    expect([json.orders, json.mints]).toEqual([[], []]);
    expect((await rig.call('GET', '/v2/account')).status).toBe(200);
  });
});

describe('keys on disk', () => {
  it('open the same account after a restart, and are nowhere to be read', () => {
    const ledger = openLedger(':memory:');
    let bytes = 0;
    const randomBytes = (count: number) => Buffer.alloc(count, ++bytes);
    createKeyring({ ledger, randomBytes }).add(
      { keyId: 'PKA', secretKey: 'hush-hush', accountId: 'a' },
      'disk',
    );
    const again = createKeyring({ ledger, randomBytes });
    expect([
      again.accountOf('PKA', 'wrong'),
      again.accountOf('PKA', 'hush-hush'),
      again.accountOf('PKA', 'wrong'),
    ]).toEqual([undefined, 'a', undefined]);
    const [row] = ledger.db.prepare('SELECT * FROM paper_keys').all();
    expect(
      Object.values(row ?? {})
        .map((value) => Buffer.from(value as string).toString('utf8'))
        .join(),
    ).not.toContain('hush');
  });
});
