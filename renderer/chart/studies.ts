// The indicators on the chart: a line or columns for each of their values, over the bars or in panes of their own.
import {
  HistogramSeries,
  LineSeries,
  type IChartApiBase,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Indicator } from '#contract/ui.ts';
import type { BarSeries } from '#renderer/chart/bar-series.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import type { Stretch } from '#renderer/chart/bar-window.ts';
import { priceFormat } from '#renderer/chart/chart-options.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
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
};

const OWN_PANE_SHARE = 0.3;

export function createStudies(chart: IChartApiBase, first: ChartTheme): Studies {
  let drawn: Drawn[] = [];
  let theme = first;
  let fineness = priceFormat(1);

  const colourOf = (place: number, line: number): string => {
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

  function colour(): void {
    for (const [place, { indicator, lines }] of drawn.entries())
      for (const [n, line] of lines.entries())
        line.applyOptions({ color: lineColour(indicator, place, n) });
  }

  /** The bands of one indicator share a colour; lines that cross need two. */
  const lineColour = ({ kind }: Indicator, place: number, line: number): string =>
    colourOf(place, kind === 'macd' ? line : 0);

  function add(indicator: Indicator, place: number, pane: number): Drawn {
    const { lines } = INDICATORS[indicator.kind];
    const quiet = { priceLineVisible: false, lastValueVisible: false } as const;
    return {
      indicator,
      study: undefined,
      values: [],
      lines: lines.map(({ shape }, n) => {
        const color = lineColour(indicator, place, n);
        const series =
          shape === 'line'
            ? chart.addSeries(
                LineSeries,
                { ...quiet, color, lineWidth: 1, crosshairMarkerVisible: false },
                pane,
              )
            : chart.addSeries(HistogramSeries, { ...quiet, color }, pane);
        return series;
      }),
    };
  }

  function fill(series: BarSeries, { from, to }: Stretch): void {
    for (const one of drawn) {
      for (const line of one.lines) line.applyOptions(fineness);
      const run = runStudy(one.indicator, series.timeframe, series.store, from, to);
      one.study = run.study;
      one.values = run.values;
      for (const [n, line] of one.lines.entries())
        line.setData(
          run.values.map((values, place) => point(series.store.timeAt(from + place), values[n])),
        );
    }
  }

  function stepOne(bar: ChartBar, isNew: boolean): void {
    for (const one of drawn) {
      const values = one.study?.step(bar, !isNew);
      if (!values) continue;
      if (!isNew) one.values.pop();
      one.values.push(values);
      for (const [n, line] of one.lines.entries()) line.update(point(bar.time, values[n]));
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
      for (let index = from; index < window.to; index++) {
        const bar = series.store.at(index);
        if (bar) stepOne(bar, index >= before);
      }
    },
    setTheme(next) {
      theme = next;
      colour();
    },
    valuesAt: (place) =>
      drawn.map(({ indicator, values }, n) => ({
        title: indicatorTitle(indicator),
        colour: colourOf(n, 0),
        values: INDICATORS[indicator.kind].lines.map((_, k) => values[place]?.[k]),
      })),
  };
}

/** A bar without a value is a place on the axis and nothing else. */
function point(timeMs: number | undefined, value: number | undefined) {
  const time = ((timeMs ?? 0) / 1_000) as UTCTimestamp;
  return value === undefined ? { time } : { time, value };
}
