import { describe, expect, it } from 'vitest';
import { clockAt, marketOf, serve } from './market-fixtures.ts';

const market = marketOf('real');
const clock = clockAt('2026-11-25T19:15:00Z');
const app = serve(market, clock);
const always = serve(marketOf('always'), clock);

async function get(url: string, from = app) {
  const response = await from.inject({ url });
  return { status: response.statusCode, body: response.json<never>() };
}

type AssetBody = { symbol: string; exchange: string; status: string };

describe('assets', () => {
  it('are listed with all members, by exchange and symbol', async () => {
    const { body } = await get('/v2/assets');
    const assets = body as AssetBody[];
    expect(assets).toHaveLength(500);
    const order = assets.map(({ exchange, symbol }) => `${exchange} ${symbol}`);
    expect(order).toEqual(order.toSorted());
    expect(assets.find(({ symbol }) => symbol === 'AAPL')).toEqual({
      id: market.asset('AAPL')?.id,
      class: 'us_equity',
      exchange: 'NASDAQ',
      symbol: 'AAPL',
      name: 'Apple Inc. Common Stock',
      status: 'active',
      tradable: true,
      marginable: true,
      maintenance_margin_requirement: 30,
      margin_requirement_long: '30',
      margin_requirement_short: '30',
      shortable: true,
      easy_to_borrow: true,
      borrow_status: 'easy_to_borrow',
      fractionable: true,
      attributes: ['fractional_eh_enabled', 'has_options', 'overnight_tradable'],
    });
  });

  it('are filtered by status, exchange, class and attributes', async () => {
    const list = async (query: string) => (await get(`/v2/assets?${query}`)).body as AssetBody[];
    expect((await list('status=inactive')).every(({ status }) => status === 'inactive')).toBe(true);
    expect(await list('status=inactive')).not.toHaveLength(0);
    expect((await list('exchange=ARCA')).every(({ exchange }) => exchange === 'ARCA')).toBe(true);
    expect(await list('asset_class=crypto')).toEqual([]);
    expect((await list('attributes=ptp_with_exception,ipo')).map(({ symbol }) => symbol)).toContain(
      'USO',
    );
    expect(await get('/v2/assets?status=gone')).toMatchObject({
      status: 422,
      body: { code: 42210001 },
    });
  });

  it('are found by symbol and by id', async () => {
    const bySymbol = (await get('/v2/assets/BRK.B')).body;
    expect(bySymbol).toMatchObject({ symbol: 'BRK.B' });
    expect((await get(`/v2/assets/${market.asset('BRK.B')?.id}`)).body).toEqual(bySymbol);
    expect(await get('/v2/assets/NOSUCH')).toEqual({
      status: 404,
      body: { code: 40410000, message: 'asset not found for NOSUCH' },
    });
  });
});

describe('the clock', () => {
  it('tells New York time and the next open and close', async () => {
    expect((await get('/v2/clock')).body).toEqual({
      timestamp: '2026-11-25T14:15:00-05:00',
      is_open: true,
      next_open: '2026-11-27T09:30:00-05:00',
      next_close: '2026-11-25T16:00:00-05:00',
    });
    expect((await get('/v2/clock', always)).body).toMatchObject({
      is_open: true,
      next_close: '2026-11-26T00:00:00-05:00',
    });
  });

  it.each([
    ['2026-11-25T19:15:00Z', 'core', '2026-11-25T16:00:00-05:00', true],
    ['2026-11-25T10:00:00Z', 'pre', '2026-11-25T09:30:00-05:00', true],
    ['2026-11-25T22:00:00Z', 'post', '2026-11-25T20:00:00-05:00', true],
    ['2026-11-26T15:00:00Z', 'closed', '2026-11-27T04:00:00-05:00', false],
    ['2026-11-27T19:00:00Z', 'post', '2026-11-27T17:00:00-05:00', true],
    ['2026-11-27T03:00:00-05:00', 'closed', '2026-11-27T04:00:00-05:00', true],
  ])('of the third version knows the phase at %s', async (time, phase, until, isMarketDay) => {
    const { body } = await get(`/v3/clock?markets=NYSE,XNAS&time=${encodeURIComponent(time)}`);
    const { clocks } = body as { clocks: Record<string, unknown>[] };
    expect(clocks).toHaveLength(2);
    expect(clocks[1]).toMatchObject({
      market: { mic: 'XNAS', acronym: 'NASDAQ', timezone: 'America/New_York' },
      phase,
      phase_until: until,
      is_market_day: isMarketDay,
    });
  });

  it.each([
    ['2026-11-25T19:15:00Z', 'closed', '2026-11-26T20:00:00-05:00'],
    // No night leads to a holiday, one leads to the half day after it.
    ['2026-11-25T21:00:00-05:00', 'closed', '2026-11-26T20:00:00-05:00'],
    ['2026-11-27T03:59:59-05:00', 'core', '2026-11-27T04:00:00-05:00'],
    ['2026-11-28T12:00:00-05:00', 'closed', '2026-11-29T20:00:00-05:00'],
  ])('knows the venue of the night at %s', async (time, phase, until) => {
    const { body } = await get(`/v3/clock?markets=BOATS&time=${encodeURIComponent(time)}`);
    expect(body).toMatchObject({
      clocks: [{ market: { mic: 'OCEA', acronym: 'BOATS' }, phase, phase_until: until }],
    });
  });

  it('knows no night where the market never closes', async () => {
    expect((await get('/v3/clock?markets=NYSE,BOATS', always)).status).toBe(400);
    expect((await get('/v3/clock?markets=NYSE', always)).body).toMatchObject({
      clocks: [{ phase: 'core', phase_until: '2026-11-26T00:00:00-05:00' }],
    });
  });

  it.each(['/v3/clock?markets=MARS', '/v3/clock?time=soon', '/v3/clock?time=9999-01-01T00:00:00Z'])(
    'refuses %s',
    async (url) => {
      expect((await get(url)).status).toBe(400);
    },
  );
});

