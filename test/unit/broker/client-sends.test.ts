import { describe, expect, it } from 'vitest';
import { OrderChange, OrderDraft } from '#contract/orders.ts';
import type { Client } from '#main/broker/client.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import { encodeChange, encodeOrder } from '#main/wire/order-body.ts';
import { encodeMint } from '#main/wire/tokenization.ts';
import * as sample from './samples.ts';
import { clientOf, realDelay, setUp, type Handler } from './local-broker.ts';

const place = encodeOrder(
  OrderDraft.parse({
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    qty: '1.50',
    limitPrice: '150.10',
  }),
  'c-1',
);
const change = encodeChange(OrderChange.parse({ qty: '2', limitPrice: '10.01' }), 'c-2');
const mint = encodeMint(
  {
    underlyingSymbol: 'AAPL',
    qty: '1.5',
    issuer: 'xstocks',
    network: 'solana',
    walletAddress: 'W',
  },
  'label',
);

type Row = [
  name: string,
  send: (client: Client, options?: Parameters<Client['cancel']>[1]) => Promise<Sent<unknown>>,
  request: { method: string; path: string; body: string },
  json: unknown,
  value: unknown,
];

const sends: Row[] = [
  [
    'placeRaw',
    (client, options) => client.placeRaw(place, options),
    { method: 'POST', path: '/v2/orders', body: place },
    sample.order,
    { id: sample.order.id, clientOrderId: 'c-1', qty: '1.5' },
  ],
  [
    'replaceRaw',
    (client, options) => client.replaceRaw('o-1', change, options),
    { method: 'PATCH', path: '/v2/orders/o-1', body: change },
    { ...sample.order, replaces: 'o-1' },
    { replaces: 'o-1' },
  ],
  [
    'cancel',
    (client, options) => client.cancel('o-1', options),
    { method: 'DELETE', path: '/v2/orders/o-1', body: '' },
    undefined,
    null,
  ],
  [
    'cancelAll',
    (client, options) => client.cancelAll(options),
    { method: 'DELETE', path: '/v2/orders', body: '' },
    [{ id: 'a', status: 200 }],
    [{ id: 'a', status: 200 }],
  ],
  [
    'mintRaw',
    (client, options) => client.mintRaw(mint, 'key-1', options),
    { method: 'POST', path: '/v2/tokenization/mint', body: mint },
    { ...sample.tokenization, type: undefined, wallet_address: undefined },
    { tokenizationRequestId: '12345-678-90AB', type: 'mint', qty: '1.23' },
  ],
];
const first = sends.slice(0, 1);

describe('each request that changes something', () => {
  it.each(sends)('%s sends its bytes unchanged and reads the answer', async (...row) => {
    const [name, send, request, json, value] = row;
    const { broker, client } = await setUp({ json, status: name === 'cancelAll' ? 207 : 200 });
    const sent = await send(client);
    expect(sent).toMatchObject({ kind: 'answer', requestId: 'r1' });
    if (sent.kind !== 'answer' || !sent.result.ok) throw new Error('no value');
    if (value === null) expect(sent.result.value).toBeNull();
    else expect(sent.result.value).toMatchObject(value as object);
    expect(broker.seen).toHaveLength(1);
    expect(broker.seen[0]).toMatchObject(request);
  });

  it.each(sends)('%s tells a refusal with its status and words', async (_name, send) => {
    const json = { code: 40310000, message: 'insufficient', available: '0' };
    const { broker, client } = await setUp({ status: 403, json });
    expect(await send(client)).toEqual({
      kind: 'answer',
      status: 403,
      message: 'insufficient',
      requestId: 'r1',
      result: {
        ok: false,
        failure: {
          kind: 'refused',
          status: 403,
          code: 40310000,
          message: 'insufficient',
          requestId: 'r1',
        },
      },
    });
    expect(broker.seen).toHaveLength(1);
  });

  it.each(
    sends.flatMap(([name, send]) =>
      [408, 425, 429, 500, 502, 503, 504, 307].map((status) => ({ name, send, status })),
    ),
  )('$name is not sent again after $status', async ({ send, status }) => {
    const { broker, client } = await setUp({ status });
    expect(await send(client)).toMatchObject({ kind: 'answer', status, result: { ok: false } });
    expect(broker.seen).toHaveLength(1);
  });

  it.each(sends)('%s is lost when no answer comes, and not sent again', async (_name, send) => {
    const { broker, client } = await setUp((_request, socket) => void socket.destroy());
    expect(await send(client)).toMatchObject({ kind: 'lost' });
    expect(broker.seen).toHaveLength(1);
    const { broker: mute, client: impatient } = await setUp(() => undefined, {
      timeoutMs: 500,
      delay: realDelay,
    });
    expect(await send(impatient)).toMatchObject({
      kind: 'lost',
      reason: 'no answer within 0.5 s',
    });
    expect(mute.seen).toHaveLength(1);
  });

  it.each(sends)('%s is not sent when nobody listens', async (_name, send) => {
    expect(await send(clientOf('http://127.0.0.1:1'))).toMatchObject({ kind: 'not-sent' });
  });

  it.each(sends)(
    '%s asks beforeSend, and is not sent when it says why not',
    async (_name, send) => {
      const { broker, client } = await setUp({ json: {} });
      expect(await send(client, { beforeSend: () => 'the kill switch is on' })).toEqual({
        kind: 'not-sent',
        reason: 'the kill switch is on',
      });
      expect(broker.seen).toEqual([]);
    },
  );

  it.each(sends)('%s is not sent when it was canceled before', async (_name, send) => {
    const { broker, client } = await setUp({ json: {} });
    expect(await send(client, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'not-sent',
      reason: 'canceled',
    });
    expect(broker.seen).toEqual([]);
  });

  it.each(sends.filter(([name]) => name !== 'cancel'))(
    '%s says of a 2xx that cannot be read that it was answered',
    async (_name, send) => {
      for (const text of ['', '<html></html>', '{}', '{"id":1}', 'null']) {
        const { client } = await setUp({ status: 201, text });
        expect(await send(client)).toMatchObject({
          kind: 'answer',
          status: 201,
          message: expect.stringContaining('could not be read') as string,
          result: { ok: false, failure: { kind: 'unavailable', status: 201 } },
        });
      }
    },
  );
});

