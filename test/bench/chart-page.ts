// Runs in a page: a chart over so many made-up minutes, driven as a person and a market would drive it.
import '#renderer/ui/tokens.css';
import '#renderer/chart/chart.css';
import '#renderer/chart/handles.css';
import '#renderer/chart/legend.css';
import { DrawingKind, type Drawing } from '#contract/drawings.ts';
import type { BarColumns } from '#contract/market.ts';
import type { ChartLook } from '#contract/ui.ts';
import { createBarSeries, type BarSeries } from '#renderer/chart/bar-series.ts';
import { createChartView, type ChartView } from '#renderer/chart/chart-view.ts';

export type ChartFigures = {
  firstPaintMs: number;
  /** 95th percentile of a frame while it is panned through its bars. */
  panFrameMs: number;
  /** Of one trade, from the series to the drawing. */
  updateMs: number;
};

declare global {
  /** Puts so many bars into memory. */
  var prepareChart: (bars: number) => void;
  /** Draws what was prepared. */
  var driveChart: (indicators: ChartLook['indicators'], drawings: number) => Promise<ChartFigures>;
}

const MINUTE_MS = 60_000;
const PAGE = 10_000;
const PAN_FRAMES = 200;
/** Bars a frame, whatever there are: a chart that moves less would look quicker. */
const PAN_STEP = 45;
const UPDATES = 500;

const NOW = Date.UTC(2026, 6, 15, 18);
let series: BarSeries | undefined;
let warming: BarSeries | undefined;

globalThis.prepareChart = (bars) => {
  series = seriesOf(bars, NOW);
  warming = seriesOf(PAGE, NOW);
};

globalThis.driveChart = async (indicators, drawings) => {
  if (!series || !warming) throw new Error('there are no bars yet');
  // Collecting what a million bars left behind also throws compiled code away; both charts begin with it compiled.
  (await paint(warming, indicators)).stop();
  const began = performance.now();
  const { view, stop } = await paint(series, indicators);
  const firstPaintMs = performance.now() - began;
  view.tools.setDrawings(Array.from({ length: drawings }, (_, n) => drawingOf(n)));
  const updateMs = update(series, view);
  const panFrameMs = await pan(view);
  stop();
  series = warming = undefined;
  return { firstPaintMs, panFrameMs, updateMs };
};

/** All over what is panned through, some of each kind. */
function drawingOf(n: number): Drawing {
  const time = NOW - n * 90 * MINUTE_MS;
  const price = 95 + (n % 10);
  const kind = DrawingKind.options[n % DrawingKind.options.length] ?? 'trend';
  const points = [
    { time, price },
    { time: time + 60 * MINUTE_MS, price: price + 2 },
  ];
  return { id: String(n), kind, points: kind === 'horizontal' ? points.slice(0, 1) : points };
}

async function paint(
  of: BarSeries,
  indicators: ChartLook['indicators'],
): Promise<{ view: ChartView; stop: () => void }> {
  const host = document.createElement('div');
  host.className = 'chart-panel';
  host.style.cssText = 'position: absolute; inset: 0; width: 900px; height: 500px';
  document.body.append(host);
  const view = createChartView({
    host,
    look: { style: 'candles', timeframe: '1Min', hasVolume: true, hasHours: true, indicators },
    onEdge: () => undefined,
    onAway: () => undefined,
    onRemoveIndicator: () => undefined,
    hours: { want: () => undefined, within: () => [] },
    tools: {
      onDraw: () => undefined,
      onDoing: () => undefined,
      onAlert: () => undefined,
      onMoveAlert: () => undefined,
      onRemoveAlert: () => undefined,
      onUndo: () => undefined,
    },
    actions: {
      onPickPrice: () => undefined,
      onMoveOrder: () => undefined,
      onCancelOrder: async () => undefined,
      onPlan: () => undefined,
      onOutOfSight: () => undefined,
    },
  });
  view.setSeries(of);
  await frame();
  await frame();
  const stop = (): void => {
    view.stop();
    host.remove();
  };
  return { view, stop };
}

function seriesOf(bars: number, now: number): BarSeries {
  let end = now;
  const page = (count: number): BarColumns => {
    const time = Array.from({ length: count }, (_, n) => end - (count - n) * MINUTE_MS);
    end -= count * MINUTE_MS;
    const close = time.map((at) => 100 + 10 * Math.sin(at / 7e6) + Math.sin(at / 3e5));
    return {
      time,
      close,
      open: close.map((value, n) => close[n - 1] ?? value),
      high: close.map((value) => value + 0.5),
      low: close.map((value) => value - 0.5),
      volume: close.map((value) => Math.round(value)),
      vwap: close,
    };
  };
  const first = page(Math.min(bars, PAGE));
  const made = createBarSeries('1Min', { history: first, parts: [], minutesFrom: 0 });
  for (let left = bars - PAGE; left > 0; left -= PAGE) made.addOlder(page(Math.min(left, PAGE)));
  return made;
}

function update(of: BarSeries, view: ChartView): number {
  const began = performance.now();
  for (let n = 0; n < UPDATES; n++) {
    const change = of.putTrade(NOW + n, 100 + Math.sin(n));
    if (change) view.apply(change);
  }
  return (performance.now() - began) / UPDATES;
}

/** Back through the bars: often enough past the window's edge. */
async function pan(view: ChartView): Promise<number> {
  const frames: number[] = [];
  let last = await frame();
  for (let n = 0; n < PAN_FRAMES; n++) {
    view.scrollBy(-PAN_STEP);
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0;
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
