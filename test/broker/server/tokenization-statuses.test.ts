import { describe, expect, it } from 'vitest';
import { MAIN_ACCOUNT, OTHER, OTHER_ACCOUNT } from '#test/broker/server/rig.ts';
import { BODY, UNKNOWN, useTokenization } from '#test/broker/server/tokenization-calls.ts';

const { rig, mint, get, byLabel, list, permit, issuer, held, count } = useTokenization();

describe('the status codes of getTokenizationRequest', () => {
  it('getTokenizationRequest 200: Success.', async () => {
    const id = (await mint({ ...BODY, client_request_id: 'label' })).json.tokenization_request_id;
    const { status, json } = await get(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...BODY,
      tokenization_request_id: id,
      client_request_id: 'label',
      type: 'mint',
      status: 'pending',
      token_symbol: 'AAPLx',
      tx_hash: null,
      fees: null,
      client_account_id: MAIN_ACCOUNT,
    });
  });
  it('getTokenizationRequest 401: Credentials missing or invalid.', async () => {
    expect((await get(UNKNOWN, null)).json).toEqual({ code: 40110000, message: 'unauthorized' });
  });
  it('getTokenizationRequest 403: Caller not authorized.', async () => {
    await permit('none');
    expect((await get(UNKNOWN)).json).toEqual({ code: 40310000, message: 'forbidden' });
  });
  it('getTokenizationRequest 404: No request with this tokenization_request_id exists for the calling account.', async () => {
    await permit('mint', OTHER_ACCOUNT);
    const id = (await mint()).json.tokenization_request_id;
    const missing = { code: 40410000, message: 'tokenization request not found' };
    expect((await get(UNKNOWN)).json).toEqual(missing);
    expect((await get(id, OTHER)).json).toEqual(missing);
  });
  it('getTokenizationRequest 422: tokenization_request_id is not a valid UUID.', async () => {
    const { status, json } = await get('not-a-uuid');
    expect([status, json]).toEqual([
      422,
      { code: 42210001, message: 'tokenization_request_id is not a valid UUID' },
    ]);
  });
});

describe('the status codes of getTokenizationRequestByClientRequestID', () => {
  it('getTokenizationRequestByClientRequestID 200: Success; of a reused label the newest.', async () => {
    await mint({ ...BODY, client_request_id: 'a b/ü'.replace('ü', 'u') });
    const newest = (await mint({ ...BODY, qty: '2', client_request_id: 'a b/u' })).json;
    await mint({ ...BODY, client_request_id: 'other' });
    const { status, json } = await byLabel('?client_request_id=a%20b%2Fu');
    expect([status, json.tokenization_request_id, json.qty]).toEqual([
      200,
      newest.tokenization_request_id,
      '2',
    ]);
  });
  it('getTokenizationRequestByClientRequestID 401: Credentials missing or invalid.', async () => {
    expect((await byLabel('?client_request_id=x', null)).status).toBe(401);
  });
  it('getTokenizationRequestByClientRequestID 403: Caller not authorized.', async () => {
    await permit('none');
    expect((await byLabel('?client_request_id=x')).status).toBe(403);
  });
  it('getTokenizationRequestByClientRequestID 404: No request with this client_request_id exists for the calling account.', async () => {
    await permit('mint', OTHER_ACCOUNT);
    await mint({ ...BODY, client_request_id: 'mine' });
    expect((await byLabel('?client_request_id=nobody')).status).toBe(404);
    expect((await byLabel('?client_request_id=mine', OTHER)).status).toBe(404);
  });
  it('getTokenizationRequestByClientRequestID 422: The client_request_id query parameter is missing.', async () => {
    const { status, json } = await byLabel('');
    expect([status, json.message]).toEqual([422, 'client_request_id query parameter is required']);
  });
});

