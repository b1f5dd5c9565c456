import { Refusal } from '#main/paper/refusal.ts';
import { fastify, type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { registerAccountRoutes } from '#main/paper/routes/account.ts';
import { registerOrderRoutes } from '#main/paper/routes/orders.ts';
import { registerWatchlistRoutes } from '#main/paper/routes/watchlists.ts';
import { createRig, DAY, HOUR, type Rig } from './rig.ts';

type Answer = { status: number; body: never };

let rig: Rig;
let app: FastifyInstance;

beforeEach(() => {
  rig = createRig();
  app = fastify();
  app.addHook('onRequest', async (request) => {
    request.caller = { accountId: rig.account, via: 'key', scopes: new Set() };
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message, extra } = error;
    return reply.code(status).send({ code, message, ...extra });
  });
  for (const register of [registerAccountRoutes, registerOrderRoutes, registerWatchlistRoutes]) {
    register(app, rig.engine);
  }
});

async function call(method: string, url: string, payload?: object): Promise<Answer> {
  const response = await app.inject({
    method: method as 'GET',
    url,
    ...(payload ? { payload } : {}),
  });
  const text = response.body;
  return {
    status: response.statusCode,
    body: (text === '' ? undefined : JSON.parse(text)) as never,
  };
}

const LIMIT = {
  symbol: 'AAPL',
  qty: '1',
  side: 'buy',
  type: 'limit',
  limit_price: '90',
  time_in_force: 'day',
};

describe('/v2/orders', () => {
  it('places, reads, replaces and cancels', async () => {
    const placed = await call('POST', '/v2/orders', { ...LIMIT, client_order_id: 'c 1/ü' });
    expect(placed).toMatchObject({ status: 200, body: { status: 'pending_new' } });
    const { id } = placed.body as { id: string };
    expect(await call('GET', `/v2/orders/${id}`)).toMatchObject({ status: 200, body: { id } });
    const url = '/v2/orders:by_client_order_id?client_order_id=c%201%2F%C3%BC';
    expect(await call('GET', url)).toMatchObject({ status: 200, body: { id } });
    const replaced = await call('PATCH', `/v2/orders/${id}`, { limit_price: '91' });
    expect(replaced).toMatchObject({ status: 200, body: { replaces: id } });
    const next = (replaced.body as { id: string }).id;
    expect(await call('DELETE', `/v2/orders/${next}`)).toEqual({ status: 204, body: undefined });
    expect((await call('DELETE', `/v2/orders/${next}`)).status).toBe(422);
    expect((await call('DELETE', '/v2/orders/11111111-1111-4111-8111-111111111111')).status).toBe(
      404,
    );
  });

  it('cancels all with 207', async () => {
    const { id } = rig.place(LIMIT);
    expect(await call('DELETE', '/v2/orders')).toEqual({
      status: 207,
      body: [{ id, status: 200 }],
    });
  });

  it('pages by submission time and by order id without losing an order', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) ids.push(rig.place(LIMIT).id);
    const collect = async (next: (last: { id: string; submitted_at: string }) => string) => {
      const found: string[] = [];
      let query = '';
      for (;;) {
        const { body } = await call('GET', `/v2/orders?direction=asc&limit=5${query}`);
        const page = body as { id: string; submitted_at: string }[];
        found.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (!last) return found;
        query = next(last);
      }
    };
    expect(await collect((last) => `&after=${last.submitted_at}`)).toEqual(ids);
    expect(await collect((last) => `&after_order_id=${last.id}`)).toEqual(ids);
    const { body } = await call('GET', `/v2/orders?limit=3&before_order_id=${ids[5]}`);
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual([ids[4], ids[3], ids[2]]);
  });

  it('filters by status, side, symbol and class', async () => {
    rig.place();
    rig.place(LIMIT);
    rig.place({ ...LIMIT, symbol: 'MSFT' });
    rig.place({ side: 'sell', type: 'limit', limit_price: '200', qty: '1' });
    const count = async (query: string) =>
      ((await call('GET', `/v2/orders${query}`)).body as unknown[]).length;
    expect(await count('')).toBe(3);
    expect(await count('?status=closed')).toBe(1);
    expect(await count('?status=all&nested=true')).toBe(4);
    expect(await count('?side=sell')).toBe(1);
    expect(await count('?symbols=AAPL,TSLA')).toBe(2);
    expect(await count('?asset_class=crypto')).toBe(0);
    expect(await count('?asset_class=crypto,us_equity')).toBe(3);
    expect(await count('?until=2026-01-05T10:00:00-05:00')).toBe(0);
    expect(await count('?after=2026-01-04')).toBe(3);
  });

  it.each([
    'status=some',
    'limit=0',
    'limit=501',
    'limit=ten',
    'after=yesterday',
    'after=2026-13-45',
    'direction=up',
    'nested=maybe',
    'side=hold',
    'asset_class=gold',
    'after_order_id=7',
    'status=open&status=all',
    'before_order_id=11111111-1111-4111-8111-111111111111&after=2026-01-01',
    'before_order_id=11111111-1111-4111-8111-111111111111&after_order_id=11111111-1111-4111-8111-111111111111',
  ])('refuses ?%s with 422', async (query) => {
    expect(await call('GET', `/v2/orders?${query}`)).toMatchObject({
      status: 422,
      body: { code: 42210001 },
    });
  });
});

