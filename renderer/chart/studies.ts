// The indicators on the chart: a line or columns for each of their values, over the bars or in panes of their own.
import {
  HistogramSeries,
  LineSeries,
  LineStyle,
  type IChartApiBase,
  type IPriceLine,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { isWithinDay, newYorkDay } from '#contract/periods.ts';
import type { Indicator } from '#contract/ui.ts';
import type { BarSeries } from '#renderer/chart/bar-series.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import type { Stretch } from '#renderer/chart/bar-window.ts';
import { priceFormat } from '#renderer/chart/chart-options.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import { createBandFill, type BandFill } from '#renderer/chart/band-fill.ts';
import {
  INDICATORS,
  indicatorTitle,
  runStudy,
  type Study,
  type Values,
} from '#renderer/chart/indicators.ts';
import type { LegendValue } from '#renderer/chart/legend.ts';

type Studies = {
  set(indicators: readonly Indicator[]): void;
  /** Reckons everything in the window anew. */
  fill(series: BarSeries, window: Stretch, fineness: Fineness): void;
  /** Bars from one on changed or came; `before` is how many there were. */
  step(series: BarSeries, window: Stretch, change: { from: number; before: number }): void;
  setTheme(theme: ChartTheme): void;
  /** What the lines show at a place in the window. */
  valuesAt(place: number): LegendValue[];
};

type Fineness = ReturnType<typeof priceFormat>;
type AnySeries = ISeriesApi<'Line' | 'Histogram'>;
type Drawn = {
  indicator: Indicator;
  lines: AnySeries[];
  study: Study | undefined;
  values: Values[];
  /** Levels that are always there, as of an RSI. */
  levels: IPriceLine[];
  /** Between the outer lines of a band. */
  band: BandFill | undefined;
};

const OWN_PANE_SHARE = 0.3;

export function createStudies(chart: IChartApiBase, first: ChartTheme): Studies {
  let drawn: Drawn[] = [];
  let theme = first;
  let fineness = priceFormat(1);

  const colorOf = (place: number, line: number): string => {
    const hues = [
      theme.study1,
      theme.study2,
      theme.study3,
      theme.study4,
      theme.study5,
      theme.study6,
    ];
    return hues[(place + line) % hues.length] ?? theme.text;
  };

  function recolor(): void {
    for (const [place, { indicator, lines }] of drawn.entries())
      for (const [n, line] of lines.entries())
        line.applyOptions({ color: lineColor(indicator, place, n) });
    for (const [place, { levels, band }] of drawn.entries()) {
      for (const level of levels)
        level.applyOptions({
          color: theme.textQuiet,
          axisLabelColor: theme.line,
          axisLabelTextColor: theme.text,
        });
      band?.setColor(colorOf(place, 0));
    }
  }

  /** The bands of one indicator share a color; lines that cross need two. */
  const lineColor = ({ kind }: Indicator, place: number, line: number): string =>
    colorOf(place, kind === 'macd' || kind === 'stochastic' ? line : 0);

  function add(indicator: Indicator, place: number, pane: number): Drawn {
    const { lines, levels = [], range, isBand, isOfDay } = INDICATORS[indicator.kind];
    const quiet = {
      priceLineVisible: false,
      lastValueVisible: false,
      // A scale that says the same at every height: 70 is where it was.
      ...(range && {
        autoscaleInfoProvider: () => ({ priceRange: { minValue: range[0], maxValue: range[1] } }),
        // Its levels are what is read off it: other numbers would lie over theirs.
        priceFormat: LEVELS_ONLY,
      }),
      // It may be far from the bars, which would have little of the height then.
      ...(isOfDay && { autoscaleInfoProvider: () => null }),
    } as const;
    const drawnLines = lines.map(({ shape }, n): AnySeries => {
      const color = lineColor(indicator, place, n);
      return shape === 'line'
        ? chart.addSeries(
            LineSeries,
            { ...quiet, color, lineWidth: 1, crosshairMarkerVisible: false },
            pane,
          )
        : chart.addSeries(HistogramSeries, { ...quiet, color }, pane);
    });
    const [upper, , lower] = drawnLines;
    const one: Drawn = {
      indicator,
      study: undefined,
      values: [],
      lines: drawnLines,
      levels: levels.flatMap(
        (price) =>
          upper?.createPriceLine({
            price,
            color: theme.textQuiet,
            lineWidth: 1,
            lineStyle: LineStyle.Dashed,
            axisLabelVisible: true,
            axisLabelColor: theme.line,
            axisLabelTextColor: theme.text,
            title: '',
          }) ?? [],
      ),
      band:
        isBand && upper && lower
          ? createBandFill(colorOf(place, 0), (at) => [one.values[at]?.[0], one.values[at]?.[2]])
          : undefined,
    };
    if (one.band) upper?.attachPrimitive(one.band);
    // Told by the library whenever the height may be another.
    if (levels.length > 1)
      upper?.attachPrimitive({ updateAllViews: () => labelLevels(upper, one.levels) });
    return one;
  }

  function labelLevels(series: AnySeries, levels: readonly IPriceLine[]): void {
    const shown = levelsWithRoom(
      levels.map((level) => series.priceToCoordinate(level.options().price) ?? undefined),
    );
    for (const [n, level] of levels.entries()) {
      const axisLabelVisible = shown[n] ?? false;
      if (level.options().axisLabelVisible !== axisLabelVisible)
        level.applyOptions({ axisLabelVisible });
    }
  }

  /** Columns say by their color on which side of nothing they are. */
  function pointOf(one: Drawn, n: number, timeMs?: number, value?: number, nextMs?: number) {
    const { lines, isOfDay } = INDICATORS[one.indicator.kind];
    const { shape } = lines[n] ?? {};
    const at = point(timeMs, value);
    // The library joins what is beside a gap; a point's color is that of the line from it to the next.
    if (isOfDay && value !== undefined && isNewDay(timeMs, nextMs))
      return { ...at, color: 'transparent' };
    return shape === 'histogram' && value !== undefined
      ? { ...at, color: value >= 0 ? theme.up : theme.down }
      : at;
  }

  function fill(series: BarSeries, { from, to }: Stretch): void {
    for (const one of drawn) {
      if (!INDICATORS[one.indicator.kind].range)
        for (const line of one.lines) line.applyOptions(fineness);
      const run = runStudy(one.indicator, series.timeframe, series.store, from, to);
      one.study = run.study;
      one.values = run.values;
      for (const [n, line] of one.lines.entries())
        line.setData(
          run.values.map((values, place) =>
            pointOf(
              one,
              n,
              series.store.timeAt(from + place),
              values[n],
              isWithinDay(series.timeframe) && from + place + 1 < to
                ? series.store.timeAt(from + place + 1)
                : undefined,
            ),
          ),
        );
    }
  }

  const hasLineOfDay = (): boolean =>
    drawn.some(({ indicator }) => INDICATORS[indicator.kind].isOfDay);

  function stepOne(bar: ChartBar, isNew: boolean): void {
    for (const one of drawn) {
      const values = one.study?.step(bar, !isNew);
      if (!values) continue;
      if (!isNew) one.values.pop();
      one.values.push(values);
      for (const [n, line] of one.lines.entries())
        line.update(pointOf(one, n, bar.time, values[n]));
    }
  }

  return {
    set(indicators) {
      for (const { lines } of drawn) for (const line of lines) chart.removeSeries(line);
      let panes = 0;
      drawn = indicators.map((indicator, place) =>
        add(indicator, place, INDICATORS[indicator.kind].place === 'price' ? 0 : ++panes),
      );
      for (const [n, pane] of chart.panes().entries())
        pane.setStretchFactor(n === 0 ? 1 : OWN_PANE_SHARE);
    },
    fill(series, window, next) {
      fineness = next;
      fill(series, window);
    },
    step(series, window, { from, before }) {
      if (drawn.length === 0) return;
      // A study knows its last step back and no more.
      if (from < before - 1) return fill(series, window);
      // The line of a day ends where another begins.
      const [last, next] = [before - 1, before].map((index) => series.store.at(index)?.time);
      if (isWithinDay(series.timeframe) && isNewDay(last, next) && hasLineOfDay())
        return fill(series, window);
      for (let index = from; index < window.to; index++) {
        const bar = series.store.at(index);
        if (bar) stepOne(bar, index >= before);
      }
    },
    setTheme(next) {
      theme = next;
      recolor();
    },
    valuesAt: (place) =>
      drawn.map(({ indicator, values }, n) => ({
        title: indicatorTitle(indicator),
        color: colorOf(n, 0),
        values: INDICATORS[indicator.kind].lines.map((_, k) => values[place]?.[k]),
      })),
  };
}

/** Of a number on the axis. */
const LABEL_PX = 18;

/** By where levels are from the top: those at the ends come before those between them. */
export function levelsWithRoom(ys: readonly (number | undefined)[]): boolean[] {
  const taken: number[] = [];
  const shown = ys.map(() => false);
  const inner = ys.map((_, n) => n).slice(1, -1);
  for (const n of [ys.length - 1, 0, ...inner]) {
    const y = ys[n];
    if (y === undefined || taken.some((other) => Math.abs(other - y) < LABEL_PX)) continue;
    taken.push(y);
    shown[n] = true;
  }
  return shown;
}

const LEVELS_ONLY = {
  type: 'custom',
  minMove: 1,
  formatter: (value: number) => value.toFixed(0),
  tickmarksFormatter: (values: readonly number[]) => values.map(() => ''),
} as const;

const isNewDay = (timeMs: number | undefined, nextMs: number | undefined): boolean =>
  timeMs !== undefined && nextMs !== undefined && newYorkDay(timeMs) !== newYorkDay(nextMs);

/** A bar without a value is a place on the axis and nothing else. */
function point(timeMs: number | undefined, value: number | undefined) {
  const time = ((timeMs ?? 0) / 1_000) as UTCTimestamp;
  return value === undefined ? { time } : { time, value };
}
