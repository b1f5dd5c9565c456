import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barRecord, quoteRecord, tradeRecord } from '#main/paper/market/records.ts';
import { clockAt, marketOf, minute, serve } from './market-fixtures.ts';

const clock = clockAt('2026-11-13T18:30:20.250Z');
const market = marketOf('always');
const app = serve(market, clock);

async function get(url: string) {
  const response = await app.inject({ url });
  return { status: response.statusCode, body: response.json<Record<string, never>>() };
}

type Point = { t: string };
type PageBody = { bars: Record<string, Point[]>; next_page_token: string | null };

async function readBars(url: string, token: string): Promise<PageBody> {
  const response = await app.inject({ url: `${url}&page_token=${encodeURIComponent(token)}` });
  expect(response.statusCode).toBe(200);
  return response.json<PageBody>();
}

async function allPages(url: string, limits: readonly number[]): Promise<[string, string][]> {
  const seen: [string, string][] = [];
  let token: string | null = '';
  for (let page = 0; token !== null; page++) {
    const limit = limits[page % limits.length] ?? 1000;
    const body: PageBody = await readBars(`${url}&limit=${limit}`, token);
    const points = Object.entries(body.bars).flatMap(([symbol, bars]) =>
      bars.map(({ t }): [string, string] => [symbol, t]),
    );
    expect(points.length).toBeLessThanOrEqual(limit);
    if (body.next_page_token !== null) expect(points.length).toBe(limit);
    seen.push(...points);
    token = body.next_page_token;
  }
  return seen;
}

describe('the feed', () => {
  it('delayed_sip is a quarter of an hour late, in the latest values and in snapshots', async () => {
    const late = serve(market, clockAt('2026-11-13T18:15:20.250Z'));
    for (const path of [
      'AAPL/trades/latest?',
      'AAPL/quotes/latest?',
      'AAPL/snapshot?',
      'snapshots?symbols=AAPL&',
    ]) {
      const url = `/v2/stocks/${path}`;
      const then = (await late.inject({ url: `${url}feed=sip` })).json<unknown>();
      expect((await get(`${url}feed=delayed_sip`)).body).toEqual(then);
      expect((await get(`${url}feed=sip`)).body).not.toEqual(then);
    }
  });

  it('of the night has nothing with the hours of the exchange, and everything around the clock', async () => {
    const real = serve(marketOf('real'), clock);
    const json = async (url: string) => (await real.inject({ url })).json<unknown>();
    expect(await json('/v2/stocks/snapshots?symbols=AAPL&feed=overnight')).toEqual({});
    expect(await json('/v2/stocks/AAPL/trades/latest?feed=boats')).toMatchObject({ trade: null });
    const bars = '/v2/stocks/bars?symbols=AAPL&timeframe=1Day&start=2026-11-10&feed=boats';
    expect(await json(bars)).toMatchObject({ bars: {} });
    expect((await get(bars)).body).toMatchObject({ bars: { AAPL: { length: 4 } } });
  });
});

