// Orders, fills and the position on the chart. An order's line has a handle that moves it, by pointer or by keyboard:
// letting go asks for a review and changes nothing by itself, so the line goes back to where the order is.
import {
  createSeriesMarkers,
  LineStyle,
  type AutoscaleInfo,
  type IChartApiBase,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type ISeriesPrimitive,
  type SeriesMarker,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { BarSeries } from '#renderer/chart/bar-series.ts';
import type { Stretch } from '#renderer/chart/bar-window.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import { createHandle, type Handle } from '#renderer/chart/order-handle.ts';
import {
  priceText,
  rangeWithOrders,
  type FillMark,
  type OrderMark,
  type PositionMark,
} from '#renderer/chart/order-marks.ts';
import { formatQuantity } from '#renderer/ui/format.ts';

export type MarksContent = {
  orders: readonly OrderMark[];
  fills: readonly FillMark[];
  position: PositionMark | undefined;
  /** How much was filled is not said. */
  isPrivate: boolean;
};

export type Marks = {
  onMove: (mark: OrderMark, price: string) => void;
  set(content: MarksContent): void;
  /** Which bars are drawn: fills find theirs among them. */
  place(series: BarSeries | undefined, window: Stretch): void;
  attach(series: ISeriesApi<SeriesType>): void;
  detach(): void;
  setTheme(theme: ChartTheme): void;
  stop(): void;
};

type Deps = {
  chart: IChartApiBase;
  host: HTMLElement;
  theme: ChartTheme;
  onPickPrice(price: string): void;
};

type Line = { mark: OrderMark; line: IPriceLine; handle: Handle };

const CLICK_PX = 4;
const REACH_PX = 4;

export function createMarks({ chart, host, theme: first, onPickPrice }: Deps): Marks {
  let theme = first;
  let main: ISeriesApi<SeriesType> | undefined;
  let markers: ISeriesMarkersPluginApi<Time> | undefined;
  let content: MarksContent = {
    orders: [],
    fills: [],
    position: undefined,
    isPrivate: false,
  };
  let lines: Line[] = [];
  let average: IPriceLine | undefined;
  const layer = document.createElement('div');
  layer.className = 'chart-handles';
  host.append(layer);
  /** Told by the library whenever something moved on the screen. */
  const watcher: ISeriesPrimitive = { updateAllViews: placeHandles };

  const colourOf = ({ side, isBusted }: { side: OrderMark['side']; isBusted?: true }) =>
    isBusted || side === undefined ? theme.textQuiet : side === 'buy' ? theme.up : theme.down;
  const axisLabel = () => ({ axisLabelVisible: true, axisLabelTextColor: theme.panel });

  function yOf(price: number): number | undefined {
    const y = main?.priceToCoordinate(price) ?? undefined;
    const { height } = chart.paneSize(0);
    return y === undefined || y < 0 || y > height ? undefined : y;
  }

  function priceAt(clientY: number): number | undefined {
    const y = clientY - host.getBoundingClientRect().top;
    if (y < 0 || y > chart.paneSize(0).height) return undefined;
    return main?.coordinateToPrice(y) ?? undefined;
  }

  function placeHandles(): void {
    for (const { handle } of lines) handle.place(yOf(handle.price()), chart.paneSize(0).width);
  }

  function drawLines(): void {
    for (const { line } of lines) main?.removePriceLine(line);
    if (average) main?.removePriceLine(average);
    average = undefined;
    const kept = new Map(lines.map((one) => [one.mark.key, one.handle]));
    lines = main
      ? content.orders.flatMap((mark): Line[] => {
          const line = main?.createPriceLine({
            price: mark.price,
            color: colourOf(mark),
            lineWidth: 1,
            lineStyle: LineStyle.Dashed,
            title: '',
            ...axisLabel(),
          });
          if (!line) return [];
          const handle = kept.get(mark.key) ?? newHandle(mark);
          kept.delete(mark.key);
          handle.set(mark);
          line.applyOptions({ price: handle.price() });
          return [{ mark, line, handle }];
        })
      : [];
    for (const handle of kept.values()) handle.stop();
    if (content.position && main)
      average = main.createPriceLine({
        price: content.position.price,
        color: theme.textQuiet,
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        title: content.position.title,
        ...axisLabel(),
      });
    placeHandles();
  }

  function newHandle(mark: OrderMark): Handle {
    const handle = createHandle(layer, mark, {
      priceAt,
      onMoving(price) {
        const line = lines.find(({ handle: mine }) => mine === handle);
        line?.line.applyOptions({ price });
        placeHandles();
      },
      onMoved: (moved, price) => marks.onMove(moved, price),
    });
    return handle;
  }

  // Pressing the line itself is pressing its handle; the chart must not scroll then.
  let isHeld = false;
  const press = (event: PointerEvent) => {
    pressedAt = { x: event.clientX, y: event.clientY };
    if (event.button !== 0 || layer.contains(event.target as Node)) return;
    const { top, left } = host.getBoundingClientRect();
    if (event.clientX - left > chart.paneSize(0).width) return;
    const near = lines.find(
      ({ handle }) =>
        Math.abs((yOf(handle.price()) ?? Infinity) - (event.clientY - top)) <= REACH_PX,
    );
    if (!near) return;
    isHeld = true;
    near.handle.hold(event);
  };
  const keepStill = (event: Event) => {
    if (isHeld) event.stopPropagation();
    isHeld = false;
  };
  let pressedAt = { x: 0, y: 0 };
  /** A click on the price axis, or anywhere with Alt, names a price. */
  const click = (event: MouseEvent) => {
    const { left } = host.getBoundingClientRect();
    const hasMoved =
      Math.abs(event.clientX - pressedAt.x) > CLICK_PX ||
      Math.abs(event.clientY - pressedAt.y) > CLICK_PX;
    const isAxis = event.clientX - left > chart.paneSize(0).width;
    if (hasMoved || layer.contains(event.target as Node) || (!isAxis && !event.altKey)) return;
    const price = priceAt(event.clientY);
    if (price !== undefined && price > 0) onPickPrice(priceText(price));
  };
  host.addEventListener('pointerdown', press, { capture: true });
  host.addEventListener('mousedown', keepStill, { capture: true });
  host.addEventListener('click', click);

  function withOrders(barsAlone: () => AutoscaleInfo | null): AutoscaleInfo | null {
    const bars = barsAlone();
    const prices = content.orders.map(({ price }) => price);
    return bars?.priceRange
      ? { ...bars, priceRange: rangeWithOrders(bars.priceRange, prices) }
      : bars;
  }

  function dropMarkers(): void {
    markers?.detach();
    markers = undefined;
  }

  const marks: Marks = {
    onMove: () => undefined,
    set(next) {
      const isSame =
        JSON.stringify([next.orders, next.position]) ===
        JSON.stringify([content.orders, content.position]);
      content = next;
      if (!isSame) drawLines();
    },
    place(series, window) {
      const found = series ? markersOf(content, series, window, colourOf) : [];
      // The library's markers copy every bar of the series at each update, also when there are none of them.
      if (found.length > 0 && main) markers ??= createSeriesMarkers(main, []);
      if (found.length > 0) markers?.setMarkers(found);
      else dropMarkers();
    },
    attach(series) {
      main = series;
      series.applyOptions({ autoscaleInfoProvider: withOrders });
      series.attachPrimitive(watcher);
      drawLines();
    },
    detach() {
      main?.detachPrimitive(watcher);
      dropMarkers();
      const before = lines;
      for (const { line } of before) main?.removePriceLine(line);
      if (average) main?.removePriceLine(average);
      average = undefined;
      // The handles live on: attach draws their lines on the next series.
      main = undefined;
    },
    setTheme(next) {
      theme = next;
      drawLines();
    },
    stop() {
      host.removeEventListener('pointerdown', press, { capture: true });
      host.removeEventListener('mousedown', keepStill, { capture: true });
      host.removeEventListener('click', click);
      for (const { handle } of lines) handle.stop();
      layer.remove();
    },
  };
  return marks;
}

const markText = ({ isBusted }: FillMark, qty: string): string =>
  isBusted ? `${qty} busted`.trim() : qty;

/** One arrow per bar and side: a bar in which an order was filled in thirty pieces has one arrow. */
function markersOf(
  { fills, isPrivate }: MarksContent,
  { store }: BarSeries,
  window: Stretch,
  colourOf: (fill: FillMark) => string,
): SeriesMarker<Time>[] {
  const groups = new Map<string, { index: number; qty: number; worth: number; fill: FillMark }>();
  for (const fill of fills) {
    const index = store.countBefore(fill.at + 1) - 1;
    if (index < window.from || index >= window.to) continue;
    const key = `${index} ${fill.side} ${fill.isBusted ?? ''}`;
    const group = groups.get(key) ?? { index, qty: 0, worth: 0, fill };
    group.qty += fill.qty;
    group.worth += fill.qty * fill.price;
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => a.index - b.index)
    .map(({ index, qty, worth, fill }) => ({
      time: ((store.timeAt(index) ?? 0) / 1_000) as UTCTimestamp,
      position: fill.side === 'buy' ? ('atPriceBottom' as const) : ('atPriceTop' as const),
      price: worth / qty,
      shape: fill.side === 'buy' ? ('arrowUp' as const) : ('arrowDown' as const),
      color: colourOf(fill),
      text: markText(fill, isPrivate ? '' : formatQuantity(qty.toFixed(9))),
    }));
}
