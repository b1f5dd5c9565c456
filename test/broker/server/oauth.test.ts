import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  KEY,
  MAIN_ACCOUNT,
  OTHER,
  OTHER_ACCOUNT,
  startRig,
  type Rig,
} from '#test/broker/server/rig.ts';
import { specProblems } from '#test/broker/server/spec.ts';

const REDIRECT = 'http://localhost:3000/back';
let rig: Rig;
let good: Record<string, string>;
beforeAll(async () => {
  rig = await startRig();
  const client = await rig.call('POST', '/_paper/oauth/clients', {
    body: { name: 'TradingApp', redirect_uri: [REDIRECT], url: 'http://test.com' },
  });
  good = {
    client_id: client.json.client_id,
    client_secret: client.json.client_secret,
    redirect_uri: REDIRECT,
    scope: 'trading data',
    account_id: MAIN_ACCOUNT,
  };
});
afterAll(() => rig.end());

const PATHS = {
  authorizeOAuthToken: '/v1/oauth/authorize',
  issueOAuthToken: '/v1/oauth/token',
} as const;

async function post(operation: keyof typeof PATHS, change: object, key: typeof KEY | null = KEY) {
  const answer = await rig.call('POST', PATHS[operation], { body: { ...good, ...change }, key });
  expect(specProblems('broker', operation, answer.status, answer.json)).toEqual([]);
  return answer;
}

describe('the status codes of the OAuth operations', () => {
  it('authorizeOAuthToken 200: A code was issued.', async () => {
    const { status, json } = await post('authorizeOAuthToken', {});
    expect(status).toBe(200);
    expect(json).toEqual({
      code: expect.stringMatching(/^[\da-f-]{36}$/),
      client_id: good['client_id'],
      redirect_uri: REDIRECT,
      scope: 'trading data',
    });
  });

  it('issueOAuthToken 200: Success.', async () => {
    const { status, json } = await post('issueOAuthToken', {});
    expect(status).toBe(200);
    expect(json).toEqual({
      access_token: expect.stringMatching(/^[\da-f-]{36}$/),
      token_type: 'Bearer',
      scope: 'trading data',
    });
  });

  for (const operation of ['authorizeOAuthToken', 'issueOAuthToken'] as const) {
    it.each([
      ['the client does not exist', { client_id: '00000000-0000-4000-8000-000000000000' }],
      ['the client is not named', { client_id: 7 }],
      ['client_secret is incorrect', { client_secret: 'wrong' }],
      ['the account does not exist', { account_id: '00000000-0000-4000-8000-000000000000' }],
    ])(
      `${operation} 401: The client does not exist, the caller has no access to it, or client_secret is incorrect (%s)`,
      async (_name, change) => {
        const { status, json } = await post(operation, change);
        expect([status, typeof json]).toEqual([401, 'string']);
      },
    );

    it(`${operation} 401: the caller has no access to it (a client of another account, a stranger, another person's account)`, async () => {
      const owned = await rig.call('POST', '/_paper/oauth/clients', {
        body: { name: 'Owned', redirect_uri: [REDIRECT], owner_account_id: MAIN_ACCOUNT },
      });
      const { client_id, client_secret } = owned.json;
      const foreign = await post(
        operation,
        { client_id, client_secret, account_id: OTHER_ACCOUNT },
        OTHER,
      );
      const stranger = await post(operation, {}, null);
      const overreach = await post(operation, {}, OTHER);
      expect([foreign.status, stranger.status, overreach.status]).toEqual([401, 401, 401]);
      expect([foreign.json, stranger.json, overreach.json].map((body) => typeof body)).toEqual(
        Array(3).fill('string'),
      );
    });

    it(`${operation} 401: a client that was disabled is as good as none`, async () => {
      const off = await rig.call('POST', '/_paper/oauth/clients', {
        body: { name: 'Off', redirect_uri: [REDIRECT], status: 'DISABLED' },
      });
      const { client_id, client_secret } = off.json;
      expect((await post(operation, { client_id, client_secret })).status).toBe(401);
    });

    it.each([
      ['a redirect URI that is not registered', { redirect_uri: `${REDIRECT}/evil` }],
      ['no redirect URI', { redirect_uri: undefined }],
      ['a scope that does not exist', { scope: 'trading everything' }],
      ['no scope', { scope: undefined }],
    ])(`${operation} 422: The redirect URI or the scope is invalid (%s)`, async (_name, change) => {
      const { status, json } = await post(operation, change);
      expect([status, typeof json]).toEqual([422, 'string']);
    });

    it(`${operation} answers an unreadable body with a bare string too`, async () => {
      const { status, json } = await rig.call('POST', PATHS[operation], { body: '{' });
      expect([status, json]).toEqual([422, 'failed to decode request body']);
    });
  }

  it('getOAuthClient 200: Success.', async () => {
    const hyphened = good['client_id']?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    for (const id of [good['client_id'], hyphened]) {
      const { status, json } = await rig.call(
        'GET',
        `/v1/oauth/clients/${id}?response_type=code&redirect_uri=${encodeURIComponent(REDIRECT)}&scope=data`,
      );
      expect(status).toBe(200);
      expect(specProblems('broker', 'getOAuthClient', 200, json)).toEqual([]);
      expect(json).toMatchObject({
        client_id: good['client_id'],
        name: 'TradingApp',
        status: 'ACTIVE',
        redirect_uri: [REDIRECT],
      });
      expect(JSON.stringify(json)).not.toMatch(/secret|owner/);
    }
  });

  it('getOAuthClient 401: The client does not exist or the caller has no access to it.', async () => {
    const owned = await rig.call('POST', '/_paper/oauth/clients', {
      body: { name: 'Mine', redirect_uri: [REDIRECT], owner_account_id: MAIN_ACCOUNT },
    });
    const path = `/v1/oauth/clients/${owned.json.client_id}`;
    const answers = [
      await rig.call('GET', '/v1/oauth/clients/00000000-0000-4000-8000-000000000000'),
      await rig.call('GET', '/v1/oauth/clients/nonsense'),
      await rig.call('GET', path, { key: OTHER }),
      await rig.call('GET', path, { key: null }),
    ];
    for (const { status, json } of answers) expect([status, typeof json]).toEqual([401, 'string']);
    expect((await rig.call('GET', path)).status).toBe(200);
  });
});

