// The chart of a window that shows nothing else, for the part of the screen that draws it.
import type { ChartWindow } from '#contract/chart-window.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

type ShownChart = {
  chart: ChartWindow;
  /** It was changed by hand; the address of the window says so from now on. */
  change(chart: ChartWindow): void;
};

export const [ShownChartContext, useShownChart] =
  neededContext<ShownChart>('the chart of its window');
