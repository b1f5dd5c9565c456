import { describe, expect, it } from 'vitest';
import type { Client } from '#main/broker/client.ts';
import * as sample from './samples.ts';
import { setUp, type Handler, type Seen } from './local-broker.ts';

const queryOf = ({ path }: Seen) => new URL(path, 'http://x').searchParams;
const bars = (symbol: string, count: number) => ({ [symbol]: Array(count).fill(sample.bar) });
const query = { symbols: ['AAPL', 'MSFT'], timeframe: '1Day', start: '2026-01-01' };

/** Pages keyed by the token that asks for them. */
const pages =
  (byToken: Record<string, unknown>): Handler =>
  (request) => ({ json: byToken[queryOf(request).get('page_token') ?? ''] });

describe('bars', () => {
  const three = pages({
    '': { bars: bars('AAPL', 2), next_page_token: 'p2' },
    p2: { bars: {}, next_page_token: 'p/3=' },
    'p/3=': { bars: { ...bars('AAPL', 1), ...bars('MSFT', 1) }, next_page_token: null },
  });

  it('are read to the last page, however short the pages are', async () => {
    const { broker, client } = await setUp(three);
    const result = await client.bars(query);
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && result.value.map((bar) => bar.symbol)).toEqual([
      'AAPL',
      'AAPL',
      'AAPL',
      'MSFT',
    ]);
    expect(result.ok && result.value[0]).toEqual({
      symbol: 'AAPL',
      time: Date.UTC(2026, 0, 5, 5),
      open: 1.5,
      high: 2,
      low: 1,
      close: 1.75,
      volume: 1000,
      tradeCount: 12,
      vwap: 1.6,
    });
    expect(broker.seen[0]?.path).toBe(
      '/v2/stocks/bars?symbols=AAPL%2CMSFT&timeframe=1Day&start=2026-01-01&feed=iex&limit=10000',
    );
    expect(broker.seen[2]?.path).toContain('&page_token=p%2F3%3D');
  });

  it('say after each page but the last how many were read', async () => {
    const { client } = await setUp(three);
    const told: number[] = [];
    await client.bars(query, { onPage: (read) => void told.push(read) });
    expect(told).toEqual([2, 2]);
  });

  it.each([
    [15_000, 15_000],
    [150_000, false],
  ])('are read when %i come at once, unless that is beyond every page', async (count, read) => {
    const { client } = await setUp(pages({ '': { bars: bars('AAPL', count) } }));
    const newest = {
      symbol: 'AAPL',
      timeframe: '1Day',
      start: '2026-01-01',
      end: '2026-01-09',
      count: 10,
    };
    const result = await client.newestBars(newest);
    expect(result.ok && result.value.bars.length).toBe(read);
  });

  it('end with a failure when a token comes twice', async () => {
    const { broker, client } = await setUp(
      pages({
        '': { bars: {}, next_page_token: 'a' },
        a: { bars: {}, next_page_token: 'b' },
        b: { bars: {}, next_page_token: 'a' },
      }),
    );
    expect(await client.bars(query)).toMatchObject({
      failure: { kind: 'unavailable', message: expect.stringContaining('repeat') as string },
    });
    expect(broker.seen).toHaveLength(3);
  });

  it('can be canceled between pages and under way', async () => {
    const ending = new AbortController();
    const { broker, client } = await setUp((request, ...rest) => {
      if (queryOf(request).get('page_token') === 'p2') ending.abort();
      return three(request, ...rest);
    });
    const result = await client.bars(query, { signal: ending.signal });
    expect(result).toMatchObject({ failure: { kind: 'offline' } });
    expect(broker.seen).toHaveLength(2);
    const other = new AbortController();
    const { client: waiting } = await setUp(() => {
      other.abort();
      return undefined;
    });
    expect(await waiting.bars(query, { signal: other.signal })).toMatchObject({
      failure: { kind: 'offline', message: expect.stringContaining('canceled') as string },
    });
  });

  it('are not passed off as complete when a later page fails', async () => {
    const { client } = await setUp((request) =>
      queryOf(request).has('page_token')
        ? { status: 403, json: { message: 'SIP' } }
        : { json: { bars: bars('AAPL', 2), next_page_token: 'x' } },
    );
    expect(await client.bars(query)).toMatchObject({
      failure: { kind: 'refused', message: 'SIP' },
    });
  });

  it('of no symbols need no request', async () => {
    const { broker, client } = await setUp({ json: {} });
    expect(await client.bars({ ...query, symbols: [] })).toEqual({ ok: true, value: [] });
    expect(await client.snapshots([])).toEqual({ ok: true, value: [] });
    expect(broker.seen).toEqual([]);
  });

  it('read null where a symbol has none', async () => {
    const { client } = await setUp({ json: { bars: { AAPL: null }, next_page_token: '' } });
    expect(await client.bars(query)).toEqual({ ok: true, value: [] });
    const { client: none } = await setUp({ json: { bars: null, next_page_token: null } });
    expect(await none.bars(query)).toEqual({ ok: true, value: [] });
  });
});