describe('an order id', () => {
  it.each(['', '.', '..', '../account', 'a/b', 'a?b', '%2e', 'a b', 'x'.repeat(129)])(
    'cannot be %j, which would ask for something else',
    async (id) => {
      const { broker, client } = await setUp({ json: [] });
      expect(await client.cancel(id)).toMatchObject({ kind: 'not-sent' });
      expect(await client.replaceRaw(id, '{}')).toMatchObject({ kind: 'not-sent' });
      expect(await client.order(id)).toMatchObject({ failure: { kind: 'invalid' } });
      expect(broker.seen).toEqual([]);
    },
  );

  it.each(['', '.', '..', '\ud800'])('nor can a symbol be %j', async (symbol) => {
    const { broker, client } = await setUp({ json: [] });
    expect(await client.asset(symbol)).toMatchObject({ failure: { kind: 'invalid' } });
    expect(broker.seen).toEqual([]);
  });
});

describe('a mint', () => {
  it('carries its idempotency key', async () => {
    const { broker, client } = await setUp({ json: sample.tokenization });
    await client.mintRaw(mint, 'key-1');
    expect(broker.seen[0]?.headers['idempotency-key']).toBe('key-1');
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(129), 'a\r\nb'])(
    'is not sent with the key %j',
    async (key) => {
      const { broker, client } = await setUp({ json: {} });
      expect(await client.mintRaw(mint, key)).toMatchObject({ kind: 'not-sent' });
      expect(broker.seen).toEqual([]);
    },
  );
});

describe('settings and tokens', () => {
  const request = {
    clientId: 'c',
    clientSecret: 'shh!',
    redirectUri: 'http://x',
    scope: 'trading',
    accountId: 'a',
  };
  const body =
    '{"client_id":"c","client_secret":"shh!","redirect_uri":"http://x","scope":"trading","account_id":"a"}';

  it('gets a code', async () => {
    const { broker, client } = await setUp({ json: { code: 'abc', scope: '' } });
    expect(await client.authorizeOAuth(request)).toMatchObject({
      value: { code: 'abc', scope: '' },
    });
    expect(broker.seen[0]).toMatchObject({ method: 'POST', path: '/v1/oauth/authorize', body });
  });

  it('reads who has access', async () => {
    const granted_at = '2026-11-16T12:00:00Z';
    const { broker, client } = await setUp({
      json: [{ client_id: 'c', scope: '', granted_at, last_used_at: null }],
    });
    expect(await client.oauthGrants({ accountId: 'a b' })).toEqual({
      ok: true,
      value: [{ clientId: 'c', scope: '', grantedAt: granted_at }],
    });
    expect(broker.seen[0]).toMatchObject({ path: '/v1/oauth/grants?account_id=a%20b' });
  });

  it('takes access back', async () => {
    const { broker, client } = await setUp({ json: { revoked: 2 } });
    expect(await client.revokeOAuth({ clientId: 'c', accountId: 'a' })).toEqual({
      ok: true,
      value: null,
    });
    const revoking = '{"client_id":"c","account_id":"a"}';
    expect(broker.seen[0]).toMatchObject({
      method: 'POST',
      path: '/v1/oauth/revoke',
      body: revoking,
    });
    await client.revokeOAuth({ clientId: 'c', accountId: 'a', grantId: 'g' });
    expect(broker.seen[1]).toMatchObject({
      body: '{"client_id":"c","account_id":"a","grant_id":"g"}',
    });
  });

  it('gets a token', async () => {
    const { broker, client } = await setUp({ json: { access_token: 't', token_type: 'Bearer' } });
    expect(await client.issueOAuthToken(request)).toMatchObject({ value: { accessToken: 't' } });
    expect(broker.seen[0]).toMatchObject({ method: 'POST', path: '/v1/oauth/token', body });
  });

  it.each<[string, Handler, object]>([
    [
      'a bare string',
      () => ({ status: 422, json: 'bad scope' }),
      { kind: 'refused', message: 'bad scope' },
    ],
    ['a lost answer', (_request, socket) => void socket.destroy(), { kind: 'offline' }],
    ['half an answer', () => ({ json: { scope: '' } }), { kind: 'unavailable' }],
  ])('makes %s a failure', async (_name, handler, failure) => {
    const { broker, client } = await setUp(handler);
    expect(await client.authorizeOAuth(request)).toMatchObject({ failure });
    expect(await client.issueOAuthToken(request)).toMatchObject({ failure });
    expect(broker.seen).toHaveLength(2);
  });
});

describe('waiting for a turn', () => {
  it.each(first)('%s is not sent when its turn comes too late', async (_name, send) => {
    const { broker, client } = await setUp(
      { json: sample.order },
      { perMinute: 10, delay: realDelay },
    );
    for (let i = 0; i < 5; i++) await send(client);
    const sent = await send(client, { maxWaitMs: 50 });
    expect(sent).toMatchObject({
      kind: 'not-sent',
      reason: expect.stringContaining('rate limit') as string,
    });
    expect(broker.seen).toHaveLength(5);
    expect(await client.cancel('o')).toMatchObject({ kind: 'answer' });
  });
});