describe('pages of bars', () => {
  const url =
    '/v2/stocks/bars?symbols=SPY,AAPL,NOSUCH,BRK.B&timeframe=1Hour&start=2026-11-10&end=2026-11-11';

  it('show every bar exactly once, by symbol and then by time, for any limits and either order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('asc', 'desc'),
        async (limits, sort) => {
          const whole = await allPages(`${url}&sort=${sort}`, [10_000]);
          expect(await allPages(`${url}&sort=${sort}`, limits)).toEqual(whole);
          expect(whole).toHaveLength(3 * 48);
          expect(whole.map(([symbol]) => symbol)).toEqual(whole.map(([s]) => s).toSorted());
          const apple = whole.filter(([symbol]) => symbol === 'AAPL').map(([, t]) => t);
          expect(apple).toEqual(sort === 'asc' ? apple.toSorted() : apple.toSorted().toReversed());
        },
      ),
      { numRuns: 25 },
    );
  });

  it('are the same forwards and backwards over years', async () => {
    const years = '/v2/stocks/bars?symbols=AAPL&timeframe=1Day&start=2021-11-13';
    const up = await allPages(`${years}&sort=asc`, [700]);
    const down = await allPages(`${years}&sort=desc`, [700]);
    expect(up).toHaveLength(1827);
    expect(down.toReversed()).toEqual(up);
  });

  it('count 1000 points when no limit is given, and say where to go on', async () => {
    const { body } = await get(
      '/v2/stocks/AAPL/bars?timeframe=1Min&start=2026-11-12&end=2026-11-12',
    );
    expect(body).toMatchObject({
      symbol: 'AAPL',
      next_page_token: expect.stringMatching(/^[\w+/]+=*$/),
    });
    expect(body['bars']).toHaveLength(1000);
  });

  it('are taken with the same start and end as the wire has them: both included', async () => {
    const { body } = await get(
      '/v2/stocks/AAPL/bars?timeframe=1Min&start=2026-11-12T15:00:00Z&end=2026-11-12T10:02:00-05:00',
    );
    const bars = body['bars'] as unknown as Point[];
    expect(bars.map(({ t }) => t)).toEqual([
      '2026-11-12T15:00:00Z',
      '2026-11-12T15:01:00Z',
      '2026-11-12T15:02:00Z',
    ]);
  });

  it('start daily bars at midnight New York, summer and winter', async () => {
    const { body } = await get(
      '/v2/stocks/AAPL/bars?timeframe=1Day&start=2026-10-31&end=2026-11-02',
    );
    const bars = body['bars'] as unknown as Point[];
    expect(bars.map(({ t }) => t)).toEqual([
      '2026-10-31T04:00:00Z',
      '2026-11-01T04:00:00Z',
      '2026-11-02T05:00:00Z',
    ]);
  });

  it('never show the future', async () => {
    const { body } = await get(
      '/v2/stocks/AAPL/bars?timeframe=1Min&start=2026-11-13T18:29:00Z&end=2030-01-01',
    );
    const bars = body['bars'] as unknown as Point[];
    expect(bars.map(({ t }) => t)).toEqual(['2026-11-13T18:29:00Z', '2026-11-13T18:30:00Z']);
    const later = await get('/v2/stocks/AAPL/bars?timeframe=1Day&start=2029-01-01');
    expect(later.body).toEqual({ bars: [], symbol: 'AAPL', next_page_token: null });
  });
});

describe('pages of trades and quotes', () => {
  it.each(['trades', 'quotes'])('show all %s of a span once, in either order', async (name) => {
    const url = `/v2/stocks/AAPL/${name}?start=2026-11-13T18:20:00Z&end=2026-11-13T18:30:00Z`;
    const read = async (sort: string, limit: number) => {
      const points: Point[] = [];
      for (let token: string | null = ''; token !== null;) {
        const { body } = await get(
          `${url}&sort=${sort}&limit=${limit}&page_token=${encodeURIComponent(token)}`,
        );
        points.push(...(body[name] as unknown as Point[]));
        token = body['next_page_token'] ?? null;
      }
      return points;
    };
    const all = [
      ...market.trades(
        'AAPL',
        Date.parse('2026-11-13T18:20:00Z') - 1,
        Date.parse('2026-11-13T18:30:00Z'),
      ),
    ];
    const up = await read('asc', 7);
    expect(up).toHaveLength(all.length);
    expect(up[0]?.t).toMatch(/^2026-11-13T18:20:\d\d\.\d{9}Z$/);
    expect(await read('desc', 13)).toEqual(up.toReversed());
  });
});