describe('half of a surrogate pair', () => {
  const half = '\ud800';

  it.each<[string, object, (client: Client) => Promise<unknown>]>([
    [
      'as the next page of bars',
      { bars: bars('AAPL', 2), next_page_token: half },
      (client) => client.bars(query),
    ],
    [
      'as the last id of a page of activities',
      [{ id: half, activity_type: 'DIV' }],
      (client) => client.allActivities({}),
    ],
  ])('%s is an answer that cannot be read', async (_, json, call) => {
    const { broker, client } = await setUp({ json });
    expect(await call(client)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(broker.seen).toHaveLength(1);
  });
});

describe('all orders', () => {
  it('are those that have an id to ask for them by; the list says that it lacks the others', async () => {
    const odd = { ...sample.order, id: '\ud800' };
    const { broker, client } = await setUp((request) => ({
      json: queryOf(request).has('before_order_id') ? [odd] : [odd, sample.order, odd],
    }));
    const list = await client.allOrders({ status: 'all' });
    expect(list).toMatchObject({ ok: true, value: { length: 1, unread: [{}, {}, {}] } });
    expect(broker.seen).toHaveLength(2);
  });

  const stored = Array.from({ length: 7 }, (_, index) => ({
    ...sample.order,
    id: `o${7 - index}`,
    submitted_at: `2026-01-0${7 - index}T00:00:00Z`,
  }));
  /** A broker that caps the page at three, whatever limit it is asked for. */
  const listing: Handler = (request) => {
    const before = queryOf(request).get('before_order_id');
    const from = before ? stored.findIndex(({ id }) => id === before) + 1 : 0;
    return { json: stored.slice(from, from + 3) };
  };

  it('are read by cursor until a page is empty', async () => {
    const { broker, client } = await setUp(listing);
    const result = await client.allOrders({ status: 'all', nested: true });
    expect(result.ok && result.value.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(broker.seen.map(({ path }) => path)).toEqual([
      '/v2/orders?status=all&nested=true&limit=500&direction=desc',
      '/v2/orders?status=all&nested=true&limit=500&direction=desc&before_order_id=o5',
      '/v2/orders?status=all&nested=true&limit=500&direction=desc&before_order_id=o2',
      '/v2/orders?status=all&nested=true&limit=500&direction=desc&before_order_id=o1',
    ]);
  });

  it('end where `after` is passed, without sending it beside a cursor', async () => {
    const { broker, client } = await setUp(listing);
    const after = '2026-01-03T00:00:00Z';
    const result = await client.allOrders({ after });
    expect(result.ok && result.value.map(({ id }) => id)).toEqual(['o7', 'o6', 'o5', 'o4']);
    expect(broker.seen).toHaveLength(2);
    expect(broker.seen.some(({ path }) => path.includes('after='))).toBe(false);
  });

  it('fail when the broker ignores the cursor', async () => {
    const { broker, client } = await setUp({ json: stored.slice(0, 2) });
    expect(await client.allOrders()).toMatchObject({ failure: { kind: 'unavailable' } });
    expect(broker.seen).toHaveLength(2);
  });

  it('can be canceled', async () => {
    const ending = new AbortController();
    const { broker, client } = await setUp((...request) => {
      ending.abort();
      return listing(...request);
    });
    const { signal } = ending;
    expect(await client.allOrders({}, { signal })).toMatchObject({ failure: { kind: 'offline' } });
    expect(broker.seen).toHaveLength(1);
  });
});

describe('all activities', () => {
  it('are read by the id of the last one', async () => {
    const { broker, client } = await setUp(
      pages({
        '': [
          { ...sample.fill, id: 'a::1' },
          { ...sample.fill, id: 'a::2' },
        ],
        'a::2': [{ ...sample.fill, id: 'a::3' }],
        'a::3': [],
      }),
    );
    const result = await client.allActivities({ activityTypes: ['FILL'], after: '2026-01-01' });
    expect(result.ok && result.value.map(({ id, execution }) => [id, execution?.cumQty])).toEqual([
      ['a::1', '5'],
      ['a::2', '5'],
      ['a::3', '5'],
    ]);
    expect(broker.seen[1]?.path).toBe(
      '/v2/account/activities?activity_types=FILL&after=2026-01-01&page_token=a%3A%3A2',
    );
  });
});