describe('the code flow', () => {
  const exchange = (change: Record<string, string>) =>
    rig.call('POST', '/oauth/token', {
      key: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: good['client_id'] ?? '',
        client_secret: good['client_secret'] ?? '',
        redirect_uri: REDIRECT,
        ...change,
      }).toString(),
    });
  const newCode = async () => String((await post('authorizeOAuthToken', {})).json.code);

  it('trades a code for a token that works as Bearer, once', async () => {
    const code = await newCode();
    const first = await exchange({ code });
    expect([first.status, first.json.token_type, first.json.scope]).toEqual([
      200,
      'bearer',
      'trading data',
    ]);
    const account = await rig.call('GET', '/v2/account', {
      key: null,
      headers: { Authorization: `Bearer ${first.json.access_token}` },
    });
    expect(account.json.id).toBe(MAIN_ACCOUNT);
    const second = await exchange({ code });
    expect([second.status, second.json.error]).toEqual([400, 'invalid_grant']);
  });

  type Told = { at: string; client_id: string; account_id: string | null; outcome: string };
  const lastTold = async () =>
    ((await rig.call('GET', '/_paper/oauth/exchanges')).json as unknown as Told[])[0];
  /** The application by the standard name and a sentence, the person by what it was. */
  const bothTold = async (sent: ReturnType<typeof exchange>) => {
    const { status, json, headers } = await sent;
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(json.error_description).toBe(json.message);
    const { outcome } = (await lastTold()) ?? {};
    return [status, json.error, json.message, outcome];
  };

  it('says on both sides that a code expired, after ten minutes of market time', async () => {
    const code = await newCode();
    await rig.step(600_000);
    expect(await bothTold(exchange({ code }))).toEqual([
      400,
      'invalid_grant',
      'the code expired: it is good for ten minutes',
      'expired_code',
    ]);
  });

  it('says on both sides that a code was used before', async () => {
    const code = await newCode();
    expect((await exchange({ code })).status).toBe(200);
    expect(await lastTold()).toEqual({
      at: expect.any(String),
      client_id: good['client_id'],
      account_id: MAIN_ACCOUNT,
      outcome: 'exchanged',
    });
    expect(await bothTold(exchange({ code }))).toEqual([
      400,
      'invalid_grant',
      'the code was used before: it is good once, and the token that it gave has ended',
      'replayed_code',
    ]);
    expect((await lastTold())?.account_id).toBe(MAIN_ACCOUNT);
    // Nothing is left to end.
    expect(await bothTold(exchange({ code }))).toEqual([
      400,
      'invalid_grant',
      'the code was used before: it is good once',
      'used_code',
    ]);
  });

  it('says on both sides that a code was taken back', async () => {
    const code = await newCode();
    rig.ledger.db.exec('DELETE FROM oauth_codes');
    expect(await bothTold(exchange({ code }))).toEqual([
      400,
      'invalid_grant',
      'the code was revoked before it was used',
      'revoked_code',
    ]);
  });

  it('says on both sides that the redirect URI is another, and uses the code up', async () => {
    const code = await newCode();
    expect(await bothTold(exchange({ code, redirect_uri: 'http://evil' }))).toEqual([
      400,
      'invalid_grant',
      'redirect_uri is not the one the code was issued for',
      'other_redirect',
    ]);
    expect((await exchange({ code })).json.message).toContain('used before');
  });

  it('tells an application that its secret may be wrong, and the person that it is; the code stays', async () => {
    const code = await newCode();
    expect(await bothTold(exchange({ code, client_secret: 'x' }))).toEqual([
      401,
      'invalid_client',
      'client_id is not known, or client_secret is not its own',
      'wrong_secret',
    ]);
    expect((await exchange({ code })).status).toBe(200);
  });

  it('writes nothing down for an application that nobody registered', async () => {
    const before = await lastTold();
    const answer = await exchange({ code: 'x', client_id: '0'.repeat(32) });
    expect([answer.status, answer.json.error]).toEqual([401, 'invalid_client']);
    expect(await lastTold()).toEqual(before);
  });

  it.each([
    ['an unknown code', { code: 'nope' }, 400, 'invalid_grant'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no code', { code: '' }, 400, 'invalid_request'],
    ['no redirect URI', { redirect_uri: '' }, 400, 'invalid_request'],
    ['no secret', { client_secret: '' }, 401, 'invalid_client'],
  ])('refuses %s', async (_name, change, status, error) => {
    const answer = await exchange({ code: 'x', ...change });
    expect([answer.status, answer.json.error]).toEqual([status, error]);
  });

  const sent = async (body: string, headers: Record<string, string>) => {
    const answer = await rig.call('POST', '/oauth/token', { key: null, body, headers });
    return [answer.status, answer.json.error, answer.json.error_description];
  };
  const FORM = 'application/x-www-form-urlencoded';
  it.each([
    ['nothing', '', FORM, 'missing: grant_type, client_id, code, redirect_uri'],
    ['JSON', '{"grant_type":"authorization_code"}', 'application/json', `the body must be ${FORM}`],
    ['text', 'grant_type=authorization_code', 'text/plain', `the body must be ${FORM}`],
    ['a member twice', 'code=1&code=2', FORM, 'twice: code'],
  ])('says what is wrong with a body that is %s', async (_name, body, type, description) => {
    expect(await sent(body, { 'content-type': type })).toEqual([
      400,
      'invalid_request',
      description,
    ]);
  });

  it('says where id and secret belong to a client that sends them by header, and takes both', async () => {
    const code = await newCode();
    const { client_id: id = '', client_secret: secret = '' } = good;
    const headers = { 'content-type': FORM, Authorization: `Basic ${btoa(`${id}:${secret}`)}` };
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
    expect(await sent(new URLSearchParams(form).toString(), headers)).toEqual([
      401,
      'invalid_client',
      expect.stringContaining('belong in the form'),
    ]);
    const both = new URLSearchParams({ ...form, client_id: id, client_secret: secret });
    expect((await sent(both.toString(), headers))[0]).toBe(200);
  });

  it('keeps the last 500 exchanges and shows 50 of them', async () => {
    await rig.call('PUT', '/_paper/rate', { body: { perMinute: 1_000_000 } });
    for (let nth = 0; nth < 51; nth++) await exchange({ code: `made up ${nth}` });
    const told = (await rig.call('GET', '/_paper/oauth/exchanges')).json as unknown as Told[];
    expect(told).toHaveLength(50);
    expect(new Set(told.map(({ outcome }) => outcome))).toEqual(new Set(['unknown_code']));
    const insert = rig.ledger.db.prepare(
      "INSERT INTO oauth_exchanges (at_ms, client_id, outcome) VALUES (1, 'x', 'exchanged')",
    );
    for (let nth = 0; nth < 600; nth++) insert.run();
    await exchange({ code: 'the last' });
    const [kept] = rig.ledger.db.prepare('SELECT count(*) AS kept FROM oauth_exchanges').all();
    expect(kept).toEqual({ kept: 500 });
  });

  describe('with a challenge (RFC 7636, appendix B)', () => {
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const bound = async () =>
      String(
        (await post('authorizeOAuthToken', { code_challenge, code_challenge_method: 'S256' })).json
          .code,
      );

    it('gives a token to who knows what the challenge was made of', async () => {
      expect((await exchange({ code: await bound(), code_verifier })).status).toBe(200);
    });

    it.each([
      ['no verifier', {}],
      ['the challenge itself', { code_verifier: code_challenge }],
      ['another verifier', { code_verifier: code_verifier.replace('d', 'e') }],
      ['a verifier that is too short', { code_verifier: 'x' }],
    ])('refuses %s', async (_name, change: Record<string, string>) => {
      const answer = await exchange({ code: await bound(), ...change });
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_grant']);
    });

    it('refuses a verifier for a code that nothing was bound to', async () => {
      expect((await exchange({ code: await newCode(), code_verifier })).status).toBe(400);
    });

    it.each([
      { code_challenge, code_challenge_method: 'plain' },
      { code_challenge },
      { code_challenge_method: 'S256' },
      { code_challenge: 'short', code_challenge_method: 'S256' },
    ])('issues no code for %j', async (change) => {
      expect((await post('authorizeOAuthToken', change)).status).toBe(422);
    });
  });

  it('keeps codes, tokens and secrets only as hashes', async () => {
    const code = await newCode();
    const token = String((await post('issueOAuthToken', {})).json.access_token);
    const dump = ['oauth_codes', 'oauth_tokens', 'oauth_clients']
      .map((table) => JSON.stringify(rig.ledger.db.prepare(`SELECT * FROM ${table}`).all()))
      .join();
    for (const secret of [code, token, good['client_secret']]) expect(dump).not.toContain(secret);
  });
});

describe('where the demo application waits', () => {
  const visit = async (query: string) => fetch(`${rig.rest}/oauth/demo${query}`);

  it('needs no key and says what came, in text that is never markup', async () => {
    const answer = await visit('?code=1&state=%3Cscript%3Ealert(1)%3C/script%3E');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toContain('received a code');
    expect(await (await visit('?error=access_denied')).text()).toContain('access_denied');
    expect(await (await visit('?code=1&code=2')).text()).toContain('did not include one');
  });
});