describe('latest values', () => {
  const now = () => clock.now();
  const asset = market.asset('AAPL');
  if (!asset) throw new Error('AAPL is listed');

  it('are the last of the history', async () => {
    const trade = market.lastTrade('AAPL', now());
    const expected = trade && tradeRecord(asset, trade);
    expect((await get('/v2/stocks/AAPL/trades/latest')).body).toEqual({
      symbol: 'AAPL',
      trade: expected,
    });
    const { body } = await get('/v2/stocks/AAPL/trades?sort=desc&limit=1');
    expect(body['trades']).toEqual([expected]);
    const quote = quoteRecord(asset, market.quote('AAPL', now()));
    expect((await get('/v2/stocks/AAPL/quotes/latest?feed=iex')).body).toEqual({
      symbol: 'AAPL',
      quote,
    });
    const bar = [...market.bars('AAPL', minute, now() - 60_000, now(), now())].at(-1);
    expect((await get('/v2/stocks/AAPL/bars/latest?currency=USD')).body).toEqual({
      symbol: 'AAPL',
      bar: bar && barRecord(bar),
      currency: 'USD',
    });
  });

  it('for several leave out what is not listed', async () => {
    const { body } = await get('/v2/stocks/trades/latest?symbols=AAPL,NOSUCH,BRK.B');
    expect(Object.keys(body['trades'] ?? {})).toEqual(['AAPL', 'BRK.B']);
    expect((await get('/v2/stocks/quotes/latest?symbols=NOSUCH')).body).toEqual({ quotes: {} });
  });

  it('for one that is not listed are null', async () => {
    expect((await get('/v2/stocks/NOSUCH/trades/latest')).body).toEqual({
      symbol: 'NOSUCH',
      trade: null,
    });
    expect((await get('/v2/stocks/NOSUCH/snapshot')).body).toMatchObject({ latestTrade: null });
  });

  it.each(['bars?timeframe=1Day', 'trades', 'quotes'])(
    'the history of one that is not listed is refused: %s',
    async (kind) => {
      expect(await get(`/v2/stocks/NOSUCH/${kind}`)).toEqual({
        status: 400,
        body: { message: 'invalid symbol: NOSUCH' },
      });
    },
  );

  it('are gathered in snapshots, one at the top level and several by symbol', async () => {
    const one = (await get('/v2/stocks/BRK.B/snapshot')).body;
    expect(one).toMatchObject({ symbol: 'BRK.B', latestTrade: { p: expect.any(Number) } });
    const several = (await get('/v2/stocks/snapshots?symbols=AAPL,BRK.B')).body;
    expect({ symbol: 'BRK.B', ...(several['BRK.B'] as unknown as object) }).toEqual(one);
    expect(one).toMatchObject({
      minuteBar: { t: '2026-11-13T18:30:00Z' },
      dailyBar: { t: '2026-11-13T05:00:00Z' },
      prevDailyBar: { t: '2026-11-12T05:00:00Z' },
    });
  });

  it('show the last session while the exchange is closed', async () => {
    const closed = serve(marketOf('real'), clockAt('2026-11-28T15:00:00Z'));
    const body = (await closed.inject({ url: '/v2/stocks/AAPL/snapshot' })).json<
      Record<string, Point>
    >();
    expect(body['dailyBar']?.t).toBe('2026-11-27T05:00:00Z');
    expect(body['prevDailyBar']?.t).toBe('2026-11-25T05:00:00Z');
    expect(body['latestTrade']?.t).toMatch(/^2026-11-27T2[01]:/);
  });
});

describe('the code tables', () => {
  it('name the codes that trades and quotes carry', async () => {
    const { body: venues } = await get('/v2/stocks/meta/exchanges');
    const { body } = await get('/v2/stocks/snapshots?symbols=AAPL,SPY,KO');
    for (const snapshot of Object.values(body) as unknown as Record<
      string,
      Record<string, string>
    >[]) {
      expect(venues).toHaveProperty([snapshot['latestTrade']?.['x'] ?? '']);
      expect(venues).toHaveProperty([snapshot['latestQuote']?.['ax'] ?? '']);
      const tape = snapshot['latestTrade']?.['z'] ?? '';
      const { body: conditions } = await get(`/v2/stocks/meta/conditions/trade?tape=${tape}`);
      expect(conditions).toHaveProperty([snapshot['latestTrade']?.['c']?.[0] ?? '']);
    }
    expect((await get('/v2/stocks/auctions?symbols=AAPL')).body).toEqual({
      auctions: {},
      next_page_token: null,
    });
  });
});

