// What is computed from bars, by the library's own formulas. A study takes bars one after the other and may take the
// last one again while it runs, so that a live price costs one step and not the whole series.
import { ATR, BollingerBands, DonchianChannels, EMA, MACD, RSI, SMA, VWAP } from 'trading-signals';
import type { Timeframe } from '#contract/market.ts';
import { isWithinDay, newYorkDay } from '#contract/periods.ts';
import type { Indicator } from '#contract/ui.ts';
import type { BarStore, ChartBar } from '#renderer/chart/bar-store.ts';

export type IndicatorKind = Indicator['kind'];

/** Values of one bar, one per line of the indicator; undefined while there are too few bars. */
export type Values = readonly (number | undefined)[];

export type Study = {
  /** Takes the next bar, or the last one again. */
  step(bar: ChartBar, isAgain: boolean): Values;
};

type LineShape = { name: string; shape: 'line' | 'histogram' };

type Kind = {
  name: string;
  /** The periods as a person knows them, with their usual values. */
  periods: readonly (readonly [name: string, usual: number])[];
  /** Over the bars, or in a pane of its own. */
  place: 'price' | 'own';
  lines: readonly LineShape[];
  /** Levels that a person looks for, drawn across it. */
  levels?: readonly number[];
  /** Its scale, where that is the same for everything. */
  range?: readonly [lowest: number, highest: number];
  /** It begins anew with each day: its line does too. */
  isOfDay?: true;
  /** The space between its first and its third line is filled. */
  isBand?: true;
  create(periods: readonly number[], timeframe: Timeframe): Study;
  /** How many bars before the first one shown must be taken so that it is right to the last digit on screen. */
  warmUp(periods: readonly number[]): number;
};

const line = (name: string): LineShape => ({ name, shape: 'line' });
/** Averages that never forget have forgotten all but a billionth after so many periods. */
const EXPONENTIAL = 10;
const WILDER = 20;
const DAY_OF_MINUTES = 1_500;

export const INDICATORS: Record<IndicatorKind, Kind> = {
  sma: {
    name: 'SMA',
    periods: [['Period', 20]],
    place: 'price',
    lines: [line('SMA')],
    create: ([period = 20]) => ofClose(new SMA(period)),
    warmUp: ([period = 20]) => period,
  },
  ema: {
    name: 'EMA',
    periods: [['Period', 20]],
    place: 'price',
    lines: [line('EMA')],
    create: ([period = 20]) => ofStableClose(new EMA(period)),
    warmUp: ([period = 20]) => period * EXPONENTIAL,
  },
  bollinger: {
    name: 'Bollinger',
    periods: [
      ['Period', 20],
      ['Deviations', 2],
    ],
    place: 'price',
    lines: [line('upper'), line('middle'), line('lower')],
    isBand: true,
    create([period = 20, deviations = 2]) {
      const bands = new BollingerBands(period, deviations);
      return {
        step(bar, isAgain) {
          const result = bands.update(bar.close, isAgain);
          return result ? [result.upper, result.middle, result.lower] : [];
        },
      };
    },
    warmUp: ([period = 20]) => period,
  },
  donchian: {
    name: 'Donchian',
    periods: [['Period', 20]],
    place: 'price',
    lines: [line('upper'), line('middle'), line('lower')],
    isBand: true,
    create([period = 20]) {
      const channel = new DonchianChannels(period);
      return {
        step({ high, low }, isAgain) {
          const result = channel.update({ high, low }, isAgain);
          return result ? [result.upper, result.middle, result.lower] : [];
        },
      };
    },
    warmUp: ([period = 20]) => period,
  },
  vwap: {
    name: 'VWAP',
    periods: [],
    place: 'price',
    lines: [line('VWAP')],
    isOfDay: true,
    create: (_, timeframe) => (isWithinDay(timeframe) ? vwapOfDay() : vwapOfBar()),
    warmUp: () => DAY_OF_MINUTES,
  },
  rsi: {
    name: 'RSI',
    periods: [['Period', 14]],
    place: 'own',
    lines: [line('RSI')],
    levels: [30, 50, 70],
    range: [0, 100],
    create: ([period = 14]) => ofClose(new RSI(period)),
    warmUp: ([period = 14]) => period * WILDER,
  },
  stochastic: {
    name: 'Stochastic',
    periods: [
      ['Period', 14],
      ['Smoothing', 3],
      ['Signal', 3],
    ],
    place: 'own',
    lines: [line('%K'), line('%D')],
    levels: [20, 50, 80],
    range: [0, 100],
    create: ([period = 14, smoothing = 3, signal = 3]) => stochastic(period, smoothing, signal),
    warmUp: ([period = 14, smoothing = 3, signal = 3]) => period + smoothing + signal,
  },
  macd: {
    name: 'MACD',
    periods: [
      ['Fast', 12],
      ['Slow', 26],
      ['Signal', 9],
    ],
    place: 'own',
    lines: [{ name: 'histogram', shape: 'histogram' }, line('MACD'), line('signal')],
    levels: [0],
    create([fast = 12, slow = 26, signal = 9]) {
      const macd = new MACD(new EMA(fast), new EMA(slow), new EMA(signal));
      return {
        step(bar, isAgain) {
          const result = macd.update(bar.close, isAgain);
          return result ? [result.histogram, result.macd, result.signal] : [];
        },
      };
    },
    warmUp: ([, slow = 26, signal = 9]) => (slow + signal) * EXPONENTIAL,
  },
  atr: {
    name: 'ATR',
    periods: [['Period', 14]],
    place: 'own',
    lines: [line('ATR')],
    create([period = 14]) {
      const atr = new ATR(period);
      return {
        step: ({ high, low, close }, isAgain) => one(atr.update({ high, low, close }, isAgain)),
      };
    },
    warmUp: ([period = 14]) => period * WILDER,
  },
};

