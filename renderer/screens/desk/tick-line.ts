// A line of the last trades on a canvas: redrawn when a trade comes or the size changes, never otherwise.
export type TickLine = {
  add(timeMs: number, price: number, label: string): void;
  stop(): void;
};

type Tick = { timeMs: number; price: number };

const MOST_TICKS = 600;
const PADDING = { top: 16, right: 72, bottom: 16, left: 8 };

export function createTickLine(canvas: HTMLCanvasElement): TickLine {
  const ticks: Tick[] = [];
  let label = '';
  const observer = new ResizeObserver(() => draw());
  observer.observe(canvas);
  const theme = matchMedia('(prefers-color-scheme: dark)');
  theme.addEventListener('change', draw);

  function draw(): void {
    const context = canvas.getContext('2d');
    if (!context) return;
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const last = ticks.at(-1);
    if (!last) return;
    const style = getComputedStyle(canvas);
    const { x, y, low, high } = axes(ticks, width, height);
    context.font = `11px ${style.getPropertyValue('--font-number')}`;
    context.textBaseline = 'middle';
    context.strokeStyle = style.getPropertyValue('--line');
    context.fillStyle = style.getPropertyValue('--text-quiet');
    for (const level of [high, low]) {
      horizontal(context, y(level), width);
      if (Math.abs(y(level) - y(last.price)) > 14)
        context.fillText(level.toFixed(2), width - PADDING.right + 8, y(level));
    }
    context.strokeStyle = style.getPropertyValue('--text');
    context.lineWidth = 1.5;
    context.beginPath();
    for (const [index, tick] of ticks.entries()) {
      if (index === 0) context.moveTo(x(tick.timeMs), y(tick.price));
      else context.lineTo(x(tick.timeMs), y(tick.price));
    }
    context.stroke();
    context.fillStyle = style.getPropertyValue('--text');
    context.beginPath();
    context.arc(x(last.timeMs), y(last.price), 3, 0, 2 * Math.PI);
    context.fill();
    context.fillText(label, width - PADDING.right + 8, y(last.price));
  }

  return {
    add(timeMs, price, text) {
      const last = ticks.at(-1);
      if (last && timeMs < last.timeMs) return;
      ticks.push({ timeMs, price });
      if (ticks.length > MOST_TICKS) ticks.shift();
      label = text;
      draw();
    },
    stop() {
      observer.disconnect();
      theme.removeEventListener('change', draw);
    },
  };
}

function axes(ticks: readonly Tick[], width: number, height: number) {
  const prices = ticks.map((tick) => tick.price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const first = ticks[0]?.timeMs ?? 0;
  const span = Math.max(1, (ticks.at(-1)?.timeMs ?? 0) - first);
  const plotWidth = width - PADDING.left - PADDING.right;
  const plotHeight = height - PADDING.top - PADDING.bottom;
  const isFlat = high === low;
  return {
    low,
    high,
    x: (timeMs: number) => PADDING.left + ((timeMs - first) / span) * plotWidth,
    y: (price: number) =>
      PADDING.top + (isFlat ? plotHeight / 2 : ((high - price) / (high - low)) * plotHeight),
  };
}

function horizontal(context: CanvasRenderingContext2D, y: number, width: number): void {
  context.beginPath();
  context.moveTo(PADDING.left, Math.round(y) + 0.5);
  context.lineTo(width - PADDING.right, Math.round(y) + 0.5);
  context.stroke();
}