describe('bad parameters', () => {
  it.each([
    ['/v2/stocks/bars?timeframe=1Day', 'symbols is required'],
    ['/v2/stocks/bars?symbols=&timeframe=1Day', 'symbols is required'],
    ['/v2/stocks/bars?symbols=AAPL', 'timeframe is required'],
    ['/v2/stocks/bars?symbols=AAPL,aa$&timeframe=1Day', 'invalid symbol: aa$'],
    ['/v2/stocks/AA%20PL/bars?timeframe=1Day', 'invalid symbol: AA PL'],
    ['/v2/stocks/AAPL/bars?timeframe=60Min', 'invalid timeframe: 60Min'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&timeframe=1Day', 'timeframe must be given only once'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&limit=0', 'invalid limit: 0'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&limit=10001', 'invalid limit: 10001'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&limit=ten', 'invalid limit: ten'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&limit=-5', 'invalid limit: -5'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&start=yesterday', 'invalid start: yesterday'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&start=2026-02-30', 'invalid start: 2026-02-30'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&end=2026-01-01T25:00:00Z', 'invalid end'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&end=2026-01-01T10:00:00', 'invalid end'],
    [
      '/v2/stocks/AAPL/bars?timeframe=1Day&start=2026-02-02&end=2026-02-01',
      'must not be before start',
    ],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&sort=up', 'invalid sort: up'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&feed=overnight', 'invalid feed: overnight'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&adjustment=raw,none', 'invalid adjustment: none'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&asof=now', 'invalid asof: now'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&currency=EUR', 'invalid currency: EUR'],
    ['/v2/stocks/AAPL/bars?timeframe=1Day&page_token=nonsense', 'invalid page_token'],
    [
      `/v2/stocks/AAPL/bars?timeframe=1Day&page_token=${btoa('AAPL|1Min|2026-01-01')}`,
      'invalid page_token',
    ],
    ['/v2/stocks/AAPL/trades/latest?feed=best', 'invalid feed: best'],
    ['/v2/stocks/snapshots', 'symbols is required'],
    ['/v2/stocks/meta/conditions/trade', 'tape is required'],
    ['/v2/stocks/meta/conditions/trade?tape=Z', 'the tape A, B or C'],
  ])('of %s are refused in words', async (url, message) => {
    const { status, body } = await get(url);
    expect(status).toBe(400);
    expect(body['message']).toContain(message);
  });

  it('never cause anything but an answer or a refusal', async () => {
    const names = [
      'symbols',
      'timeframe',
      'start',
      'end',
      'limit',
      'sort',
      'feed',
      'asof',
      'page_token',
      'currency',
    ];
    const value = fc.oneof(
      fc.constantFrom(
        'AAPL',
        '1Day',
        '1Min',
        '0000-01-01',
        '9999-12-31',
        '2026-11-12',
        '10000',
        '',
        'desc',
        '-',
        '%00',
      ),
      fc.string({ maxLength: 30 }).map(encodeURIComponent),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          '/v2/stocks/bars',
          '/v2/stocks/AAPL/trades',
          '/v2/stocks/quotes',
          '/v2/stocks/snapshots',
        ),
        fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 }),
        async (path, parameters) => {
          const query = parameters.map(([name, text]) => `${name}=${text}`).join('&');
          const response = await app.inject({ url: `${path}?${query}` });
          expect([200, 400]).toContain(response.statusCode);
          if (response.statusCode === 400) expect(response.json()).toHaveProperty('message');
        },
      ),
      { numRuns: 200 },
    );
  });
});
