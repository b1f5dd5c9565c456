// The labels of all lines over the bars, of orders as of alerts, in one column: at the left, where the oldest bars in
// sight are, and below the numbers of the legend. The newest bars are at the other edge.
import type { IChartApiBase } from 'lightweight-charts';
import { arrange, type Arranged, type LabelLine } from '#renderer/chart/handle-places.ts';

/** Whoever has lines: gives them, and is told where their labels stand. */
type LabelSource = {
  lines(): readonly LabelLine[];
  /** Something else stands at the lower edge. */
  hasFoot(): boolean;
  put(arranged: Arranged, room: LabelRoom): void;
};

/** In pixels of the pane; `top` is where the legend ends. Where it is narrow, labels are short. */
export type LabelRoom = { height: number; top: number; isNarrow: boolean };

export type LabelColumn = {
  add(source: LabelSource): void;
  place(): void;
  stop(): void;
};

const NARROW_PX = 560;

type Deps = { chart: IChartApiBase; host: HTMLElement };

export function createLabelColumn({ chart, host }: Deps): LabelColumn {
  const sources: LabelSource[] = [];
  let legendPx = 0;
  const legend = host.querySelector<HTMLElement>('.chart-legend');
  const watched = new ResizeObserver(() => {
    legendPx = legend && !legend.hidden ? legend.offsetTop + legend.offsetHeight : 0;
    place();
  });
  if (legend) watched.observe(legend);

  function place(): void {
    const { width, height } = chart.paneSize(0);
    const all = sources.flatMap((source) => source.lines());
    const hasFoot = sources.some((source) => source.hasFoot());
    const arranged = arrange(all, { width, height, top: legendPx, hasFoot });
    const room = { height, top: legendPx, isNarrow: width < NARROW_PX };
    for (const source of sources) source.put(arranged, room);
  }

  return {
    add: (source) => void sources.push(source),
    place,
    stop: () => watched.disconnect(),
  };
}
