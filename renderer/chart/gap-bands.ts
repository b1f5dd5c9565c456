// Stretches of time in which the price stream was lost. Behind the bars: tinted while the bars that were missed have not
// been read yet, a thin line at the foot once they have.
import type { ISeriesPrimitive } from 'lightweight-charts';
import type { Gap } from '#contract/trading.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import { createPaintedLayer } from '#renderer/chart/painted-layer.ts';

type GapBands = ISeriesPrimitive & {
  set(gaps: readonly Gap[]): void;
  setTheme(theme: ChartTheme): void;
};

const FILLED_PX = 3;
const LEAST_PX = 3;

/** `indexOf` places a moment among the bars that the drawing holds, as a logical index. */
export function createGapBands(theme: ChartTheme, indexOf: (timeMs: number) => number): GapBands {
  let gaps: readonly Gap[] = [];
  let colors = theme;
  const layer = createPaintedLayer((context, { height }, { chart }) => {
    const xOf = (timeMs: number) => chart.timeScale().logicalToCoordinate(indexOf(timeMs) as never);
    for (const { from, to, filledAt } of gaps) {
      const [left, right] = [xOf(from), xOf(to)];
      if (left === null || right === null) continue;
      const isFilled = filledAt !== undefined;
      const top = isFilled ? height - FILLED_PX : 0;
      context.fillStyle = isFilled ? colors.warn : colors.warnTint;
      context.fillRect(left, top, Math.max(right - left, LEAST_PX), height - top);
    }
  });
  return {
    ...layer.primitive,
    set(next) {
      gaps = next;
      layer.repaint();
    },
    setTheme(next) {
      colors = next;
    },
  };
}
