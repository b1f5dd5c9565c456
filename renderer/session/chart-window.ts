// The chart of a window that shows nothing else, for the part of the screen that draws it.
import { createContext, useContext } from 'react';
import type { ChartWindow } from '#contract/chart-window.ts';

export type ShownChart = {
  chart: ChartWindow;
  /** It was changed by hand; the address of the window says so from now on. */
  change(chart: ChartWindow): void;
};

export const ShownChartContext = createContext<ShownChart | undefined>(undefined);

export function useShownChart(): ShownChart {
  const shown = useContext(ShownChartContext);
  if (!shown) throw new Error('this part of the screen needs the chart of its window');
  return shown;
}