describe('the status codes of getTokenizationRequests', () => {
  it('getTokenizationRequests 200: Success; a list of requests, newest first, of the calling account.', async () => {
    await permit('mint', OTHER_ACCOUNT);
    const first = (await mint()).json.tokenization_request_id;
    const second = (await mint()).json.tokenization_request_id;
    const ids = (answer: { json: { tokenization_request_id: string }[] }) =>
      answer.json.map((item) => item.tokenization_request_id);
    expect(ids(await list())).toEqual([second, first]);
    expect((await list('', OTHER)).json).toEqual([]);
  });

  it('getTokenizationRequests filters by type, status, underlying symbol, issuer and network', async () => {
    await mint();
    await rig().call('POST', '/_paper/tokenization/redeem', {
      body: { underlying_symbol: 'TSLA', qty: '1', issuer: 'ondo', network: 'base' },
    });
    const symbols = async (query: string) =>
      ((await list(query)).json as { underlying_symbol: string }[]).map(
        (item) => item.underlying_symbol,
      );
    expect(await symbols('?type=mint')).toEqual(['AAPL']);
    expect(await symbols('?type=redeem')).toEqual(['TSLA']);
    expect(await symbols('?status=pending')).toEqual(['TSLA', 'AAPL']);
    expect(await symbols('?status=completed')).toEqual([]);
    expect(await symbols('?underlying_symbol=AAPL')).toEqual(['AAPL']);
    expect(await symbols('?issuer=xstocks&network=solana')).toEqual(['AAPL']);
    expect(await symbols('?issuer=xstocks&network=base')).toEqual([]);
  });

  it('getTokenizationRequests takes after and before as exclusive, with any offset', async () => {
    const created = String((await mint()).json.created_at);
    const at = Date.parse(created);
    const shift = (ms: number) => new Date(at + ms).toISOString();
    const found = async (query: string) => ((await list(query)).json as unknown[]).length;
    expect(await found(`?after=${created}`)).toBe(0);
    expect(await found(`?before=${created}`)).toBe(0);
    expect(await found(`?after=${shift(-1)}&before=${shift(1)}`)).toBe(1);
    // one microsecond before, and the same moment in New York
    expect(
      await found(
        `?after=${created.replace(/\.\d+Z$/, '')}.${String(at % 1000).padStart(3, '0')}000Z`,
      ),
    ).toBe(0);
    const local = new Date(at - 5 * 3_600_000).toISOString().replace('Z', '-05:00');
    expect(await found(`?after=${local}`)).toBe(0);
    const east = new Date(at + 2 * 3_600_000 - 1).toISOString().replace('Z', '+02:00');
    expect(await found(`?after=${encodeURIComponent(east)}`)).toBe(1);
    expect(await found(`?after=${east}`)).toBe(1); // the plus sign not escaped
  });

  it('getTokenizationRequests 401: Credentials missing or invalid.', async () => {
    expect((await list('', null)).status).toBe(401);
  });
  it('getTokenizationRequests 403: Caller not authorized.', async () => {
    await permit('none');
    expect((await list()).status).toBe(403);
  });
  it.each([
    ['?type=burn', 'type is invalid'],
    ['?status=done', 'status is invalid'],
    ['?issuer=nobody', 'issuer is invalid'],
    ['?network=ethernet', 'network is invalid'],
    ['?after=yesterday', 'failed to parse after'],
    ['?before=2026-01-01T00:00:00', 'failed to parse before'],
    ['?after=2026-02-31T00:00:00Z', 'failed to parse after'],
    ['?underlying_symbol=', 'underlying_symbol is invalid'],
    ['?type=x&after=y', 'type is invalid, failed to parse after'],
  ])(
    'getTokenizationRequests 422: One or more parameters missing or invalid (%s)',
    async (query, message) => {
      const { status, json } = await list(query);
      expect([status, json]).toEqual([422, { code: 42210001, message }]);
    },
  );
});

