import type { IChartApiBase } from 'lightweight-charts';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/periods.ts';
import type { Indicator } from '#contract/ui.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { createBarSeries } from '#renderer/chart/bar-series.ts';
import { priceFormat } from '#renderer/chart/chart-options.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import { createStudies, levelsWithRoom } from '#renderer/chart/studies.ts';
import { barAt, columnsOf } from './bars.ts';

/** Two minutes before midnight in New York. */
const LATE = Date.parse('2026-07-15T03:58:00Z');
const THEME = new Proxy({}, { get: () => 'black' }) as ChartTheme;

type Point = { time: number; value?: number; color?: string };
type Scale = {
  autoscaleInfoProvider?: () => unknown;
  priceFormat?: { tickmarksFormatter?: (prices: number[]) => string[] };
};

function draw(bars: number, indicator: Indicator = { kind: 'vwap', periods: [] }) {
  let points: Point[] = [];
  let options: Scale = {};
  const line = {
    applyOptions: (given: Scale) => (options = { ...options, ...given }),
    createPriceLine: () => ({}),
    attachPrimitive: () => undefined,
    setData: (data: Point[]) => (points = [...data]),
    update: (point: Point) => (points = [...points.filter((p) => p.time < point.time), point]),
  };
  const chart = {
    addSeries(_: unknown, given: Scale) {
      options = given;
      return line;
    },
    panes: () => [],
  };
  const all = Array.from({ length: bars }, (_, n): ChartBar => barAt(LATE + n * MINUTE_MS));
  const minutesFrom = LATE + bars * MINUTE_MS;
  const series = createBarSeries('1Min', { history: columnsOf(all), parts: [], minutesFrom });
  const studies = createStudies(chart as unknown as IChartApiBase, THEME);
  studies.set([indicator]);
  studies.fill(series, { from: 0, to: bars }, priceFormat(1));
  return {
    series,
    studies,
    broken: () => points.flatMap(({ color }, n) => (color === 'transparent' ? [n] : [])),
    drawn: () => points.length,
    scale: () => options,
  };
}

describe('the line of a VWAP', () => {
  it('ends with each day, and has no part in the height of the bars', () => {
    const { broken, scale } = draw(5);
    expect(broken()).toEqual([1]);
    expect(scale().autoscaleInfoProvider?.()).toBeNull();
  });

  it('ends when a day begins while it is drawn', () => {
    const { series, studies, broken, drawn } = draw(2);
    expect(broken()).toEqual([]);
    series.putMinutes([barAt(LATE + 2 * MINUTE_MS)]);
    studies.step(series, { from: 0, to: 3 }, { from: 2, before: 2 });
    expect([drawn(), broken()]).toEqual([3, [1]]);
    series.putMinutes([barAt(LATE + 3 * MINUTE_MS)]);
    studies.step(series, { from: 0, to: 4 }, { from: 3, before: 3 });
    expect([drawn(), broken()]).toEqual([4, [1]]);
  });
});

it('the axis of an RSI has its levels and no other numbers, which would lie over them', () => {
  const { scale } = draw(5, { kind: 'rsi', periods: [2] });
  expect(scale().priceFormat?.tickmarksFormatter?.([25, 50, 75])).toEqual(['', '', '']);
});

it.each<[string, (number | undefined)[], boolean[]]>([
  ['all where there is room', [70, 50, 30], [true, true, true]],
  ['the ends where there is little', [60, 50, 40], [true, false, true]],
  ['the upper end where there is hardly any', [50, 45, 40], [false, false, true]],
  ['none before they have a place', [undefined, undefined, undefined], [false, false, false]],
])('of the levels of an indicator %s are written at the axis', (_what, ys, shown) => {
  expect(levelsWithRoom(ys)).toEqual(shown);
});
