// Hours outside of the regular ones, as a tint behind the bars. A bar belongs to the session in its middle: one of four
// hours that begins before the opening is a bar of the regular hours.
import type { IChartApi, ISeriesPrimitive } from 'lightweight-charts';
import { SESSION_WORDS, type SessionPhase, type SessionSpan } from '#contract/market-state.ts';
import { HOUR_MS, isWithinDay, periodEnd } from '#contract/periods.ts';
import type { BarSeries } from '#renderer/chart/bar-series.ts';
import type { Stretch } from '#renderer/chart/bar-window.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import { createPaintedLayer } from '#renderer/chart/painted-layer.ts';
import type { SessionHours } from '#renderer/chart/session-hours.ts';

type SessionBands = ISeriesPrimitive & {
  setShown(isShown: boolean): void;
  setTheme(theme: ChartTheme): void;
  refresh(): void;
};

type Deps = {
  theme: ChartTheme;
  hours: SessionHours;
  shown: () => { series: BarSeries | undefined; window: Stretch };
};
type Band = { phase: SessionPhase; from: number; to: number };

export function createSessionBands({ theme: given, hours, shown }: Deps): SessionBands {
  let theme = given;
  let isShown = true;

  function bandsOn(chart: Pick<IChartApi, 'timeScale'>): Band[] {
    const { series, window } = shown();
    const scale = chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!isShown || !series || !range || !isWithinDay(series.timeframe)) return [];
    const { store, timeframe } = series;
    const within = (at: number) => Math.min(Math.max(at + window.from, window.from), window.to - 1);
    const first = within(Math.floor(range.from));
    const last = within(Math.ceil(range.to));
    const [from, lastTime] = [store.timeAt(first), store.timeAt(last)];
    if (from === undefined || lastTime === undefined) return [];
    const to = periodEnd(timeframe, lastTime);
    hours.want(from, to);
    const half = (to - lastTime) / 2;
    const { barSpacing } = scale.options();
    const edge = (index: number) =>
      (scale.logicalToCoordinate((index - window.from) as never) ?? 0) - barSpacing / 2;
    return hours.within(from, to).flatMap(({ phase, from: start, to: stop }): Band[] => {
      const begin = Math.max(store.countBefore(start - half), first);
      const end = Math.min(store.countBefore(stop - half), last + 1);
      if (phase === 'regular' || begin >= end) return [];
      return [{ phase, from: edge(begin), to: edge(end) }];
    });
  }

  const layer = createPaintedLayer((context, { height }, { chart }) => {
    for (const { phase, from, to } of bandsOn(chart)) {
      context.fillStyle = phase === 'overnight' ? theme.night : theme.extended;
      context.fillRect(from, 0, to - from, height);
    }
  });

  return {
    ...layer.primitive,
    setShown(next) {
      isShown = next;
      layer.repaint();
    },
    setTheme(next) {
      theme = next;
    },
    refresh: layer.repaint,
  };
}

/** The sessions that a bar is of, in words; undefined while nobody has said, and for bars of a day and more. */
export function sessionWords(
  hours: SessionHours,
  { timeframe }: Pick<BarSeries, 'timeframe'>,
  startMs: number,
): string | undefined {
  if (!isWithinDay(timeframe)) return undefined;
  const spans = hours.within(startMs, periodEnd(timeframe, startMs)).filter(isOfDay);
  const phases = spans.toSorted((a, b) => a.from - b.from).map(({ phase }) => SESSION_WORDS[phase]);
  const words = [...new Set(phases)].join(' and ');
  return words === '' ? undefined : words;
}

/** Where it is open around the clock a day has no sessions to tell apart; the shortest day has 23 hours. */
const isOfDay = ({ from, to }: SessionSpan): boolean => to - from < 23 * HOUR_MS;
