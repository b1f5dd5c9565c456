import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Indicator } from '#contract/ui.ts';
import { DAY_MS, MINUTE_MS } from '#contract/periods.ts';
import { createBarStore, type ChartBar } from '#renderer/chart/bar-store.ts';
import {
  INDICATORS,
  runStudy,
  usualIndicator,
  type IndicatorKind,
} from '#renderer/chart/indicators.ts';
import { barAt } from './bars.ts';

const START = Date.parse('2026-07-15T13:30:00Z');

function storeOf(bars: readonly Partial<ChartBar>[]) {
  const store = createBarStore();
  for (const [n, bar] of bars.entries()) store.put(barAt(START + n * MINUTE_MS, bar));
  return store;
}

const closes = (...values: number[]) => storeOf(values.map((close) => ({ close })));

function valuesOf(indicator: Indicator, store: ReturnType<typeof createBarStore>) {
  const { values } = runStudy(indicator, '1Min', store, 0, store.length());
  return values.map((row) => row.map((value) => Number(value?.toFixed(6))));
}

describe('indicators, against values reckoned by hand', () => {
  it('SMA 3 of 1 2 6 9', () => {
    const store = closes(1, 2, 6, 9);
    // (1 + 2 + 6) / 3, (2 + 6 + 9) / 3
    expect(valuesOf({ kind: 'sma', periods: [3] }, store)).toEqual([[], [], [3], [5.666667]]);
  });

  it('EMA 3 of 2 4 8 4', () => {
    // Half of each new close: 2, 3, 5.5, 4.75; shown once three closes are in.
    const store = closes(2, 4, 8, 4);
    expect(valuesOf({ kind: 'ema', periods: [3] }, store)).toEqual([[], [], [5.5], [4.75]]);
  });

  it('Bollinger 4, 2 of 2 4 4 6', () => {
    // Mean 4, variance (4 + 0 + 0 + 4) / 4 = 2.
    const store = closes(2, 4, 4, 6);
    const [, , , last] = valuesOf({ kind: 'bollinger', periods: [4, 2] }, store);
    expect(last).toEqual([6.828427, 4, 1.171573]);
  });

  it('RSI 2 of 10 12 11 14', () => {
    // Gains 2 0 3, losses 0 1 0. First averages 1 and 0.5: 100 − 100 / 3. Then 2 and 0.25: 100 − 100 / 9.
    const store = closes(10, 12, 11, 14);
    expect(valuesOf({ kind: 'rsi', periods: [2] }, store)).toEqual([
      [],
      [],
      [66.666667],
      [88.888889],
    ]);
  });

  it('MACD 1, 3, 1 of 2 4 8', () => {
    // EMA 1 is the close, EMA 3 is 5.5; a signal of period 1 is the MACD itself.
    const store = closes(2, 4, 8);
    expect(valuesOf({ kind: 'macd', periods: [1, 3, 1] }, store).at(-1)).toEqual([0, 2.5, 2.5]);
  });

  it('ATR 2', () => {
    // True ranges: 2; max(3, |13 − 10|, |10 − 10|) = 3; max(1, |20 − 12|, |19 − 12|) = 8. Averages: 2.5, (2.5 + 8) / 2.
    const store = storeOf([
      { high: 11, low: 9, close: 10 },
      { high: 13, low: 10, close: 12 },
      { high: 20, low: 19, close: 20 },
    ]);
    expect(valuesOf({ kind: 'atr', periods: [2] }, store)).toEqual([[], [2.5], [5.25]]);
  });

  it('Donchian 2', () => {
    // Highest and lowest of two bars, and half way between: 13 and 9, 20 and 10.
    const store = storeOf([
      { high: 11, low: 9, close: 10 },
      { high: 13, low: 10, close: 12 },
      { high: 20, low: 19, close: 20 },
    ]);
    expect(valuesOf({ kind: 'donchian', periods: [2] }, store)).toEqual([
      [],
      [13, 11, 9],
      [20, 15, 10],
    ]);
  });

  it('Stochastic 2, 2, 2', () => {
    // Between the lowest and the highest of two bars: (12 − 9) / 4 = 75, (13 − 10) / 10 = 30, (19 − 12) / 8 = 87.5,
    // (12 − 12) / 8 = 0. Averages of two: 52.5, 58.75, 43.75; of those: 55.625, 51.25.
    const store = storeOf([
      { high: 11, low: 9, close: 10 },
      { high: 13, low: 10, close: 12 },
      { high: 20, low: 12, close: 13 },
      { high: 20, low: 13, close: 19 },
      { high: 19, low: 12, close: 12 },
    ]);
    expect(valuesOf({ kind: 'stochastic', periods: [2, 2, 2] }, store)).toEqual([
      [],
      [],
      [52.5],
      [58.75, 55.625],
      [43.75, 51.25],
    ]);
  });

  it('a Stochastic of prices that do not move is at neither end', () => {
    const flat = { high: 10, low: 10, close: 10 };
    const store = storeOf([flat, flat, flat]);
    expect(valuesOf({ kind: 'stochastic', periods: [2, 1, 1] }, store)).toEqual([
      [],
      [50, 50],
      [50, 50],
    ]);
  });

  it('VWAP begins anew with each New York day', () => {
    const store = createBarStore();
    const day = { high: 12, low: 9, close: 9, volume: 1 }; // typical price 10
    store.put(barAt(START, day));
    store.put(barAt(START + MINUTE_MS, { high: 21, low: 19, close: 20, volume: 3 }));
    store.put(barAt(START + DAY_MS, { high: 31, low: 29, close: 30, volume: 5 }));
    // (10 × 1 + 20 × 3) / 4
    expect(valuesOf({ kind: 'vwap', periods: [] }, store)).toEqual([[10], [17.5], [30]]);
  });

  it('VWAP of a day whose only trades were taken back is nothing', () => {
    const study = INDICATORS.vwap.create([], '1Min');
    expect(study.step(barAt(START, { high: 12, low: 9, close: 9, volume: 1 }), false)).toEqual([
      10,
    ]);
    expect(study.step(barAt(START, { high: 12, low: 9, close: 9, volume: 0 }), true)).toEqual([]);
    const next = { high: 21, low: 19, close: 20, volume: 3 };
    expect(study.step(barAt(START + MINUTE_MS, next), false)).toEqual([20]);
  });

  it('VWAP of a daily bar is the bar’s own', () => {
    const store = storeOf([{ vwap: 12.5 }]);
    const { values } = runStudy({ kind: 'vwap', periods: [] }, '1Day', store, 0, 1);
    expect(values).toEqual([[12.5]]);
  });
});

