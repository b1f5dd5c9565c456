import { describe, expect, it } from 'vitest';
import { parseTimeframe } from '#main/paper/market/frames.ts';
import { dayAt, newYorkMs } from '#main/paper/market/new-york.ts';
import type { Bar } from '#main/paper/types.ts';
import { day, marketOf, minute } from './market-fixtures.ts';

const NOW = Date.parse('2026-11-13T22:00:00Z');
const DAY_MS = 86_400_000;
const real = marketOf('real');
const always = marketOf('always');

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean volume of the minutes that begin in [from, to) minutes after midnight, over the last 30 days. */
function volumeBetween(market: typeof real, symbol: string, from: number, to: number): number {
  const bars = [...market.bars(symbol, minute, NOW - 30 * DAY_MS, NOW, NOW)];
  const minuteOf = (bar: Bar) => (bar.timeMs - newYorkMs(dayAt(bar.timeMs))) / 60_000;
  return mean(
    bars.filter((bar) => minuteOf(bar) >= from && minuteOf(bar) < to).map((b) => b.volume),
  );
}

describe('the listed assets', () => {
  it('are 500, with ids that do not depend on the seed and can be asked by', () => {
    expect(real.assets).toHaveLength(500);
    expect(new Set(real.assets.map(({ id }) => id)).size).toBe(500);
    for (const asset of real.assets) {
      expect(asset.id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(always.asset(asset.id)).toEqual(always.asset(asset.symbol));
    }
    expect(real.asset('AAPL')?.id).toMatchInlineSnapshot(`"15a3faca-fe9c-8021-9381-ead60e52fe6c"`);
    expect(real.asset('NOSUCH')).toBeUndefined();
  });

  it('include some of every kind that an order rule asks about', () => {
    const some = (accepts: (asset: (typeof real.assets)[number]) => boolean) =>
      expect(real.assets.filter(accepts).length).toBeGreaterThan(2);
    some((asset) => asset.status === 'inactive' && !asset.tradable);
    some((asset) => asset.tradable && !asset.shortable);
    some((asset) => asset.tradable && asset.shortable && !asset.easyToBorrow);
    some((asset) => asset.tradable && !asset.fractionable);
    some((asset) => asset.tradable && !asset.marginable);
    some((asset) => (always.lastTrade(asset.symbol, NOW)?.price ?? 0) < 10_000);
    expect(real.asset('BRK.B')?.tradable).toBe(true);
  });
});

describe('prices', () => {
  it('move by each symbol as much as its character says, gaps included', () => {
    for (const [symbol, percent] of [
      ['AAPL', 1.5],
      ['TSLA', 3.4],
      ['BIL', 0.05],
    ] as const) {
      const bars = [...real.bars(symbol, day, NOW - 5 * 365 * DAY_MS, NOW, NOW)];
      const moves = bars.slice(1).map((bar, index) => bar.close / (bars[index]?.close ?? 1) - 1);
      const deviation = 100 * Math.sqrt(mean(moves.map((move) => move * move)));
      expect(deviation).toBeGreaterThan(0.7 * percent);
      expect(deviation).toBeLessThan(1.4 * percent);
      const gaps = bars
        .slice(1)
        .map((bar, index) => Math.abs(bar.open / (bars[index]?.close ?? 1) - 1));
      expect(100 * Math.max(...gaps)).toBeGreaterThan(percent);
    }
  });

  it('are continuous at midnight when the market never closes', () => {
    const bars = [...always.bars('AAPL', day, NOW - 365 * DAY_MS, NOW, NOW)];
    const gaps = bars
      .slice(1)
      .map((bar, index) => Math.abs(bar.open / (bars[index]?.close ?? 1) - 1));
    expect(Math.max(...gaps)).toBeLessThan(0.003);
  });

  it('of a liquid symbol trade every one to three seconds, day and night when always open', () => {
    for (const iso of ['2026-11-12T15:00:00Z', '2026-11-12T08:00:00Z', '2026-11-15T18:00:00Z']) {
      const trades = [...always.trades('AAPL', Date.parse(iso), Date.parse(iso) + 600_000)];
      expect(600 / trades.length).toBeGreaterThan(0.8);
      expect(600 / trades.length).toBeLessThan(6);
      expect(new Set(trades.map(({ price }) => price)).size).toBeGreaterThan(10);
    }
  });

  it('have wider spreads where fewer people trade', () => {
    const spread = (symbol: string) => {
      const samples = Array.from({ length: 200 }, (_, index) =>
        real.quote(symbol, NOW - 4 * 3_600_000 - index * 7000),
      );
      return mean(samples.map(({ bid, ask }) => (ask - bid) / bid));
    };
    expect(spread('SPY')).toBeLessThan(spread('FICO'));
    expect(spread('FICO')).toBeLessThan(spread('WST'));
  });

  it('stay near what the symbol usually costs', () => {
    for (const { symbol } of always.assets.slice(0, 100)) {
      const usual = always.lastTrade(symbol, Date.parse('2016-06-01T15:00:00Z'))?.price ?? 0;
      const now = always.lastTrade(symbol, NOW)?.price ?? 0;
      expect(now / usual).toBeGreaterThan(0.1);
      expect(now / usual).toBeLessThan(10);
    }
  });
});

describe('trading over the day', () => {
  it('is heavy at the open and the close and thin outside of regular hours', () => {
    const noon = volumeBetween(real, 'AAPL', 700, 800);
    expect(volumeBetween(real, 'AAPL', 570, 590)).toBeGreaterThan(1.7 * noon);
    expect(volumeBetween(real, 'AAPL', 940, 960)).toBeGreaterThan(1.7 * noon);
    expect(volumeBetween(real, 'AAPL', 300, 540)).toBeLessThan(0.25 * noon);
    expect(volumeBetween(real, 'AAPL', 1000, 1200)).toBeLessThan(0.25 * noon);
    expect(volumeBetween(always, 'AAPL', 120, 300)).toBeGreaterThan(
      0.4 * volumeBetween(always, 'AAPL', 700, 800),
    );
  });

  it('happens only in sessions when hours are real', () => {
    const trades = [
      ...real.trades(
        'AAPL',
        Date.parse('2026-11-25T00:00:00Z'),
        Date.parse('2026-12-01T00:00:00Z'),
      ),
    ];
    expect(trades.length).toBeGreaterThan(1000);
    const sessions = new Set(trades.map(({ timeMs }) => real.calendar.session(timeMs)));
    expect([...sessions].sort()).toEqual(['post', 'pre', 'regular']);
    const dates = new Set(trades.map(({ timeMs }) => dayAt(timeMs)));
    expect(dates.size).toBe(4); // Tuesday evening, Wednesday, Friday, Monday; not Thanksgiving
  });
});

describe('timeframes', () => {
  it.each([
    ['1Min', 'minute', 1],
    ['59T', 'minute', 59],
    ['23Hour', 'hour', 23],
    ['4H', 'hour', 4],
    ['1Day', 'day', 1],
    ['1D', 'day', 1],
    ['1Week', 'week', 1],
    ['1W', 'week', 1],
    ['12Month', 'month', 12],
    ['6M', 'month', 6],
  ])('reads %s', (text, unit, count) => {
    expect(parseTimeframe(text)).toEqual({ unit, count });
  });

  it.each([
    '',
    '1',
    'Min',
    '0Min',
    '60Min',
    '24Hour',
    '2Day',
    '2Week',
    '5Month',
    '7M',
    '01Min',
    '1min',
    '1 Min',
    '-1Min',
    '1.5Hour',
    '100Min',
    '1Year',
    '1constructor',
  ])('does not read %j', (text) => {
    expect(parseTimeframe(text)).toBeUndefined();
  });
});