describe('the status codes of postTokenizationMint', () => {
  it('postTokenizationMint 200: Minting was requested; the shares leave the account.', async () => {
    const { status, json, headers } = await mint({ ...BODY, client_request_id: 'l1' });
    expect(status).toBe(200);
    expect(json).toEqual({
      tokenization_request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      created_at: expect.any(String),
      status: 'pending',
      underlying_symbol: 'AAPL',
      token_symbol: 'AAPLx',
      qty: '1.5',
      issuer: 'xstocks',
      network: 'solana',
      client_request_id: 'l1',
    });
    expect([held(), headers.get('idempotent-replayed')]).toEqual(['8.5', null]);
  });

  it.each([
    ['malformed input: no JSON', '{', 'failed to decode request body'],
    ['malformed input: a list', [], 'failed to decode request body'],
    [
      'malformed input: a number where text belongs',
      { ...BODY, qty: 1.5 },
      'failed to decode request body',
    ],
    [
      'malformed input: ten decimals',
      { ...BODY, qty: '1.0000000001' },
      'qty must have at most 9 decimals',
    ],
    ['insufficient position', { ...BODY, qty: '10.000000001' }, 'insufficient position in AAPL'],
    [
      'insufficient position: none at all',
      { ...BODY, underlying_symbol: 'TSLA' },
      'insufficient position in TSLA',
    ],
  ])(
    'postTokenizationMint 400: Malformed input, insufficient position … (%s)',
    async (_name, body, message) => {
      const { status, json } = await mint(body);
      expect([status, json]).toEqual([400, { code: 40010000, message }]);
      expect([held(), await count()]).toEqual(['10', 0]);
    },
  );

  it('postTokenizationMint 400: the account is not authorized to mint', async () => {
    await permit('read');
    const { status, json } = await mint();
    expect([status, json.message]).toEqual([400, 'account is not authorized to mint']);
    expect((await list()).status).toBe(200);
  });

  it.each([['two words'], ['x'.repeat(129)], ['kéy'], [' ']])(
    'postTokenizationMint 400: also a malformed Idempotency-Key (%s)',
    async (idempotencyKey) => {
      const latin1 = Buffer.from(idempotencyKey, 'utf8').toString('latin1');
      const { status, json } = await mint(BODY, { idempotencyKey: latin1 });
      expect([status, json.code, await count()]).toEqual([400, 40010000, 0]);
    },
  );

  it('postTokenizationMint 400: or a replay of a request that was originally rejected', async () => {
    await issuer({ next: ['reject'] });
    const idempotencyKey = 'k-rejected';
    expect((await mint(BODY, { idempotencyKey })).status).toBe(200);
    expect((await mint(BODY, { idempotencyKey })).status).toBe(200); // not yet
    await rig().step(5000);
    expect((await mint(BODY, { idempotencyKey })).status).toBe(400);
    expect([held(), await count()]).toEqual(['10', 1]);
  });

  it('postTokenizationMint 400: refused by the issuer at once, kept as rejected, and refused again on replay', async () => {
    await issuer({ next: ['refuse'] });
    const answers = [
      await mint(BODY, { idempotencyKey: 'k' }),
      await mint(BODY, { idempotencyKey: 'k' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    const [kept] = (await list('?status=rejected')).json;
    expect([kept.status, held(), await count()]).toEqual(['rejected', '10', 1]);
  });

  it('postTokenizationMint 401: Credentials missing or invalid.', async () => {
    expect((await mint(BODY, { key: null })).status).toBe(401);
  });
  it('postTokenizationMint 403: Caller not authorized.', async () => {
    await permit('none');
    expect((await mint()).status).toBe(403);
  });

  it.each([
    [
      'nothing',
      {},
      'underlying_symbol is required, qty is required, issuer is required, network is required, wallet_address is required',
    ],
    [
      'no issuer and network',
      { ...BODY, issuer: undefined, network: '' },
      'issuer is required, network is required',
    ],
    ['no wallet', { ...BODY, wallet_address: null }, 'wallet_address is required'],
    ['an unknown symbol', { ...BODY, underlying_symbol: 'NOPE' }, 'underlying_symbol is invalid'],
    ['zero', { ...BODY, qty: '0.000' }, 'qty is invalid'],
    ['less than nothing', { ...BODY, qty: '-1' }, 'qty is invalid'],
    ['no number', { ...BODY, qty: '1e3' }, 'qty is invalid'],
    ['an unknown issuer', { ...BODY, issuer: 'acme' }, 'issuer is invalid'],
    ['an unknown network', { ...BODY, network: 'dogecoin' }, 'network is invalid'],
    ['a wallet with spaces', { ...BODY, wallet_address: 'a b' }, 'wallet_address is invalid'],
    [
      'a label with an edge of space',
      { ...BODY, client_request_id: ' x' },
      'client_request_id is invalid',
    ],
    [
      'a label of 129',
      { ...BODY, client_request_id: 'x'.repeat(129) },
      'client_request_id is invalid',
    ],
  ])(
    'postTokenizationMint 422: Parameters missing or invalid (%s)',
    async (_name, body, message) => {
      const { status, json } = await mint(body);
      expect([status, json]).toEqual([422, { code: 42210001, message }]);
    },
  );

  it('postTokenizationMint 422: or the same Idempotency-Key was reused with a different body.', async () => {
    await mint(BODY, { idempotencyKey: 'k' });
    const { status, json } = await mint({ ...BODY, qty: '2' }, { idempotencyKey: 'k' });
    expect([status, json.code, await count(), held()]).toEqual([422, 42210001, 1, '8.5']);
  });
});
