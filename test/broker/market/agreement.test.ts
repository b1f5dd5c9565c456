import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hours } from '#main/paper/market/calendar.ts';
import { dayAt, newYorkMs, parseDate } from '#main/paper/market/new-york.ts';
import type { Bar, Timeframe } from '#main/paper/types.ts';
import { day, foldOfBars, foldOfTrades, marketOf, minute, week } from './market-fixtures.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-13T18:30:20Z');
const markets = { always: marketOf('always'), real: marketOf('real') };
const symbols = markets.always.assets.map(({ symbol }) => symbol);

const anyHours = fc.constantFrom<Hours>('always', 'real');
const anySymbol = fc.oneof(
  fc.constantFrom('AAPL', 'SPY', 'BRK.B', 'ZOM', 'GORO', 'NVR', 'UAMY'),
  fc.constantFrom(...symbols),
);
const anyTime = fc.integer({ min: Date.parse('2021-11-01T00:00:00Z'), max: NOW });
const anyRecentTime = fc.integer({ min: NOW - 30 * DAY_MS, max: NOW });

const startOfMinute = (timeMs: number) => timeMs - (timeMs % MINUTE_MS);

describe.each(['always', 'real'] as const)('a market with hours %s', (hours) => {
  const market = markets[hours];

  it('has minute bars that are the fold of their trades', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, timeMs) => {
        const startMs = startOfMinute(timeMs);
        const trades = [...market.trades(symbol, startMs - 1, startMs + MINUTE_MS - 1)];
        const bars = [...market.bars(symbol, minute, startMs, startMs, NOW + MINUTE_MS)];
        expect(bars).toEqual(trades.length === 0 ? [] : [foldOfTrades(startMs, trades)]);
      }),
      { numRuns: 400 },
    );
  });

  it('has day bars that are the fold of their minutes', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, timeMs) => {
        const date = dayAt(timeMs);
        const startMs = newYorkMs(date);
        const endMs = newYorkMs(date + 1) - 1;
        const bars = [...market.bars(symbol, minute, startMs, endMs, NOW)];
        const days = [...market.bars(symbol, day, startMs, endMs, NOW)];
        expect(days).toEqual(bars.length === 0 ? [] : [foldOfBars(startMs, bars)]);
      }),
      { numRuns: 120 },
    );
  });

  it('has bars of many minutes and hours that are folds of minutes, counted from midnight', () => {
    const frames: Timeframe[] = [
      { unit: 'minute', count: 5 },
      { unit: 'minute', count: 7 },
      { unit: 'minute', count: 59 },
      { unit: 'hour', count: 1 },
      { unit: 'hour', count: 4 },
      { unit: 'hour', count: 23 },
    ];
    fc.assert(
      fc.property(anySymbol, anyRecentTime, fc.constantFrom(...frames), (symbol, timeMs, frame) => {
        const midnightMs = newYorkMs(dayAt(timeMs));
        const lengthMs = frame.count * (frame.unit === 'hour' ? 60 : 1) * MINUTE_MS;
        const endMs = newYorkMs(dayAt(timeMs) + 1) - 1;
        const groups = Map.groupBy(
          market.bars(symbol, minute, midnightMs, endMs, NOW),
          (bar) => midnightMs + Math.floor((bar.timeMs - midnightMs) / lengthMs) * lengthMs,
        );
        const expected = [...groups].map(([startMs, bars]) => foldOfBars(startMs, bars));
        expect([...market.bars(symbol, frame, midnightMs, endMs, NOW)]).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  });

  it('has weeks from Monday and months from the first that are folds of days', () => {
    const rangeStart = newYorkMs(parseDate('2025-01-01') ?? 0);
    for (const symbol of ['AAPL', 'ZOM', 'BRK.B']) {
      const days = [...market.bars(symbol, day, rangeStart, NOW, NOW)];
      const inNewYork = (bar: Bar) => new Date((dayAt(bar.timeMs) ?? 0) * DAY_MS);
      const weekOf = (bar: Bar) => dayAt(bar.timeMs) - ((inNewYork(bar).getUTCDay() + 6) % 7);
      const check = (frame: Timeframe, groupOf: (bar: Bar) => number) => {
        for (const bar of market.bars(symbol, frame, rangeStart, NOW, NOW)) {
          const own = days.filter((one) => groupOf(one) === groupOf(bar));
          const folded = foldOfBars(bar.timeMs, own);
          expect(bar).toEqual({ ...folded, vwap: expect.closeTo(folded.vwap, -0.5) });
        }
      };
      check(week, weekOf);
      check(
        { unit: 'month', count: 1 },
        (bar) => inNewYork(bar).getUTCMonth() + 12 * inNewYork(bar).getUTCFullYear(),
      );
      check(
        { unit: 'month', count: 3 },
        (bar) => Math.floor(inNewYork(bar).getUTCMonth() / 3) + 4 * inNewYork(bar).getUTCFullYear(),
      );
      const [firstWeek] = market.bars(symbol, week, rangeStart, NOW, NOW);
      expect(firstWeek?.timeMs).toBe(Date.parse('2025-01-06T05:00:00Z'));
      const quarters = [...market.bars(symbol, { unit: 'month', count: 3 }, rangeStart, NOW, NOW)];
      expect(quarters.slice(0, 3).map((bar) => new Date(bar.timeMs).toISOString())).toEqual([
        '2025-01-01T05:00:00.000Z',
        '2025-04-01T04:00:00.000Z',
        '2025-07-01T04:00:00.000Z',
      ]);
    }
  });

  it('weighs the vwap of a long bar from its minutes, not from rounded bars in between', () => {
    const startMs = newYorkMs(parseDate('2026-11-02') ?? 0);
    const endMs = newYorkMs(parseDate('2026-11-09') ?? 0) - 1;
    const minutes = [...market.bars('MSFT', minute, startMs, endMs, NOW)];
    const [bar] = market.bars('MSFT', week, startMs, endMs, NOW);
    expect(bar).toEqual(foldOfBars(startMs, minutes));
  });

  it('shows in a forming bar exactly the trades up to now', () => {
    fc.assert(
      fc.property(anySymbol, anyRecentTime, (symbol, nowMs) => {
        const startMs = startOfMinute(nowMs);
        const trades = [...market.trades(symbol, startMs - 1, nowMs)];
        const forming = trades.length === 0 ? [] : [foldOfTrades(startMs, trades)];
        expect([...market.bars(symbol, minute, startMs, nowMs, nowMs)]).toEqual(forming);

        const midnightMs = newYorkMs(dayAt(nowMs));
        const minutes = [...market.bars(symbol, minute, midnightMs, nowMs, nowMs)];
        const days = [...market.bars(symbol, day, midnightMs, nowMs, nowMs)];
        expect(days).toEqual(minutes.length === 0 ? [] : [foldOfBars(midnightMs, minutes)]);
      }),
      { numRuns: 150 },
    );
  });

  it('has as last trade the last of the trades, and nothing of the future', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, atMs) => {
        const last = market.lastTrade(symbol, atMs);
        expect(last?.timeMs).toBeLessThanOrEqual(atMs);
        const since = [...market.trades(symbol, (last?.timeMs ?? 0) - 1, atMs)];
        expect(since).toEqual([last]);
      }),
      { numRuns: 300 },
    );
  });

  it('splits a span of trades anywhere without losing or doubling one', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, fc.nat(600_000), fc.nat(600_000), (symbol, fromMs, a, b) => {
        const first = [...market.trades(symbol, fromMs, fromMs + a)];
        const second = [...market.trades(symbol, fromMs + a, fromMs + a + b)];
        const whole = [...market.trades(symbol, fromMs, fromMs + a + b)];
        expect([...first, ...second]).toEqual(whole);
        const times = whole.map(({ timeMs }) => timeMs);
        expect(times).toEqual([...new Set(times)].sort((x, y) => x - y));
        expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
      }),
      { numRuns: 200 },
    );
  });

  it('quotes a bid below an ask, with the last trade at one of them', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, atMs) => {
        const { bid, ask, bidSize, askSize } = market.quote(symbol, atMs);
        const last = market.lastTrade(symbol, atMs)?.price;
        expect(bid).toBeGreaterThan(0);
        expect(bid).toBeLessThan(ask);
        expect([bid, ask]).toContain(last);
        expect(Math.min(bidSize, askSize)).toBeGreaterThan(0);
        for (const price of [bid, ask]) if (price >= 10_000) expect(price % 100).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  it('trades whole cents from one dollar on, and whole shares', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, timeMs) => {
        for (const { price, size } of market.trades(symbol, timeMs, timeMs + 5 * MINUTE_MS)) {
          expect(Number.isInteger(price) && price > 0).toBe(true);
          if (price >= 10_000) expect(price % 100).toBe(0);
          expect(Number.isInteger(size) && size > 0).toBe(true);
        }
      }),
    );
  });
});

