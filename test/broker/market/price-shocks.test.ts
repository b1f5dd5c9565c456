import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hours } from '#main/paper/market/calendar.ts';
import { dayAt, newYorkMs } from '#main/paper/market/new-york.ts';
import { decimal } from '#main/domain/decimal.ts';
import { day, foldOfBars, foldOfTrades, marketOf, minute } from './market-fixtures.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-12T17:00:00Z');
const NEXT_DAY = NOON + 24 * 60 * MINUTE_MS;
const NEXT_MONTH = NOON + 28 * 24 * 60 * MINUTE_MS;

describe('a shock', () => {
  it('leaves the past as it was and moves every later price by its factor', () => {
    for (const hours of ['always', 'real'] as const) {
      const calm = marketOf(hours);
      const market = marketOf(hours);
      const atMs = NOON + 12_345;
      market.shock({ symbol: 'AAPL', factor: decimal('0.9'), atMs });
      expect([...market.trades('AAPL', NOON - 3_600_000, atMs)]).toEqual([
        ...calm.trades('AAPL', NOON - 3_600_000, atMs),
      ]);
      for (const timeMs of [atMs + 1, atMs + 500, atMs + 3_600_000, NEXT_DAY, NEXT_MONTH]) {
        const ratio = market.quote('AAPL', timeMs).bid / calm.quote('AAPL', timeMs).bid;
        expect(ratio).toBeCloseTo(0.9, 2);
      }
      expect(market.lastTrade('AAPL', atMs + 1)?.timeMs).toBe(atMs + 1);
      expect(market.quote('MSFT', NEXT_DAY)).toEqual(calm.quote('MSFT', NEXT_DAY));
    }
  });

  it('moves the later trades of its own minute, and only those', () => {
    const calm = marketOf('always');
    const market = marketOf('always');
    const atMs = NOON + 30_000;
    market.shock({ symbol: 'AAPL', factor: decimal('1.5'), atMs });
    const shocked = new Map(
      [...market.trades('AAPL', NOON, NOON + MINUTE_MS)].map((t) => [t.id, t]),
    );
    for (const { id, timeMs, price } of calm.trades('AAPL', NOON, NOON + MINUTE_MS)) {
      const ratio = (shocked.get(id)?.price ?? 0) / price;
      expect(ratio).toBeCloseTo(timeMs > atMs ? 1.5 : 1, 3);
    }
    expect(shocked.size).toBe([...calm.trades('AAPL', NOON, NOON + MINUTE_MS)].length + 1);
  });

  it('keeps every bar the fold of its trades and minutes, the ones it falls into included', () => {
    const change = fc.record({
      afterMs: fc.nat(8 * 60 * MINUTE_MS),
      factor: fc.constantFrom('0.5', '0.93', '1.07', '3', '0.01'),
    });
    fc.assert(
      fc.property(
        fc.constantFrom<Hours>('always', 'real'),
        fc.constantFrom('AAPL', 'ZOM', 'GORO', 'NVR', 'UAMY'),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (hours, symbol, changes) => {
          const market = marketOf(hours);
          const hits = changes.map(({ afterMs }) => NOON - 2 * 3_600_000 + afterMs);
          for (const [index, { factor }] of changes.entries()) {
            market.shock({ symbol, factor: decimal(factor), atMs: hits[index] ?? NOON });
          }
          for (const hit of hits) {
            const startMs = hit + 1 - ((hit + 1) % MINUTE_MS);
            const trades = [...market.trades(symbol, startMs - 1, startMs + MINUTE_MS - 1)];
            const bars = [...market.bars(symbol, minute, startMs, startMs, NEXT_DAY)];
            expect(bars).toEqual(trades.length === 0 ? [] : [foldOfTrades(startMs, trades)]);
            expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
            expect(market.quote(symbol, hit + 1).bid).toBeLessThan(
              market.quote(symbol, hit + 1).ask,
            );
          }
          for (const date of [dayAt(NOON), dayAt(NEXT_DAY)]) {
            const startMs = newYorkMs(date);
            const endMs = newYorkMs(date + 1) - 1;
            const minutes = [...market.bars(symbol, minute, startMs, endMs, endMs)];
            expect([...market.bars(symbol, day, startMs, endMs, endMs)]).toEqual([
              foldOfBars(startMs, minutes),
            ]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of all symbols hits each of them', () => {
    const calm = marketOf('always');
    const market = marketOf('always');
    market.shock({ factor: decimal('2'), atMs: NOON });
    for (const { symbol } of market.assets.slice(0, 50)) {
      const before = calm.lastTrade(symbol, NOON)?.price ?? 0;
      expect((market.lastTrade(symbol, NOON + 1)?.price ?? 0) / before).toBeCloseTo(2, 1);
    }
  });

  it('while the exchange is closed moves the quote at once', () => {
    const saturday = Date.parse('2026-11-14T17:00:00Z');
    const calm = marketOf('real');
    const market = marketOf('real');
    market.shock({ symbol: 'AAPL', factor: decimal('0.8'), atMs: saturday });
    expect(market.lastTrade('AAPL', saturday + 1)).toEqual(calm.lastTrade('AAPL', saturday + 1));
    const ratio = market.quote('AAPL', saturday + 1).ask / calm.quote('AAPL', saturday + 1).ask;
    expect(ratio).toBeCloseTo(0.8, 3);
  });

  it('must have a factor above zero and a listed symbol', () => {
    const market = marketOf('always');
    const shock = (factor: string, symbol?: string) => () =>
      market.shock({ factor: decimal(factor), atMs: NOON, ...(symbol ? { symbol } : {}) });
    expect(shock('0')).toThrow('above zero');
    expect(shock('-1')).toThrow('above zero');
    expect(shock('2', 'NOSUCH')).toThrow('NOSUCH');
  });
});
