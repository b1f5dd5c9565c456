// Price alerts on the chart: a line with a bell at the price that a person waits for.
import { LineStyle, type IPriceLine, type ISeriesApi, type SeriesType } from 'lightweight-charts';
import {
  createAlertHandle,
  type AlertHandle,
  type AlertMark,
} from '#renderer/chart/alerts/alert-handle.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import type { LabelColumn } from '#renderer/chart/label-column.ts';
import type { PanePlaces } from '#renderer/chart/pane-places.ts';

export type AlertMarks = {
  set(marks: readonly AlertMark[]): void;
  attach(series: ISeriesApi<SeriesType>): void;
  detach(): void;
  setTheme(theme: ChartTheme): void;
  stop(): void;
};

type Deps = {
  host: HTMLElement;
  theme: ChartTheme;
  pane: PanePlaces;
  labels: LabelColumn;
  onMove(id: string, price: string): void;
  onRemove(id: string): void;
};
type Line = { mark: AlertMark; line: IPriceLine; handle: AlertHandle };

export function createAlertMarks(deps: Deps): AlertMarks {
  const { host, theme: first, pane, labels, onMove, onRemove } = deps;
  let theme = first;
  let main: ISeriesApi<SeriesType> | undefined;
  let marks: readonly AlertMark[] = [];
  let lines: Line[] = [];
  const layer = document.createElement('div');
  layer.className = 'chart-alerts';
  host.append(layer);
  labels.add({
    lines: () =>
      lines.flatMap(({ mark, handle }) => {
        const y = pane.yOf(handle.price());
        const isInSight = y !== undefined && y >= 0 && y <= pane.size().height;
        return isInSight
          ? [
              {
                key: keyOf(mark),
                y,
                width: handle.width(),
                beside: undefined,
                hasFocus: handle.hasFocus(),
                // Where there is no room for all, orders come first.
                distance: Infinity,
              },
            ]
          : [];
      }),
    hasFoot: () => false,
    put({ places }) {
      for (const { mark, handle } of lines) {
        const place = places.get(keyOf(mark));
        const lineY = pane.yOf(handle.price());
        handle.place(place && lineY !== undefined ? { ...place, lineY } : undefined);
      }
    },
  });

  function newHandle(mark: AlertMark): AlertHandle {
    const handle = createAlertHandle(layer, mark, {
      priceAt(clientY) {
        const { y } = pane.pointOf({ clientX: 0, clientY });
        return y < 0 || y > pane.size().height ? undefined : pane.priceAt(y);
      },
      onMoving(price) {
        lines.find((one) => one.handle === handle)?.line.applyOptions({ price });
        labels.place();
      },
      onMoved: onMove,
      onRemove,
    });
    return handle;
  }

  function draw(): void {
    for (const { line } of lines) main?.removePriceLine(line);
    const kept = new Map(lines.map(({ mark, handle }) => [mark.id, handle]));
    const series = main;
    lines = series
      ? marks.map((mark) => {
          const handle = kept.get(mark.id) ?? newHandle(mark);
          kept.delete(mark.id);
          handle.set(mark);
          const line = series.createPriceLine({
            price: handle.price(),
            color: mark.isOver ? theme.textQuiet : theme.warn,
            lineWidth: 1,
            lineStyle: LineStyle.SparseDotted,
            title: '',
            axisLabelVisible: true,
            axisLabelTextColor: theme.panel,
          });
          return { mark, line, handle };
        })
      : [];
    for (const handle of kept.values()) handle.stop();
    labels.place();
  }

  return {
    set(next) {
      const isSame = JSON.stringify(next) === JSON.stringify(marks);
      marks = next;
      if (!isSame) draw();
    },
    attach(series) {
      main = series;
      draw();
    },
    detach() {
      for (const { line } of lines) main?.removePriceLine(line);
      main = undefined;
    },
    setTheme(next) {
      theme = next;
      draw();
    },
    stop() {
      for (const { handle } of lines) handle.stop();
      layer.remove();
    },
  };
}

const keyOf = ({ id }: AlertMark): string => `alert ${id}`;