describe.each(Object.keys(INDICATORS) as IndicatorKind[])('%s', (kind) => {
  const indicator = usualIndicator(kind);
  const price = fc.double({ min: 1, max: 500, noNaN: true });
  const bar = fc
    .record({ close: price, up: price, down: price, volume: fc.integer({ min: 0, max: 1_000 }) })
    .map(({ close, up, down, volume }) => ({ close, high: close + up, low: close - down, volume }));

  it('gives the same when the last bar is taken again and again as when it is taken once', () => {
    const flickers = fc.array(bar, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(flickers, { minLength: 1, maxLength: 60, size: 'max' }), (live) => {
        const settled = storeOf(live.map((versions) => versions.at(-1) ?? {}));
        const plain = runStudy(indicator, '1Min', settled, 0, settled.length()).values;
        const study = INDICATORS[kind].create(indicator.periods, '1Min');
        const again = live.map((versions, n) => {
          let values: readonly (number | undefined)[] = [];
          for (const [turn, version] of versions.entries())
            values = study.step(barAt(START + n * MINUTE_MS, version), turn > 0);
          return values;
        });
        expect(again.map((row) => row.length)).toEqual(plain.map((row) => row.length));
        for (const [n, row] of again.entries())
          for (const [k, value] of row.entries())
            expect(value).toBeCloseTo(plain[n]?.[k] ?? NaN, 5);
      }),
      { numRuns: 60 },
    );
  });

  it('does not depend on where the window begins', () => {
    const walk = Array.from({ length: 3_000 }, (_, n) => 100 + Math.sin(n / 9) * 8 + (n % 7));
    const store = storeOf(walk.map((close) => ({ close, high: close + 1, low: close - 1 })));
    const whole = runStudy(indicator, '1Min', store, 0, 3_000).values;
    const part = runStudy(indicator, '1Min', store, 2_400, 3_000).values;
    for (const [n, row] of part.entries())
      for (const [k, value] of row.entries())
        expect(value).toBeCloseTo(whole[2_400 + n]?.[k] ?? NaN, 5);
  });
});
