import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFaultRules } from '#main/paper/faults/fault-rules.ts';
import { FaultRule } from '#main/paper/faults/fault.ts';
import { createSeededIds } from '#main/paper/ids.ts';
import { startRig, type Rig } from '#test/broker/server/rig.ts';
import { until } from '#test/support/until.ts';

const SILENCE_MS = 200;
const ORDERS = { method: 'POST', path: '/v2/orders' };

describe('the matcher', () => {
  const newBook = () =>
    createFaultRules({ ids: createSeededIds('x').sequence('f'), seed: '1', now: () => 0 });
  const add = (book: ReturnType<typeof newBook>, rule: object) => book.add(FaultRule.parse(rule));

  it.each([
    ['/v2/orders', 'POST', '/v2/orders', true],
    ['/v2/orders', 'POST', '/v2/orders?nested=true', true],
    ['/v2/orders', 'POST', '/v2/orders/1', false],
    ['/v2/orders/*', 'POST', '/v2/orders/1', true],
    ['/v2/orders/*', 'POST', '/v2/orders/1/2', false],
    ['/v2/**', 'POST', '/v2/orders/1/2', true],
    [
      '/v2/orders:by_client_order_id?client_order_id=a*',
      'POST',
      '/v2/orders:by_client_order_id?client_order_id=abc',
      true,
    ],
    [
      '/v2/orders:by_client_order_id?client_order_id=a*',
      'POST',
      '/v2/orders:by_client_order_id?client_order_id=b',
      false,
    ],
    ['/v2.orders', 'POST', '/v2/orders', false],
    ['/v2/orders', 'GET', '/v2/orders', false],
  ])('the pattern %s meets %s %s: %s', (path, method, url, expected) => {
    const book = newBook();
    add(book, { match: { method: 'post', path }, act: { kind: 'lost' } });
    expect(book.forRequest(method, url).length === 1).toBe(expected);
  });

  it('fires once by default, as often as told, after letting some pass', () => {
    const book = newBook();
    add(book, { match: ORDERS, act: { kind: 'lost' } });
    add(book, { match: ORDERS, act: { kind: 'delay', ms: 1 }, times: 2, skip: 1 });
    const fired = Array.from({ length: 4 }, () =>
      book.forRequest('POST', '/v2/orders').map((act) => act.kind),
    );
    expect(fired).toEqual([['lost'], ['delay'], ['delay'], []]);
    expect(book.list().map(({ fired: count, left }) => [count, left])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('draws the same chances for the same seed and others for another', () => {
    const draw = (seed: number) => {
      const book = newBook();
      add(book, { match: ORDERS, act: { kind: 'lost' }, probability: 0.4, seed });
      return Array.from({ length: 60 }, () => book.forRequest('POST', '/v2/orders').length).join(
        '',
      );
    };
    expect(draw(7)).toBe(draw(7));
    expect(draw(7)).not.toBe(draw(8));
    expect(draw(7).replaceAll('0', '').length).toBeGreaterThan(10);
  });

  it.each([
    [{ match: ORDERS, act: { kind: 'cut' } }],
    [{ match: { stream: 'trade' }, act: { kind: 'lost' } }],
    [{ match: ORDERS, act: { kind: 'late', ms: 60_001 } }],
    [{ match: ORDERS, act: { kind: 'lost' }, probability: 2 }],
    [{ match: {}, act: { kind: 'lost' } }],
    [{ match: ORDERS, act: { kind: 'lost' }, extra: 1 }],
  ])('knows no rule like %j', (rule) => {
    expect(FaultRule.safeParse(rule).success).toBe(false);
  });
});

describe('request faults', () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig({ virtual: false });
  });
  afterEach(() => rig.end());

  const place = (id = 'c1', signal?: AbortSignal) =>
    rig.call('POST', '/v2/orders', { body: { client_order_id: id, symbol: 'AAPL' }, signal });
  const find = (id = 'c1') =>
    rig.call('GET', `/v2/orders:by_client_order_id?client_order_id=${id}`);
  const cause = async (attempt: Promise<unknown>) => {
    const error = (await attempt.catch((failure: unknown) => failure)) as Error & {
      cause?: { code?: string };
    };
    return error.cause?.code ?? error.name;
  };
  /** Places an order, and gives it up when it has no answer SILENCE_MS after the broker did its part. */
  const placeInVain = async (hasDoneItsPart: () => boolean | Promise<boolean>) => {
    const patience = new AbortController();
    const attempt = cause(place('c1', patience.signal));
    await until(hasDoneItsPart, 'the broker has done its part');
    setTimeout(() => patience.abort(), SILENCE_MS);
    expect(await attempt).toBe('AbortError');
  };
  const fault = async (act: object, more: object = {}) => {
    const answer = await rig.fault({ match: ORDERS, act, ...more });
    expect(answer.status).toBe(200);
  };

  it('reset before processing: the connection ends and nothing was placed', async () => {
    await fault({ kind: 'reset' });
    expect(await cause(place())).toBe('ECONNRESET');
    expect(rig.engine.orders).toEqual([]);
    expect((await place()).status).toBe(200);
  });

  it('reset after processing: the same to the caller, but the order is there', async () => {
    await fault({ kind: 'reset', when: 'after' });
    expect(await cause(place())).toBe('ECONNRESET');
    expect((await find()).status).toBe(200);
  });

  it('hang before processing: no answer, nothing placed', async () => {
    await fault({ kind: 'hang' });
    await placeInVain(async () => (await rig.call('GET', '/_paper/faults')).json[0].fired === 1);
    expect(rig.engine.orders).toEqual([]);
  });

  it('hang after processing: no answer, the order is there', async () => {
    await fault({ kind: 'hang', when: 'after' });
    await placeInVain(() => rig.engine.orders.length > 0);
    expect(rig.engine.orders).toHaveLength(1);
  });

  it('delay: the answer comes, later', async () => {
    await fault({ kind: 'delay', ms: 150 });
    await fault({ kind: 'delay', ms: 150, when: 'after' });
    const started = performance.now();
    expect((await place()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });

  it('status before processing: that status and body, nothing placed', async () => {
    await fault({
      kind: 'status',
      status: 503,
      body: { message: 'down' },
      headers: { 'Retry-After': '2' },
    });
    const { status, json, headers } = await place();
    expect([status, json, headers.get('retry-after')]).toEqual([503, { message: 'down' }, '2']);
    expect(rig.engine.orders).toEqual([]);
  });

  it('status after processing: a 504 for an order that landed', async () => {
    await fault({ kind: 'status', status: 504, body: 'request timed out', when: 'after' });
    const { status, json } = await place();
    expect([status, json]).toEqual([504, 'request timed out']);
    expect(rig.engine.orders).toHaveLength(1);
  });

  it('truncate: the head of the answer and a part of its body, then the end', async () => {
    await fault({ kind: 'truncate' });
    expect(['UND_ERR_SOCKET', 'ECONNRESET']).toContain(await cause(place()));
    expect(rig.engine.orders).toHaveLength(1);
  });

  it('truncate: the head alone, and nothing is answered in its place', async () => {
    await fault({ kind: 'truncate', bytes: 0 });
    expect(['UND_ERR_SOCKET', 'ECONNRESET']).toContain(await cause(place()));
    expect(rig.engine.orders).toHaveLength(1);
  });

  it('lost response: processed, the connection cut before a byte of the answer', async () => {
    await fault({ kind: 'lost' });
    expect(await cause(place())).toBe('UND_ERR_SOCKET');
    expect((await find()).json.client_order_id).toBe('c1');
  });

  it('late landing: cut at once, not found, and placed later all the same', async () => {
    await fault({ kind: 'late', ms: 1_500 });
    expect(await cause(place())).toBe('UND_ERR_SOCKET');
    expect((await find()).status).toBe(404);
    await expect.poll(async () => (await find()).status, { timeout: 10_000 }).toBe(200);
    expect(rig.engine.orders).toHaveLength(1);
  });

  it('late landing with the connection left open: silence, then the landing, then the cut', async () => {
    await fault({ kind: 'late', ms: 200, connection: 'open' });
    const started = performance.now();
    expect(await cause(place())).toBe('UND_ERR_SOCKET');
    expect(performance.now() - started).toBeGreaterThanOrEqual(195);
    expect(rig.engine.orders).toHaveLength(1);
  });

  it('blindness: lookups and lists do not show the newest orders for a while', async () => {
    await place('old');
    rig.clock.step(1000);
    await rig.fault({
      match: { method: 'GET', path: '/v2/orders**' },
      act: { kind: 'blind', ms: 500 },
    });
    await place('new');
    const listed = async () =>
      ((await rig.call('GET', '/v2/orders')).json as { client_order_id: string }[]).map(
        (o) => o.client_order_id,
      );
    expect([await listed(), (await find('old')).status, (await find('new')).status]).toEqual([
      ['old'],
      200,
      404,
    ]);
    expect((await find('new')).json).toEqual({ code: 40410000, message: 'order not found' });
    rig.clock.step(500);
    expect([await listed(), (await find('new')).status]).toEqual([['old', 'new'], 200]);
  });

  it('never touches the control interface, is listed with its count, removed and cleared', async () => {
    await rig.fault({ match: { path: '/**' }, act: { kind: 'reset' }, times: 3 });
    const [listed] = (await rig.call('GET', '/_paper/faults')).json;
    expect([listed.fired, listed.left]).toEqual([0, 3]);
    expect((await rig.call('DELETE', `/_paper/faults/${listed.id}`)).status).toBe(204);
    expect((await rig.call('DELETE', `/_paper/faults/${listed.id}`)).status).toBe(404);
    await fault({ kind: 'lost' });
    expect((await rig.call('DELETE', '/_paper/faults')).status).toBe(204);
    expect((await place()).status).toBe(200);
  });

  it('names what is wrong with a rule', async () => {
    const answer = await rig.fault({ match: ORDERS, act: { kind: 'explode' } });
    expect([answer.status, answer.json.code]).toEqual([422, 42210001]);
  });

  it('a late landing that the broker’s end overtakes never lands', async () => {
    await fault({ kind: 'late', ms: 200 });
    await cause(place());
    const { orders } = rig.engine;
    await rig.stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(orders).toEqual([]);
  });
});

describe('request faults on virtual time', () => {
  it('wait for the clock to be stepped, so that a landing has its place in the sequence', async () => {
    const rig = await startRig();
    await rig.fault({ match: ORDERS, act: { kind: 'late', ms: 30_000 } });
    await rig
      .call('POST', '/v2/orders', { body: { client_order_id: 'c1' } })
      .catch(() => undefined);
    await rig.step(29_998);
    expect(rig.engine.orders).toEqual([]);
    await rig.step(2);
    await expect.poll(() => rig.engine.orders.length).toBe(1);
    await rig.end();
  });
});
