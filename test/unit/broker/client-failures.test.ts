import { describe, expect, it } from 'vitest';
import { retryInMs, type Failed } from '#contract/failure.ts';
import * as sample from './samples.ts';
import { clientOf, realDelay, setUp, startLocalBroker } from './local-broker.ts';

const failureOf = async (reply: Parameters<typeof setUp>[0]) => {
  const { client } = await setUp(reply);
  const result = await client.account();
  return result.ok ? undefined : result.failure;
};

describe('an error of the broker', () => {
  it.each([
    [400, { code: 40010000, message: 'bad' }, { kind: 'refused', code: 40010000, message: 'bad' }],
    [401, { message: 'who' }, { kind: 'unauthorized', message: 'who' }],
    [403, { code: 40310000, message: 'no' }, { kind: 'refused' }],
    [404, { code: 40410000, message: 'gone' }, { kind: 'refused', status: 404 }],
    [408, { message: 'slow' }, { kind: 'unavailable', status: 408 }],
    [422, { code: 42210001, message: 'a, b' }, { kind: 'refused', message: 'a, b' }],
    [425, {}, { kind: 'unavailable', message: 'it gave no reason' }],
    [500, { code: 50010000, message: 'oh' }, { kind: 'unavailable', code: 50010000 }],
    [504, 'request timed out', { kind: 'unavailable', message: 'request timed out' }],
    [418, null, { kind: 'refused' }],
    [422, [1], { kind: 'refused' }],
    [422, { code: '5', message: 7 }, { kind: 'refused', message: 'it gave no reason' }],
  ])('%i with %j', async (status, json, failure) => {
    expect(await failureOf({ status, json })).toMatchObject({ status, ...failure });
  });

  it('keeps the words of an HTML page', async () => {
    const text = '<html><body><h1>403</h1>\n<p>Forbidden &amp; closed</p></body></html>';
    expect(await failureOf({ status: 401, text })).toMatchObject({
      kind: 'unauthorized',
      message: '403 Forbidden &amp; closed',
    });
    expect(await failureOf({ status: 403, text: '' })).toMatchObject({
      message: 'it gave no reason',
    });
  });

  it('is not held up by a page that is all brackets, nor by one that nests without an end', async () => {
    const began = performance.now();
    expect(await failureOf({ status: 403, text: '<'.repeat(3_000_000) })).toMatchObject({
      kind: 'refused',
    });
    const deep = `{"message":"m","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const failure = await failureOf({ status: 403, text: deep });
    expect(failure).toMatchObject({ kind: 'refused', message: expect.stringMatching(/^.{200}$/) });
    expect(() => structuredClone(failure)).not.toThrow();
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': '0.5' }, 500],
    [{}, 1_000],
    [{ 'retry-after': 'soon' }, 1_000],
    [{ 'x-ratelimit-reset': '4102444800' }, 3_600_000],
  ])('429 with %j says how long to wait', async (headers, retryAfterMs) => {
    expect(await failureOf({ status: 429, json: { message: 'slow down' }, headers })).toMatchObject(
      {
        kind: 'throttled',
        status: 429,
        retryAfterMs,
        message: 'slow down',
      },
    );
  });

  it('429 with a reset waits for the reset', async () => {
    const headers = { 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 20) };
    const failure = await failureOf({ status: 429, headers });
    expect(failure?.kind).toBe('throttled');
    const waitMs = failure?.kind === 'throttled' ? failure.retryAfterMs : 0;
    expect(waitMs).toBeGreaterThan(18_000);
    expect(waitMs).toBeLessThanOrEqual(21_000);
  });

  it('is a redirect: refused, and said so, without quoting more than the host', async () => {
    const other = await startLocalBroker(() => ({ json: sample.account }));
    const headers = { location: `${other.origin}/path?token=abc` };
    const failure = await failureOf({ status: 302, headers, text: 'moved' });
    expect(failure).toMatchObject({
      kind: 'unavailable',
      status: 302,
      message: expect.stringContaining('redirects are not followed') as string,
    });
    expect(JSON.stringify(failure)).not.toContain('abc');
    expect(other.seen).toEqual([]);
  });

  it.each([
    [
      'a JSON body',
      { json: { message: 'bad key KEYKEY:SECRETSECRET', SECRETSECRET: 'SECRETSECRET' } },
    ],
    ['a page', { text: '<p>apca-api-secret-key: SECRETSECRET</p>' }],
    ['a string', { json: 'SECRETSECRET' }],
  ])('never carries the credentials that %s echoes', async (_what, reply) => {
    const failure = await failureOf({ status: 403, ...reply });
    expect(failure?.kind).toBe('refused');
    expect(JSON.stringify(failure)).not.toMatch(/SECRETSECRET|KEYKEY/);
  });

  it('never carries the secret of an OAuth client', async () => {
    const { client } = await setUp(({ body }) => ({ status: 401, json: `no: ${body}` }));
    const result = await client.issueOAuthToken({
      clientId: 'c',
      clientSecret: 'hush-hush',
      redirectUri: 'http://x',
      scope: '',
      accountId: 'a',
    });
    expect(result).toMatchObject({ failure: { kind: 'unauthorized', status: 401 } });
    expect(JSON.stringify(result)).not.toContain('hush-hush');
  });
});

describe('a network failure', () => {
  it('is told apart from an error of the broker', async () => {
    expect(await clientOf('http://127.0.0.1:1').account()).toMatchObject({
      failure: {
        kind: 'offline',
        message: expect.stringContaining('could not be reached') as string,
      },
    });
    expect(await failureOf((_request, socket) => void socket.destroy())).toMatchObject({
      kind: 'offline',
      message: expect.stringContaining('did not answer') as string,
    });
  });

  it('of a read is tried again twice, no more', async () => {
    const { broker, client } = await setUp((_request, socket) => void socket.destroy());
    expect(await client.account()).toMatchObject({ failure: { kind: 'offline' } });
    expect(broker.seen).toHaveLength(3);
  });

  it.each([500, 502, 503, 504])('%i of a read is tried again until it works', async (status) => {
    let count = 0;
    const { broker, client } = await setUp(() =>
      ++count < 3 ? { status } : { json: sample.account },
    );
    expect(await client.account()).toMatchObject({ ok: true });
    expect(broker.seen).toHaveLength(3);
  });

  it('is an answer that came before, to whichever request: it is asked again on another connection', async () => {
    let count = 0;
    const { broker, client } = await setUp(() =>
      ++count === 2
        ? { json: sample.account, headers: { 'X-Request-ID': 'r1' } }
        : { json: count === 1 ? sample.account : { ...sample.order, id: 'o-1' } },
    );
    await client.account();
    expect(await client.order('o-1')).toMatchObject({ value: { id: 'o-1' } });
    expect(broker.seen).toHaveLength(3);
    expect(broker.connections()).toBe(2);
  });

  it('is an answer that came before each time it is asked, except of market data, which may be kept on its way', async () => {
    const headers = { 'X-Request-ID': 'same' };
    const orders = await setUp({ json: sample.account, headers });
    expect(await orders.client.account()).toMatchObject({ ok: true });
    expect(await orders.client.account()).toMatchObject({
      failure: { kind: 'offline', message: expect.stringContaining('already been used') as string },
    });
    expect(orders.broker.seen).toHaveLength(4);
    const data = await startLocalBroker(() => ({ json: {}, headers }));
    const client = clientOf(orders.broker.origin, {
      hosts: { rest: orders.broker.origin, data: data.origin },
    });
    for (let i = 0; i < 2; i++) expect(await client.snapshots(['A'])).toMatchObject({ ok: true });
  });

  it.each([400, 401, 403, 404, 408, 422, 429, 302])('%i is not tried again', async (status) => {
    const { broker, client } = await setUp({ status });
    await client.account();
    expect(broker.seen).toHaveLength(1);
  });

  it('is not tried again once the caller has left', async () => {
    const ending = new AbortController();
    const { broker, client } = await setUp((_request, socket) => {
      ending.abort();
      socket.destroy();
      return undefined;
    });
    expect(await client.account(ending.signal)).toMatchObject({ failure: { kind: 'offline' } });
    expect(broker.seen).toHaveLength(1);
  });
});

describe('the rate limit', () => {
  it('makes the next request wait for the gate, and says throttled to who would wait too long', async () => {
    const { broker, client } = await setUp({ status: 429, headers: { 'retry-after': '50' } });
    await client.account();
    const { failure } = (await client.account()) as Failed;
    expect(failure).toMatchObject({ kind: 'throttled', status: 429 });
    expect(retryInMs(failure, 0)).toBeGreaterThan(48_000);
    expect(await client.placeRaw('{}', { maxWaitMs: 2_000 })).toMatchObject({ kind: 'not-sent' });
    expect(broker.seen).toHaveLength(1);
  });

  it('opens again when the wait is over', async () => {
    let count = 0;
    const { client } = await setUp(
      () =>
        ++count === 1
          ? { status: 429, headers: { 'retry-after': '0.3' } }
          : { json: sample.account },
      { delay: realDelay },
    );
    await client.account();
    const began = performance.now();
    expect(await client.account()).toMatchObject({ ok: true });
    expect(performance.now() - began).toBeGreaterThan(200);
  });

  it('ends with the account', async () => {
    const { client } = await setUp({ status: 429, headers: { 'retry-after': '20' } });
    await client.account();
    const waiting = client.account();
    client.close();
    expect(await waiting).toMatchObject({ failure: { kind: 'offline' } });
    expect(await client.cancel('o')).toMatchObject({ kind: 'not-sent' });
  });
});