describe('the calendar', () => {
  it('shows trading days with early closes and settlement', async () => {
    expect((await get('/v2/calendar?start=2026-11-25&end=2026-11-28')).body).toEqual([
      {
        date: '2026-11-25',
        open: '09:30',
        close: '16:00',
        session_open: '0400',
        session_close: '2000',
        settlement_date: '2026-11-27',
      },
      {
        date: '2026-11-27',
        open: '09:30',
        close: '13:00',
        session_open: '0400',
        session_close: '1700',
        settlement_date: '2026-11-30',
      },
    ]);
    const settled = await get('/v2/calendar?start=2026-11-27&end=2026-11-27&date_type=SETTLEMENT');
    expect(settled.body).toMatchObject([{ date: '2026-11-25' }]);
    expect((await get('/v2/calendar?start=2024-05-24&end=2024-05-24')).body).toMatchObject([
      { settlement_date: '2024-05-29' },
    ]);
  });

  it('goes from 1970 to 2029 when no dates are asked for, and never further than 2099', async () => {
    const days = (await get('/v2/calendar')).body as { date: string }[];
    expect(days[0]?.date).toBe('1970-01-02');
    expect(days.at(-1)?.date).toBe('2029-12-31');
    expect((await get('/v2/calendar?start=2099-12-30&end=9999-12-31')).status).toBe(200);
    expect((await get('/v2/calendar?start=0001-01-01&end=0001-02-01')).body).toEqual([]);
  });

  it('of the third version names the sessions, in New York time or in UTC', async () => {
    const { body } = await get('/v3/calendar/NYSE?start=2026-07-02&end=2026-07-06');
    expect(body).toMatchObject({
      market: { mic: 'XNYS' },
      calendar: [
        {
          date: '2026-07-02',
          pre_start: '2026-07-02T04:00:00-04:00',
          core_end: '2026-07-02T16:00:00-04:00',
        },
        { date: '2026-07-06', core_start: '2026-07-06T09:30:00-04:00' },
      ],
    });
    const utc = await get('/v3/calendar/XNYS?start=2026-07-06&end=2026-07-06&timezone=UTC');
    expect(utc.body).toMatchObject({ calendar: [{ core_start: '2026-07-06T13:30:00Z' }] });
    const nights = await get('/v3/calendar/OCEA?start=2026-07-06&end=2026-07-06');
    expect(nights.body).toMatchObject({
      calendar: [
        {
          date: '2026-07-06',
          core_start: '2026-07-05T20:00:00-04:00',
          core_end: '2026-07-06T04:00:00-04:00',
        },
      ],
    });
    expect((await get('/v3/calendar/LSE')).status).toBe(400);
  });

  it('has every date when the market is always open', async () => {
    expect((await get('/v2/calendar?start=2026-11-28&end=2026-11-29', always)).body).toMatchObject([
      { date: '2026-11-28', open: '00:00', close: '23:59', settlement_date: '2026-11-29' },
      { date: '2026-11-29', session_open: '0000', session_close: '2359' },
    ]);
  });

  it.each([
    '/v2/calendar?start=soon',
    '/v2/calendar?start=2026-02-02&end=2026-02-01',
    '/v2/calendar?date_type=X',
  ])('refuses %s', async (url) => {
    const { status, body } = await get(url);
    expect(status).toBe(400);
    expect(body).toHaveProperty('message');
  });
});