describe('the seed', () => {
  const sample = (hours: Hours, seed: number) => {
    const market = marketOf(hours, seed);
    return JSON.stringify(
      ['AAPL', 'SPY', 'ZOM'].map((symbol) => [
        [...market.trades(symbol, NOW - 2 * 3_600_000, NOW)],
        [...market.bars(symbol, day, NOW - 90 * DAY_MS, NOW, NOW)],
        market.quote(symbol, NOW),
      ]),
    );
  };

  it('gives the same bytes twice, whatever was asked before', () => {
    fc.assert(
      fc.property(anyHours, fc.nat(1000), (hours, seed) => {
        expect(sample(hours, seed)).toBe(sample(hours, seed));
      }),
      { numRuns: 5 },
    );
    const used = marketOf('always', 3);
    for (const symbol of symbols) used.lastTrade(symbol, NOW);
    const fresh = marketOf('always', 3);
    expect(used.lastTrade('AAPL', NOW - 5000)).toEqual(fresh.lastTrade('AAPL', NOW - 5000));
  });

  it('gives other prices when it is another one, but the same assets', () => {
    expect(sample('always', 1)).not.toBe(sample('always', 2));
    expect(marketOf('always', 1).assets).toEqual(marketOf('real', 2).assets);
  });

  it('fixes the prices for ever: these were computed when the market was written', () => {
    const market = marketOf('always', 7);
    expect(market.lastTrade('AAPL', NOW)).toMatchInlineSnapshot(`
      {
        "id": 61255495684,
        "price": 3422000,
        "size": 115,
        "timeMs": 1794594614151,
      }
    `);
    const [bar] = market.bars('SPY', day, NOW - 2 * DAY_MS, NOW - DAY_MS, NOW);
    expect(bar).toMatchInlineSnapshot(`
      {
        "close": 4914900,
        "high": 4940800,
        "low": 4878400,
        "open": 4912200,
        "timeMs": 1794459600000,
        "tradeCount": 27762,
        "volume": 2547043,
        "vwap": 4907258,
      }
    `);
  });
});
