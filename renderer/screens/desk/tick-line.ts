// A line of closes and the trades after them, on a canvas: redrawn when something comes or the size changes.
import type { Bar } from '#contract/bars.ts';
import { formatExchangeTime } from '#renderer/ui/format.ts';

export type TickLine = {
  addBars(bars: readonly Bar[], isReset: boolean): void;
  addTrade(timeMs: number, price: string): void;
  stop(): void;
};

type Point = { timeMs: number; price: number };

const MINUTE_MS = 60_000;
const MOST_TRADES = 600;
const PADDING = { top: 12, right: 72, bottom: 28, left: 8 };

export function createTickLine(canvas: HTMLCanvasElement): TickLine {
  const closes = new Map<number, Point>();
  let trades: Point[] = [];
  let label = '';
  let frame = 0;
  const observer = new ResizeObserver(() => schedule());
  observer.observe(canvas);
  const theme = matchMedia('(prefers-color-scheme: dark)');
  theme.addEventListener('change', schedule);

  function schedule(): void {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  }

  /** Closes in time order, then the trades that came after the last of them. */
  function points(): Point[] {
    const history = [...closes.values()].sort((a, b) => a.timeMs - b.timeMs);
    const lastClose = history.at(-1)?.timeMs ?? 0;
    return [...history, ...trades.filter(({ timeMs }) => timeMs > lastClose)];
  }

  function draw(): void {
    const context = canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = canvas;
    const all = points();
    const last = all.at(-1);
    if (!context || !last || width === 0) return;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    const style = getComputedStyle(canvas);
    const colour = (name: string) => style.getPropertyValue(name);
    const { x, y, levels, times } = axes(all, width, height);
    context.font = `11px ${colour('--font-number')}`;
    context.strokeStyle = colour('--line');
    context.fillStyle = colour('--text-quiet');
    context.textBaseline = 'middle';
    for (const level of levels) {
      stroke(context, [PADDING.left, y(level)], [width - PADDING.right, y(level)]);
      if (Math.abs(y(level) - y(last.price)) > 14)
        context.fillText(level.toFixed(2), width - PADDING.right + 8, y(level));
    }
    context.textAlign = 'center';
    for (const time of times)
      context.fillText(formatExchangeTime(time).slice(0, 5), x(time), height - PADDING.bottom / 2);
    context.textAlign = 'left';
    context.strokeStyle = colour('--text');
    context.lineWidth = 1.5;
    context.lineJoin = 'round';
    context.beginPath();
    for (const { timeMs, price } of all) context.lineTo(x(timeMs), y(price));
    context.stroke();
    context.lineWidth = 1;
    context.fillStyle = colour('--text');
    context.beginPath();
    context.arc(x(last.timeMs), y(last.price), 3, 0, 2 * Math.PI);
    context.fill();
    context.fillText(label, width - PADDING.right + 8, y(last.price));
  }

  return {
    addBars(bars, isReset) {
      if (isReset) closes.clear();
      for (const { time, close } of bars)
        closes.set(time, { timeMs: time + MINUTE_MS, price: close });
      schedule();
    },
    addTrade(timeMs, price) {
      const last = trades.at(-1);
      if (last && timeMs < last.timeMs) return;
      // On its way into a drawing; the label keeps the exact text.
      trades = [...trades.slice(1 - MOST_TRADES), { timeMs, price: Number(price) }];
      label = price;
      schedule();
    },
    stop() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      theme.removeEventListener('change', schedule);
    },
  };
}

function axes(points: readonly Point[], width: number, height: number) {
  const prices = points.map(({ price }) => price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const step = niceStep((high - low) / 4);
  const first = points[0]?.timeMs ?? 0;
  const last = points.at(-1)?.timeMs ?? first;
  const span = Math.max(1, last - first);
  const plotWidth = width - PADDING.left - PADDING.right;
  const plotHeight = height - PADDING.top - PADDING.bottom;
  const range = Math.max(high - low, 0.01);
  return {
    x: (timeMs: number) => PADDING.left + ((timeMs - first) / span) * plotWidth,
    y: (price: number) => PADDING.top + ((high - price) / range) * plotHeight,
    levels: multiples(step, low, high),
    times: multiples(niceMinutes(span / 6), first, last),
  };
}

/** One, two or five times a power of ten, at least a cent. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.01)));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough) ?? 10;
  return Math.max(0.01, factor * power);
}

const niceMinutes = (roughMs: number): number =>
  ([1, 5, 10, 15, 30, 60].find((minutes) => minutes * MINUTE_MS >= roughMs) ?? 120) * MINUTE_MS;

function multiples(step: number, low: number, high: number): number[] {
  const values: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high; n++) values.push(n * step);
  return values;
}

function stroke(
  context: CanvasRenderingContext2D,
  [x1, y1]: [number, number],
  [x2, y2]: [number, number],
): void {
  context.beginPath();
  context.moveTo(x1, Math.round(y1) + 0.5);
  context.lineTo(x2, Math.round(y2) + 0.5);
  context.stroke();
}
