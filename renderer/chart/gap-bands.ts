// Stretches of time in which the price stream was lost. Behind the bars: tinted while the bars that were missed have not
// been read yet, a thin line at the foot once they have.
import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
} from 'lightweight-charts';
import type { Gap } from '#contract/trading.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';

type GapBands = ISeriesPrimitive & {
  set(gaps: readonly Gap[]): void;
  setTheme(theme: ChartTheme): void;
};

type Band = { from: number; to: number; isFilled: boolean };

/** `indexOf` places a moment among the bars that the drawing holds, as a logical index. */
export function createGapBands(theme: ChartTheme, indexOf: (timeMs: number) => number): GapBands {
  let gaps: readonly Gap[] = [];
  let colours = theme;
  let attached: SeriesAttachedParameter | undefined;
  let bands: Band[] = [];

  function place(): void {
    const scale = attached?.chart.timeScale();
    bands = gaps.flatMap(({ from, to, filledAt }) => {
      const left = scale?.logicalToCoordinate(indexOf(from) as never) ?? null;
      const right = scale?.logicalToCoordinate(indexOf(to) as never) ?? null;
      if (left === null || right === null) return [];
      return [{ from: left, to: Math.max(right, left + 3), isFilled: filledAt !== undefined }];
    });
  }

  const renderer: IPrimitivePaneRenderer = {
    draw(target) {
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        for (const { from, to, isFilled } of bands) {
          context.fillStyle = isFilled ? colours.warn : colours.warnTint;
          if (isFilled) context.fillRect(from, mediaSize.height - 3, to - from, 3);
          else context.fillRect(from, 0, to - from, mediaSize.height);
        }
      });
    },
  };
  const view: IPrimitivePaneView = { zOrder: () => 'bottom', renderer: () => renderer };
  const views = [view];

  return {
    attached(parameter) {
      attached = parameter;
    },
    detached() {
      attached = undefined;
    },
    updateAllViews: place,
    paneViews: () => views,
    set(next) {
      gaps = next;
      attached?.requestUpdate();
    },
    setTheme(next) {
      colours = next;
    },
  };
}