describe('/v2/account', () => {
  it('shows the account and changes its configurations', async () => {
    const { body } = await call('GET', '/v2/account');
    expect(body).toMatchObject({ status: 'ACTIVE', currency: 'USD', cash: '100000' });
    expect((body as { account_number: string }).account_number).toMatch(/^PA[\dA-F]{10}$/);
    const changed = await call('PATCH', '/v2/account/configurations', { no_shorting: true });
    expect(changed).toMatchObject({ status: 200, body: { no_shorting: true } });
    expect(await call('GET', '/v2/account/configurations')).toEqual(changed);
  });

  it('pages activities by the id of the last one', async () => {
    rig.chance.push(0.05, 0.3);
    const { id } = rig.place();
    rig.tick('AAPL', 101);
    rig.place({ symbol: 'MSFT' });
    const first = await call('GET', '/v2/account/activities?page_size=2');
    const page = first.body as { id: string; qty: string }[];
    expect(page[0]?.id).toMatch(/^20260105\d{9}::[\da-f-]{36}$/);
    expect(page).toMatchObject([
      { symbol: 'MSFT', type: 'fill', order_status: 'filled', leaves_qty: '0' },
      { symbol: 'AAPL', type: 'fill', qty: '7', cum_qty: '10' },
    ]);
    const second = await call('GET', `/v2/account/activities?page_token=${page[1]?.id}`);
    expect(second.body).toMatchObject([{ type: 'partial_fill', qty: '3', leaves_qty: '7' }]);
    const ofOrder = await call('GET', `/v2/account/activities/FILL?order_id=${id}&direction=asc`);
    expect((ofOrder.body as unknown[]).length).toBe(2);
    const counts = [];
    for (const query of [
      'category=non_trade_activity',
      'date=2026-01-05',
      'date=2026-01-06',
      'until=2026-01-05',
      'activity_types=FILL,OCT',
    ]) {
      const { body } = await call('GET', `/v2/account/activities?${query}`);
      counts.push((body as unknown[]).length);
    }
    expect(counts).toEqual([0, 3, 0, 0, 3]);
  });

  it.each([
    '/v2/account/activities/NOPE',
    '/v2/account/activities?page_token=x',
    '/v2/account/activities?page_size=101',
    '/v2/account/activities?category=trade_activity&activity_types=FILL',
    '/v2/account/portfolio/history?period=1X',
    '/v2/account/portfolio/history?timeframe=2Min',
    '/v2/account/portfolio/history?period=1A&timeframe=1Min',
    '/v2/account/portfolio/history?start=2026-01-01&end=2026-01-02&period=1D',
    '/v2/orders/7',
    '/v2/orders:by_client_order_id',
    '/v2/watchlists/7',
    '/v2/watchlists:by_name',
  ])('refuses %s with 422', async (url) => {
    expect((await call('GET', url)).status).toBe(422);
  });

  it('draws equity by day and by minute', async () => {
    rig.place({ qty: '100' });
    rig.market.set('AAPL', 110, rig.now() + HOUR);
    rig.advance(DAY);
    rig.tick('AAPL', 120);
    const days = await call('GET', '/v2/account/portfolio/history?period=1W&timeframe=1D');
    expect(days.body).toMatchObject({
      timeframe: '1D',
      base_value: 100999,
      equity: [100999, 101999],
      profit_loss: [0, 1000],
      profit_loss_pct: [0, 0.0099],
    });
    const start = '2026-01-05T15:00:00Z';
    const hours = await call(
      'GET',
      `/v2/account/portfolio/history?start=${start}&end=2026-01-05T18:00:00Z&timeframe=1H`,
    );
    expect(hours.body).toMatchObject({
      timestamp: [1767623400, 1767627000, 1767630600, 1767634200],
      equity: [99999, 100999, 100999, 100999],
    });
    const earlier = await call(
      'GET',
      '/v2/account/portfolio/history?start=2026-01-05T14:30:00Z&end=2026-01-05T15:00:30Z&timeframe=15Min',
    );
    expect(earlier.body).toMatchObject({ timestamp: [1767625200], equity: [99999] });
  });
});

