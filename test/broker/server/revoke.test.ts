// Access that is taken back: tokens end, and what is held open with them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  KEY,
  MAIN_ACCOUNT,
  OTHER,
  OTHER_ACCOUNT,
  startRig,
  type Rig,
} from '#test/broker/server/rig.ts';
import { connect } from '#test/broker/server/sockets.ts';
import { grantIdOf } from '#main/wire/grant-id.ts';

const REDIRECT = 'http://localhost:3000/back';
type App = { client_id: string; client_secret: string };
let rig: Rig;
let app: App;
beforeEach(async () => {
  rig = await startRig();
  app = await register('TradingApp');
});
afterEach(() => rig.end());

const register = async (name: string, more: object = {}): Promise<App> =>
  (
    await rig.call('POST', '/_paper/oauth/clients', {
      body: { name, redirect_uri: [REDIRECT], ...more },
    })
  ).json;
const signed = ({ client_id, client_secret }: App, account_id: string) => ({
  client_id,
  client_secret,
  redirect_uri: REDIRECT,
  scope: 'trading data',
  account_id,
});
const tokenOf = async (of: App, accountId = MAIN_ACCOUNT): Promise<string> =>
  (await rig.call('POST', '/v1/oauth/token', { body: signed(of, accountId) })).json.access_token;
const codeOf = async (of: App): Promise<string> =>
  (await rig.call('POST', '/v1/oauth/authorize', { body: signed(of, MAIN_ACCOUNT) })).json.code;