export const indicatorTitle = ({ kind, periods }: Indicator): string =>
  [INDICATORS[kind].name, periods.join(' ')].filter((word) => word !== '').join(' ');

export const usualIndicator = (kind: IndicatorKind): Indicator => ({
  kind,
  periods: INDICATORS[kind].periods.map(([, usual]) => usual),
});

/** The study, having taken every bar up to `to`, and its values for [from, to). */
export function runStudy(
  indicator: Indicator,
  timeframe: Timeframe,
  store: BarStore,
  from: number,
  to: number,
): { study: Study; values: Values[] } {
  const { create, warmUp } = INDICATORS[indicator.kind];
  const study = create(indicator.periods, timeframe);
  const values: Values[] = [];
  for (let index = Math.max(0, from - warmUp(indicator.periods)); index < to; index++) {
    const bar = store.at(index);
    if (!bar) continue;
    const result = study.step(bar, false);
    if (index >= from) values.push(result);
  }
  return { study, values };
}

type OfNumbers = { update(value: number, replace: boolean): number | null; isStable: boolean };

const one = (value: number | null): Values => (value === null ? [] : [value]);
const ofClose = (series: OfNumbers): Study => ({
  step: ({ close }, isAgain) => one(series.update(close, isAgain)),
});
/** The library answers from the first bar on; before a whole period it is no average of that period. */
const ofStableClose = (series: OfNumbers): Study => ({
  step({ close }, isAgain) {
    const value = series.update(close, isAgain);
    return series.isStable ? one(value) : [];
  },
});

/**
 * Where the close is between the lowest and the highest of a period, in percent, smoothed; and an average of that. The
 * library's own says 0 where nothing moved, which would read as oversold.
 */
function stochastic(period: number, smoothing: number, signal: number): Study {
  const range = new DonchianChannels(period);
  const [k, d] = [new SMA(smoothing), new SMA(signal)];
  return {
    step({ high, low, close }, isAgain) {
      const { upper, lower } = range.update({ high, low }, isAgain) ?? {};
      if (upper === undefined || lower === undefined) return [];
      const place = upper === lower ? 50 : ((close - lower) / (upper - lower)) * 100;
      const smooth = k.update(place, isAgain);
      if (smooth === null) return [];
      return [smooth, ...one(d.update(smooth, isAgain))];
    },
  };
}

/** Begins anew with each day in New York. */
function vwapOfDay(): Study {
  let vwap = new VWAP();
  let day: number | undefined;
  let isCounted = false;
  /** Whether anything was traded on the day, before the last bar and in it. */
  let hadVolume = false;
  let hasVolume = false;
  return {
    step({ time, high, low, close, volume }, isAgain) {
      const today = newYorkDay(time);
      if (today !== day) vwap = new VWAP();
      if (today !== day) hadVolume = false;
      else if (!isAgain) hadVolume ||= hasVolume;
      hasVolume = volume > 0;
      const isReplacing = isAgain && isCounted && today === day;
      day = today;
      isCounted = isReplacing || volume > 0;
      // The library passes over a bar without volume, and would then replace the one before it. Where a bar that was
      // counted loses its volume, next to nothing stands in its place.
      if (isCounted)
        vwap.update(
          { high, low, close, volume: volume > 0 ? volume : Number.MIN_VALUE },
          isReplacing,
        );
      const result = hadVolume || hasVolume ? vwap.getResult() : null;
      return result !== null && Number.isFinite(result) ? [result] : [];
    },
  };
}

/** Bars of a day or more carry their own. */
const vwapOfBar = (): Study => ({ step: ({ vwap }) => (vwap === undefined ? [] : [vwap]) });
