// Room for the legend above the bars: the price axis leaves a margin as high as the legend is. It grows with the legend
// and becomes less only with another width or other indicators: bars that move whenever the numbers of the one under the
// pointer take a line less could not be pointed at.
import type { IChartApiBase } from 'lightweight-charts';

export const SCALE_MARGINS = { top: 0.12, bottom: 0.2 } as const;
/** Below this the bars themselves would be too low to be read. */
const MOST_TOP = 0.5;
const GAP_PX = 6;

/** The part of the pane above the highest bar. */
export function topMargin(legendPx: number, paneHeight: number): number {
  if (paneHeight <= 0) return SCALE_MARGINS.top;
  return Math.min(Math.max((legendPx + GAP_PX) / paneHeight, SCALE_MARGINS.top), MOST_TOP);
}

type Deps = { chart: IChartApiBase; host: HTMLElement; legend: HTMLElement };

export function createLegendRoom({ chart, host, legend }: Deps) {
  const pane = host.querySelector('canvas');
  let most = 0;
  let of = '';

  function measure(): void {
    const { width, height } = chart.paneSize(0);
    const now = `${width} ${legend.querySelectorAll('.legend-study').length}`;
    const legendPx = legend.hidden ? 0 : legend.offsetTop + legend.offsetHeight;
    most = now === of ? Math.max(most, legendPx) : legendPx;
    of = now;
    keep(topMargin(most, height));
  }

  function keep(top: number): void {
    const scale = chart.priceScale('right', 0);
    if (scale.options().scaleMargins.top !== top)
      scale.applyOptions({ scaleMargins: { ...SCALE_MARGINS, top } });
  }

  const watched = new ResizeObserver(measure);
  watched.observe(legend);
  if (pane) watched.observe(pane);
  return {
    /** Other options of the chart have put the usual margin back. */
    measure,
    stop: () => watched.disconnect(),
  };
}
