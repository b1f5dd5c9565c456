// ⑧ The drawing of one chart: owns the lightweight-charts instance and is fed without React. It holds a window of the
// bars in memory; see bar-window.ts for why.
import {
  AreaSeries,
  BarSeries as OhlcSeries,
  CandlestickSeries,
  createChartEx,
  HistogramSeries,
  LineSeries,
  type ISeriesApi,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { isWithinDay } from '#contract/periods.ts';
import type { Gap } from '#contract/trading.ts';
import type { ChartLook } from '#contract/ui.ts';
import type { BarSeries, SeriesChange } from '#renderer/chart/bar-series.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { movedWindow, windowAtEnd, type Stretch } from '#renderer/chart/bar-window.ts';
import {
  chartOptions,
  priceFormat,
  RIGHT_OFFSET,
  seriesOptions,
  timeOptions,
} from '#renderer/chart/chart-options.ts';
import { onThemeChange, readTheme } from '#renderer/chart/chart-theme.ts';
import {
  createChartTools,
  type ChartTools,
  type ToolActions,
} from '#renderer/chart/chart-tools.ts';
import { timePlaces } from '#renderer/chart/drawings/time-places.ts';
import { createGapBands } from '#renderer/chart/gap-bands.ts';
import { listenToKeys } from '#renderer/chart/chart-keys.ts';
import { createLegend } from '#renderer/chart/legend.ts';
import {
  createMarks,
  type MarkActions,
  type Marks,
  type MarksContent,
} from '#renderer/chart/marks.ts';
import type { SessionHours } from '#renderer/chart/session-hours.ts';
import { createStudies } from '#renderer/chart/studies.ts';
import { createNewYorkScale } from '#renderer/chart/time-axis.ts';

export type ChartView = {
  setSeries(series: BarSeries | undefined): void;
  apply(change: NonNullable<SeriesChange>): void;
  /** So many bars were put in front of the others. */
  addedOlder(count: number): void;
  setLook(look: ChartLook): void;
  setMarks(content: MarksContent): void;
  marks: Pick<Marks, 'setPlan' | 'bring' | 'fitBars'>;
  setGaps(gaps: readonly Gap[]): void;
  tools: ChartTools;
  refreshHours(): void;
  /** Brings a moment into the middle of what is in sight. */
  showTime(timeMs: number): void;
  /** Moves what is in sight by so many bars; negative is back in time. */
  scrollBy(bars: number): void;
  /** Makes bars wider or narrower. */
  zoom(factor: number): void;
  showLatest(): void;
  stop(): void;
};

export type ChartViewDeps = {
  host: HTMLElement;
  look: ChartLook;
  /** What is in sight comes near the earliest bar in memory, or has gone away from it. */
  onEdge(isNear: boolean): void;
  /** Whether the newest bar is out of sight. */
  onAway(isAway: boolean): void;
  actions: MarkActions;
  hours: SessionHours;
  tools: ToolActions;
  /** By its place among the indicators of the look. */
  onRemoveIndicator(place: number): void;
};

const EDGE_BARS = 200;
/** From so many bars on, filling the window anew is cheaper than putting them in one by one. */
const MOST_STEPS = 8;
const SERIES = {
  candles: CandlestickSeries,
  bars: OhlcSeries,
  line: LineSeries,
  area: AreaSeries,
} as const;

export function createChartView(deps: ChartViewDeps): ChartView {
  const { host } = deps;
  let { look } = deps;
  let theme = readTheme(host);
  let series: BarSeries | undefined;
  let window: Stretch = { from: 0, to: 0 };
  /** How many bars there were when it was last told; the store may be ahead of what is drawn. */
  let known = 0;
  let hovered: number | undefined;
  let isPressed = false;
  let isFilling = false;
  /** The library moves at the next frame; until then this is where it will be. */
  let pending: { from: number; to: number } | undefined;

  const chart = createChartEx<Time, ReturnType<typeof createNewYorkScale>>(
    host,
    createNewYorkScale(),
    chartOptions(theme),
  );
  const scale = chart.timeScale();
  let main = addMain();
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    priceLineVisible: false,
    lastValueVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  const studies = createStudies(chart, theme);
  const legend = createLegend({ chart, host, onRemove: deps.onRemoveIndicator });
  const gaps = createGapBands(theme, (timeMs) => {
    const at = (series?.store.countBefore(timeMs + 1) ?? 0) - 1;
    return Math.max(at, window.from - 1) - window.from;
  });
  const tools = createChartTools({
    chart,
    host,
    theme,
    hours: deps.hours,
    main: () => main,
    shown: () => ({ series, window }),
    actions: deps.tools,
  });
  tools.setHours(look.hasHours);
  const marks = createMarks({ chart, host, theme, labels: tools.labels, actions: deps.actions });
  tools.listen();
  attach();

  function addMain(): ISeriesApi<SeriesType> {
    return chart.addSeries(SERIES[look.style], seriesOptions(look.style, theme));
  }

  function attach(): void {
    main.attachPrimitive(gaps);
    tools.attach(main);
    marks.attach(main);
  }

  const isLineLike = (): boolean => look.style === 'line' || look.style === 'area';

  function mainPoint(bar: ChartBar) {
    const time = (bar.time / 1_000) as UTCTimestamp;
    const { open, high, low, close } = bar;
    return isLineLike() ? { time, value: close } : { time, open, high, low, close };
  }

  const volumePoint = ({ time, open, close, volume: value }: ChartBar) => ({
    time: (time / 1_000) as UTCTimestamp,
    value,
    color: close >= open ? theme.upTint : theme.downTint,
  });

  /** Gives the drawing what the window holds. What was in sight stays in sight, or moves on by so many bars. */
  function fill(next: Stretch, isKept: boolean, onBy = 0): void {
    const visible = isKept ? rangeNow() : undefined;
    const moved = next.from - window.from;
    window = next;
    // Away from the end the last bar of the window is not the last price.
    const isAtEnd = next.to === known;
    // With every filling: the series of another style knows nothing of what the last one was told.
    const fineness = priceFormat(series?.store.at(known - 1)?.close ?? 1);
    main.applyOptions({ ...fineness, priceLineVisible: isAtEnd, lastValueVisible: isAtEnd });
    isFilling = true;
    const bars: ChartBar[] = [];
    for (let index = next.from; index < next.to; index++) {
      const bar = series?.store.at(index);
      if (bar) bars.push(bar);
    }
    main.setData(bars.map(mainPoint));
    volume.setData(look.hasVolume ? bars.map(volumePoint) : []);
    if (series) studies.fill(series, window, fineness);
    if (visible) moveTo(visible.from - moved + onBy, visible.to - moved + onBy);
    isFilling = false;
    marks.place(series, window);
    showLegend();
  }

  function draw(index: number, isPast: boolean): void {
    const bar = series?.store.at(index);
    if (!bar) return;
    main.update(mainPoint(bar), isPast);
    if (look.hasVolume) volume.update(volumePoint(bar), isPast);
  }

  const rangeNow = () => pending ?? scale.getVisibleLogicalRange() ?? undefined;

  /** What is in sight, as places in the store. */
  function inSight(): Stretch | undefined {
    const range = rangeNow();
    if (!range || !series) return undefined;
    const within = (index: number) => Math.min(Math.max(index, 0), known);
    return {
      from: within(Math.floor(range.from) + window.from),
      to: within(Math.ceil(range.to) + window.from + 1),
    };
  }

  function followSight(): void {
    if (isFilling) return;
    const visible = inSight();
    if (!visible || !series) return;
    deps.onEdge(visible.from < EDGE_BARS);
    deps.onAway(visible.to < known - 1);
    // Moving the window under a pressed pointer would move the bars under it.
    if (isPressed) return;
    const moved = movedWindow(window, visible, known);
    if (moved) fill(moved, true);
  }

  function showLegend(): void {
    const last = window.to - window.from - 1;
    const place = hovered === undefined ? last : Math.min(Math.max(hovered, 0), last);
    const index = window.from + place;
    const bar = series?.store.at(index);
    if (!series || !bar) return legend.show(undefined);
    legend.show({
      bar,
      before: series.store.at(index - 1),
      timeframe: series.timeframe,
      running: series.running(index),
      session: tools.sessionOf(bar.time),
      studies: studies.valuesAt(place),
    });
  }

  function setTheme(): void {
    theme = readTheme(host);
    chart.applyOptions(chartOptions(theme));
    legend.keepRoom();
    main.applyOptions(seriesOptions(look.style, theme));
    for (const each of [gaps, marks, tools, studies]) each.setTheme(theme);
    fill(window, true);
  }

  function scrollBy(bars: number): void {
    const range = rangeNow();
    if (!range) return;
    // Half a screen of nothing before the first bar, and no more.
    const first = -window.from - (range.to - range.from) / 2;
    const by = Math.max(bars, Math.min(0, first - range.from));
    moveTo(range.from + by, range.to + by);
    // At once: several keys in one frame go further than the window reaches, and the library stops at its edge.
    followSight();
  }

  function zoom(factor: number): void {
    const { barSpacing } = scale.options();
    chart.applyOptions({
      timeScale: { barSpacing: Math.min(Math.max(barSpacing * factor, 1), 60) },
    });
  }

  function showLatest(): void {
    if (!series) return;
    const range = rangeNow();
    const next = windowAtEnd(known, range ? Math.ceil(range.to - range.from) : 0);
    fill(next, false);
    // At once: a glide through thousands of bars would move the window on its way, and be stopped by that.
    const end = next.to - next.from - 1 + RIGHT_OFFSET;
    moveTo(end - (range ? range.to - range.from : end), end);
    followSight();
  }

  function moveTo(from: number, to: number): void {
    const mine = { from, to };
    pending = mine;
    scale.setVisibleLogicalRange(mine);
    // Where nothing moves by it, the library tells nothing: it is over once a frame has been drawn all the same.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (pending === mine) pending = undefined;
      }),
    );
  }

  const stopKeys = listenToKeys(host, { scrollBy, zoom, showLatest });
  function release(): void {
    isPressed = false;
    followSight();
  }
  const listening = new AbortController();
  host.addEventListener('pointerdown', () => (isPressed = true), listening);
  globalThis.addEventListener('pointerup', release, listening);
  globalThis.addEventListener('pointercancel', release, listening);
  const stopTheme = onThemeChange(setTheme);
  scale.subscribeVisibleLogicalRangeChange(() => {
    if (isFilling) return;
    pending = undefined;
    followSight();
  });
  chart.subscribeCrosshairMove(({ logical, point }) => {
    hovered = point && logical !== undefined ? logical : undefined;
    showLegend();
  });
  studies.set(look.indicators);

  return {
    setSeries(next) {
      series = next;
      known = next?.store.length() ?? 0;
      hovered = undefined;
      if (next) chart.applyOptions(timeOptions(isWithinDay(next.timeframe)));
      fill(windowAtEnd(known), false);
      pending = undefined;
      scale.resetTimeScale();
    },
    apply(change) {
      if (!series) return;
      const length = series.store.length();
      const grown = length - known;
      const wasAtEnd = window.to === known;
      const isFollowing = wasAtEnd && (rangeNow()?.to ?? 0) >= window.to - window.from - 1;
      known = length;
      if (change.from >= window.to && !wasAtEnd) return deps.onAway(true);
      const isInHand = change.from >= window.from && length - change.from <= MOST_STEPS;
      if (!wasAtEnd || change.isInserted || !isInHand) {
        const next = wasAtEnd ? { from: window.from, to: length } : window;
        fill(next, true, isFollowing ? grown : 0);
        // A flood makes it longer at one end, like the bars that come one by one.
        return followSight();
      }
      const before = length - grown;
      window = { from: window.from, to: length };
      // The library tells of a new range between two of them; the window may move only when all are in.
      isFilling = true;
      for (let index = change.from; index < length; index++) draw(index, index < before - 1);
      isFilling = false;
      studies.step(series, window, { from: change.from, before });
      if (hovered === undefined || grown > 0) showLegend();
      if (grown > 0) followSight();
    },
    addedOlder(count) {
      known += count;
      // The bars in the drawing are the same; only their places in memory are others.
      window = { from: window.from + count, to: window.to + count };
      followSight();
    },
    setLook(next) {
      const isOtherStyle = next.style !== look.style;
      const isOtherStudies = JSON.stringify(next.indicators) !== JSON.stringify(look.indicators);
      const isOtherVolume = next.hasVolume !== look.hasVolume;
      look = next;
      tools.setHours(next.hasHours);
      if (isOtherStyle) {
        const before = main;
        main = addMain();
        before.detachPrimitive(gaps);
        marks.detach();
        tools.detach(before);
        chart.removeSeries(before);
        attach();
      }
      if (isOtherStudies) studies.set(next.indicators);
      if (isOtherStyle || isOtherStudies || isOtherVolume) fill(window, true);
    },
    setMarks(content) {
      marks.set(content);
      marks.place(series, window);
    },
    marks,
    setGaps: (next) => gaps.set(next),
    tools,
    refreshHours() {
      tools.refreshHours();
      showLegend();
    },
    showTime(timeMs) {
      const range = rangeNow();
      const places = series && timePlaces(series.store, series.timeframe, window.from);
      if (range && places) scrollBy(places.placeOf(timeMs) - (range.from + range.to) / 2);
    },
    scrollBy,
    zoom,
    showLatest,
    stop() {
      stopKeys();
      listening.abort();
      stopTheme();
      marks.stop();
      tools.stop();
      legend.stop();
      chart.remove();
    },
  };
}