const form = (path: string, fields: Record<string, string>) =>
  rig.call('POST', path, {
    key: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
const exchange = ({ client_id, client_secret }: App, code: string) =>
  form('/oauth/token', {
    grant_type: 'authorization_code',
    client_id,
    client_secret,
    redirect_uri: REDIRECT,
    code,
  });
const exchanged = async (code: string): Promise<string> =>
  (await exchange(app, code)).json.access_token;
const use = async (token: string): Promise<number> =>
  (
    await rig.call('GET', '/v2/account', {
      key: null,
      headers: { Authorization: `Bearer ${token}` },
    })
  ).status;
const list = async (key = KEY, query = '') =>
  (await rig.call('GET', `/v1/oauth/grants${query}`, { key })).json;
const revoke = (body: object, key: typeof KEY | null = KEY) =>
  rig.call('POST', '/v1/oauth/revoke', { body, key });

describe('who has access', () => {
  it('is told to the owner, with scope, status, decision and last use, and no secret', async () => {
    const code = await codeOf(app);
    expect(await list()).toEqual([]);
    const token = (await exchange(app, code)).json.access_token;
    expect(await list()).toEqual([
      {
        grant_id: grantIdOf(code),
        client_id: app.client_id,
        name: 'TradingApp',
        status: 'ACTIVE',
        scope: 'trading data',
        granted_at: expect.stringMatching(/^2026-03-02T15:00/),
        last_used_at: null,
        open_connections: 0,
      },
    ]);
    await rig.step(60_000);
    expect(await use(token)).toBe(200);
    const [entry] = await list();
    expect(entry.last_used_at).toMatch(/^2026-03-02T15:01/);
    expect(JSON.stringify(entry)).not.toContain(token);
  });

  it('is told to nobody else, unless it is the broker partner', async () => {
    await tokenOf(app, OTHER_ACCOUNT);
    expect(await list(OTHER)).toHaveLength(1);
    expect(await list()).toEqual([]);
    expect(await list(KEY, `?account_id=${OTHER_ACCOUNT}`)).toHaveLength(1);
    const foreign = await rig.call('GET', `/v1/oauth/grants?account_id=${MAIN_ACCOUNT}`, {
      key: OTHER,
    });
    expect(foreign.status).toBe(401);
    const byToken = await rig.call('GET', '/v1/oauth/grants', {
      key: null,
      headers: { Authorization: `Bearer ${await tokenOf(app)}` },
    });
    expect(byToken.status).toBe(401);
  });
});

describe('revoking', () => {
  it('ends every token and unused code that an application has of the account, and of no other', async () => {
    const tokens = [await tokenOf(app), await tokenOf(app)];
    const code = await codeOf(app);
    const elsewhere = await tokenOf(app, OTHER_ACCOUNT);
    const other = await tokenOf(await register('Another'));
    const hyphened = app.client_id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const answer = await revoke({ client_id: hyphened, account_id: MAIN_ACCOUNT });
    expect([answer.status, answer.json]).toEqual([200, { revoked: 2 }]);
    expect(await Promise.all(tokens.map(use))).toEqual([401, 401]);
    expect((await exchange(app, code)).status).toBe(400);
    expect([await use(elsewhere), await use(other)]).toEqual([200, 200]);
    expect((await revoke({ client_id: app.client_id })).json).toEqual({ revoked: 0 });
  });

  it('ends one access alone, of the account it is asked for', async () => {
    const [code, other] = [await codeOf(app), await codeOf(app)];
    const [token, kept] = [await exchanged(code), await exchanged(other)];
    const one = { client_id: app.client_id, grant_id: grantIdOf(code) };
    const stream = await connect(`${rig.ws}/stream`);
    stream.send({ action: 'authenticate', data: { oauth_token: token } });
    await stream.next();
    expect((await revoke(one, OTHER)).json).toEqual({ revoked: 0 });
    for (const grant_id of ['', 7, null])
      expect((await revoke({ ...one, grant_id })).status).toBe(422);
    expect([await use(token), await use(kept)]).toEqual([200, 200]);
    expect((await revoke(one)).json).toEqual({ revoked: 1 });
    expect(await stream.end()).toBe(1008);
    expect([await use(token), await use(kept)]).toEqual([401, 200]);
  });

  it('closes the streams of the token, and leaves those of the key alone', async () => {
    const token = await tokenOf(app);
    const mine = await connect(`${rig.ws}/stream`);
    mine.send({
      action: 'authenticate',
      data: { key_id: KEY.keyId, secret_key: KEY.secretKey },
    });
    const theirs = await connect(`${rig.ws}/stream`);
    theirs.send({ action: 'authenticate', data: { oauth_token: token } });
    const prices = await connect(`${rig.ws}/v2/iex`);
    prices.send({ action: 'auth', key: 'oauth', secret: token });
    await Promise.all([mine.next(), theirs.next(), prices.next()]);
    await prices.next();
    expect((await list())[0].open_connections).toBe(2);
    await revoke({ client_id: app.client_id });
    expect(await theirs.end()).toBe(1008);
    expect(await prices.end()).toBe(1008);
    mine.send({ action: 'listen', data: { streams: ['trade_updates'] } });
    expect(await mine.next()).toMatchObject({ stream: 'listening' });
    mine.socket.terminate();
  });

  it('is refused to a stranger, to a token and without an application', async () => {
    const token = await tokenOf(app);
    const body = { client_id: app.client_id, account_id: MAIN_ACCOUNT };
    expect((await revoke(body, OTHER)).status).toBe(401);
    expect((await revoke(body, null)).status).toBe(401);
    expect((await revoke({ account_id: MAIN_ACCOUNT })).status).toBe(422);
    expect((await revoke({ ...body, account_id: 'nobody' })).status).toBe(401);
    expect(await use(token)).toBe(200);
  });

  it('ends the tokens of an application that is removed, also when it is registered again', async () => {
    const token = await tokenOf(app);
    const code = await codeOf(app);
    const stream = await connect(`${rig.ws}/stream`);
    stream.send({ action: 'authenticate', data: { oauth_token: token } });
    await stream.next();
    await rig.call('DELETE', `/_paper/oauth/clients/${app.client_id}`);
    expect(await use(token)).toBe(401);
    expect(await stream.end()).toBe(1008);
    expect(await list()).toEqual([]);
    await register('TradingApp', app);
    expect(await use(token)).toBe(401);
    expect((await exchange(app, code)).status).toBe(400);
  });

  it('refuses the tokens of a disabled application while it is disabled, and lists and revokes them', async () => {
    const token = await tokenOf(app);
    const stream = await connect(`${rig.ws}/stream`);
    stream.send({ action: 'authenticate', data: { oauth_token: token } });
    await stream.next();
    await register('TradingApp', { ...app, status: 'DISABLED' });
    expect(await use(token)).toBe(401);
    expect(await stream.end()).toBe(1008);
    expect(await list()).toMatchObject([{ client_id: app.client_id, status: 'DISABLED' }]);
    await register('TradingApp', app);
    expect(await use(token)).toBe(200);
    await register('TradingApp', { ...app, status: 'DISABLED' });
    expect((await revoke({ client_id: app.client_id })).json).toEqual({ revoked: 1 });
    await register('TradingApp', app);
    expect(await use(token)).toBe(401);
  });
});

describe('a code that is sent in a second time (RFC 6749, 4.1.2)', () => {
  it('ends the token that it gave, closes its streams, and ends no other', async () => {
    const code = await codeOf(app);
    const [token, kept] = [await exchanged(code), await exchanged(await codeOf(app))];
    const stream = await connect(`${rig.ws}/stream`);
    stream.send({ action: 'authenticate', data: { oauth_token: token } });
    await stream.next();
    const again = await exchange(app, code);
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
    expect(await stream.end()).toBe(1008);
    expect([await use(token), await use(kept)]).toEqual([401, 200]);
    expect(await list()).toHaveLength(1);
  });

  it('ends it also when the code is older than anything else that is known of it', async () => {
    const code = await codeOf(app);
    const token = await exchanged(code);
    await rig.step(2 * 86_400_000);
    await codeOf(app);
    expect((await exchange(app, code)).json.message).toContain('has ended');
    expect(await use(token)).toBe(401);
  });

  it.each([
    ['another application', async () => await register('Another')],
    ['somebody without its secret', async () => ({ ...app, client_secret: 'wrong' })],
  ])('ends nothing when it comes from %s', async (_name, who) => {
    const code = await codeOf(app);
    const token = await exchanged(code);
    expect((await exchange(await who(), code)).status).toBeGreaterThanOrEqual(400);
    expect(await use(token)).toBe(200);
  });
});

describe('an application that gives its token back (RFC 7009)', () => {
  const giveBack = (token: string, change: Record<string, string> = {}) =>
    form('/oauth/revoke', { ...app, token, ...change });

  it('has none afterwards, and another of its own stays', async () => {
    const [token, kept] = [await tokenOf(app), await tokenOf(app)];
    const given = await giveBack(token, { token_type_hint: 'access_token' });
    expect([given.status, given.json]).toEqual([200, {}]);
    expect([await use(token), await use(kept)]).toEqual([401, 200]);
    expect((await giveBack(token)).status).toBe(200);
    expect((await giveBack('never-issued')).status).toBe(200);
  });

  it('takes no token of another application, and is told what it lacks', async () => {
    const foreign = await tokenOf(await register('Another'));
    expect((await giveBack(foreign)).status).toBe(200);
    expect(await use(foreign)).toBe(200);
    const wrong = await giveBack(foreign, { client_secret: 'x' });
    expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_client']);
    expect(wrong.json.error_description).toContain('client_secret is not its own');
    const empty = await giveBack('');
    expect([empty.status, empty.json.error]).toEqual([400, 'invalid_request']);
    expect(empty.json.error_description).toBe('missing: token');
  });
});