describe('/v2/positions', () => {
  it('reads and closes', async () => {
    rig.place();
    expect((await call('GET', '/v2/positions')).body).toMatchObject([{ symbol: 'AAPL' }]);
    const id = rig.market.asset('AAPL')?.id;
    expect((await call('GET', `/v2/positions/${id}`)).body).toMatchObject({ qty: '10' });
    const part = await call('DELETE', '/v2/positions/AAPL?qty=1.5');
    expect(part).toMatchObject({ status: 200, body: { side: 'sell', qty: '1.5' } });
    expect((await call('DELETE', '/v2/positions/AAPL?percentage=101')).status).toBe(422);
    expect((await call('DELETE', '/v2/positions/AAPL?qty=1&percentage=1')).status).toBe(422);
    const all = await call('DELETE', '/v2/positions?cancel_orders=true');
    expect(all).toMatchObject({ status: 207, body: [{ symbol: 'AAPL', status: 200 }] });
    expect((await call('GET', '/v2/positions/AAPL')).status).toBe(404);
  });
});

describe('/v2/watchlists', () => {
  it('are kept by id and by name', async () => {
    const made = await call('POST', '/v2/watchlists', { name: 'My List', symbols: ['AAPL'] });
    expect(made).toMatchObject({
      status: 200,
      body: { name: 'My List', assets: [{ symbol: 'AAPL' }] },
    });
    const { id } = made.body as { id: string };
    expect(await call('GET', '/v2/watchlists:by_name?name=My%20List')).toEqual(made);
    const list = await call('GET', '/v2/watchlists');
    expect(list.body).toMatchObject([{ id, account_id: rig.account }]);
    expect((list.body as object[])[0]).not.toHaveProperty('assets');
    const symbols = async (method: string, url: string, body?: object) =>
      ((await call(method, url, body)).body as { assets: { symbol: string }[] }).assets.map(
        ({ symbol }) => symbol,
      );
    expect(await symbols('POST', `/v2/watchlists/${id}`, { symbol: 'TSLA' })).toEqual([
      'AAPL',
      'TSLA',
    ]);
    expect(await symbols('DELETE', `/v2/watchlists/${id}/AAPL`)).toEqual(['TSLA']);
    expect(
      await symbols('PUT', '/v2/watchlists:by_name?name=My%20List', {
        name: 'B',
        symbols: ['MSFT'],
      }),
    ).toEqual(['MSFT']);
    expect((await call('DELETE', '/v2/watchlists:by_name?name=B')).status).toBe(204);
    expect((await call('GET', `/v2/watchlists/${id}`)).status).toBe(404);
  });

  it.each([
    [{}],
    [{ name: '' }],
    [{ name: 7 }],
    [{ name: 'x'.repeat(65) }],
    [{ name: 'a', symbols: 'AAPL' }],
    [{ name: 'a', symbols: [1] }],
    [{ name: 'a', symbols: ['NOPE'] }],
    [{ name: 'taken' }],
  ])('refuses %j with 422', async (body) => {
    rig.engine.watchlists.create(rig.account, { name: 'taken' });
    expect((await call('POST', '/v2/watchlists', body)).status).toBe(422);
  });
});

it('starts over with the cash it began with', () => {
  rig.place();
  rig.place({ type: 'limit', limit_price: '50' });
  rig.engine.reset();
  expect(rig.engine.audit()).toEqual({ orders: [], executions: [] });
  expect(rig.engine.account(rig.account)).toMatchObject({ cash: '100000', buying_power: '400000' });
  expect(rig.get(rig.place().id)['status']).toBe('filled');
});
