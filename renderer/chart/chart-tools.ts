// What lies over the bars besides orders: drawings, alerts and the hours of the market, and the keys that are theirs.
import type { IChartApiBase, ISeriesApi, SeriesType } from 'lightweight-charts';
import { createAlertMarks, type AlertMarks } from '#renderer/chart/alerts/alert-marks.ts';
import type { BarSeries } from '#renderer/chart/bar-series.ts';
import type { Stretch } from '#renderer/chart/bar-window.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import {
  createDrawingBoard,
  type Doing,
  type DrawingBoard,
} from '#renderer/chart/drawings/drawing-board.ts';
import type { DrawingChange } from '#renderer/chart/drawings/document.ts';
import { createLabelColumn, type LabelColumn } from '#renderer/chart/label-column.ts';
import { priceText } from '#renderer/chart/order-marks.ts';
import { createPanePlaces } from '#renderer/chart/pane-places.ts';
import { createSessionBands, sessionWords } from '#renderer/chart/session-bands.ts';
import type { SessionHours } from '#renderer/chart/session-hours.ts';

/** What a person does with them. */
export type ToolActions = {
  onDraw(change: DrawingChange): void;
  onDoing(doing: Doing): void;
  onAlert(price: string): void;
  onMoveAlert(id: string, price: string): void;
  onRemoveAlert(id: string): void;
  onUndo(): void;
};

export type ChartTools = Pick<DrawingBoard, 'take' | 'select' | 'listen'> & {
  setDrawings: DrawingBoard['set'];
  setAlerts: AlertMarks['set'];
  labels: LabelColumn;
  setHours(isShown: boolean): void;
  refreshHours(): void;
  /** Of the bar that begins then. */
  sessionOf(startMs: number): string | undefined;
  /** The price under a pointer, or under the crosshair; undefined where there is none. */
  priceAt(event?: MouseEvent): string | undefined;
  attach(series: ISeriesApi<SeriesType>): void;
  detach(series: ISeriesApi<SeriesType>): void;
  setTheme(theme: ChartTheme): void;
  stop(): void;
};

type Deps = {
  chart: IChartApiBase;
  host: HTMLElement;
  theme: ChartTheme;
  hours: SessionHours;
  main: () => ISeriesApi<SeriesType>;
  shown: () => { series: BarSeries | undefined; window: Stretch };
  actions: ToolActions;
};

export function createChartTools(deps: Deps): ChartTools {
  const { chart, host, theme, hours, main, shown, actions } = deps;
  const pane = createPanePlaces({ chart, host, main, shown });
  const bands = createSessionBands({ theme, hours, shown });
  const { onDraw: onChange, onDoing } = actions;
  const board = createDrawingBoard({ host, theme, pane, onChange, onDoing });
  const labels = createLabelColumn({ chart, host });
  const alerts = createAlertMarks({
    host,
    labels,
    theme,
    pane,
    onMove: actions.onMoveAlert,
    onRemove: actions.onRemoveAlert,
  });
  let crosshairY: number | undefined;
  chart.subscribeCrosshairMove(({ point, paneIndex }) => {
    crosshairY = point && (paneIndex ?? 0) === 0 ? point.y : undefined;
  });

  function priceAt(event?: MouseEvent): string | undefined {
    const price = event ? pane.spotAt(event)?.price : pane.priceAt(crosshairY ?? Number.NaN);
    return price !== undefined && price > 0 ? priceText(price) : undefined;
  }

  const key = (event: KeyboardEvent): void => {
    const isUndo =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    // On a Mac Alt with a letter writes another one.
    const isAlert = event.altKey && !event.ctrlKey && event.code === 'KeyA';
    if (!isUndo && !isAlert) return;
    event.preventDefault();
    event.stopPropagation();
    if (isUndo) return actions.onUndo();
    const price = crosshairY === undefined ? priceText(pane.middle().price) : priceAt();
    if (price !== undefined) actions.onAlert(price);
  };
  host.addEventListener('keydown', key);

  return {
    take: board.take,
    select: board.select,
    listen: board.listen,
    setDrawings: board.set,
    setAlerts: alerts.set,
    labels,
    setHours: bands.setShown,
    refreshHours: bands.refresh,
    sessionOf(startMs) {
      const { series } = shown();
      return series && sessionWords(hours, series, startMs);
    },
    priceAt,
    attach(series) {
      series.attachPrimitive(bands);
      board.attach(series);
      alerts.attach(series);
    },
    detach(series) {
      series.detachPrimitive(bands);
      board.detach();
      alerts.detach();
    },
    setTheme(next) {
      bands.setTheme(next);
      board.setTheme(next);
      alerts.setTheme(next);
    },
    stop() {
      host.removeEventListener('keydown', key);
      board.stop();
      alerts.stop();
      labels.stop();
    },
  };
}
