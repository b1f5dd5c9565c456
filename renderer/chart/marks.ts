// Orders, fills, the position and what the ticket holds, on the chart. An order's line has a handle that moves it, by
// pointer or by keyboard: letting go asks for a review and changes nothing by itself, so the line goes back to where the
// order is.
import {
  createSeriesMarkers,
  LineStyle,
  type AutoscaleInfo,
  type IChartApiBase,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type ISeriesPrimitive,
  type SeriesType,
  type Time,
} from 'lightweight-charts';
import type { BarSeries } from '#renderer/chart/bar-series.ts';
import type { Stretch } from '#renderer/chart/bar-window.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import { markersOf } from '#renderer/chart/fill-markers.ts';
import { EDGE_PX, LEFT_PX, ROW_PX, type Arranged } from '#renderer/chart/handle-places.ts';
import type { LabelColumn, LabelRoom } from '#renderer/chart/label-column.ts';
import {
  ALL_IN_SIGHT,
  averageLine,
  lineWords,
  NO_PLAN,
  orderLine,
  planLine,
  type AwayLine,
  type ChartPlan,
  type LineMark,
  type OutOfSight,
  type PlanMove,
} from '#renderer/chart/line-marks.ts';
import { createHandle, type Handle } from '#renderer/chart/order-handle.ts';
import {
  priceText,
  rangeWithOrders,
  type FillMark,
  type OrderMark,
  type PositionMark,
} from '#renderer/chart/order-marks.ts';
import { createPlanZones } from '#renderer/chart/plan-zones.ts';

export type MarksContent = {
  orders: readonly OrderMark[];
  fills: readonly FillMark[];
  position: PositionMark | undefined;
  /** How much was filled is not said. */
  isPrivate: boolean;
};

export type Marks = {
  set(content: MarksContent): void;
  /** What is not an order yet. */
  setPlan(plan: ChartPlan): void;
  /** Brings a line into sight that is not, and the keyboard to it. */
  bring(key: string): void;
  /** The bars have the height to themselves again. */
  fitBars(): void;
  /** Which bars are drawn: fills find theirs among them. */
  place(series: BarSeries | undefined, window: Stretch): void;
  attach(series: ISeriesApi<SeriesType>): void;
  detach(): void;
  setTheme(theme: ChartTheme): void;
  stop(): void;
};

/** What a person asks for through the marks. */
export type MarkActions = {
  onPickPrice(price: string): void;
  onMoveOrder(mark: OrderMark, price: string): void;
  onCancelOrder(orderId: string): Promise<void>;
  onPlan(move: PlanMove): void;
  /** What is out of sight has changed. */
  onOutOfSight(out: OutOfSight): void;
};

type Deps = {
  chart: IChartApiBase;
  host: HTMLElement;
  theme: ChartTheme;
  labels: LabelColumn;
  actions: MarkActions;
};

type Line = {
  mark: LineMark;
  order: OrderMark | undefined;
  line: IPriceLine | undefined;
  handle: Handle;
};

const CLICK_PX = 4;
const REACH_PX = 4;
export function createMarks({ chart, host, theme: first, labels, actions }: Deps): Marks {
  let theme = first;
  let main: ISeriesApi<SeriesType> | undefined;
  let markers: ISeriesMarkersPluginApi<Time> | undefined;
  let content: MarksContent = {
    orders: [],
    fills: [],
    position: undefined,
    isPrivate: false,
  };
  let plan = NO_PLAN;
  const lines = new Map<string, Line>();
  /** Lines far from the bars that a person asked to see. */
  const wanted = new Set<string>();
  /** Prices that the height makes room for; they stand still while a line is moved. */
  let heightFor: readonly number[] = [];
  /** The last price when bars or orders were last given: which lines are near does not change with every tick. */
  let market: number | undefined;
  let told = '';
  const layer = document.createElement('div');
  layer.className = 'chart-handles';
  host.append(layer);
  const zones = createPlanZones(theme);
  /** Told by the library whenever something moved on the screen. */
  const watcher: ISeriesPrimitive = { updateAllViews: labels.place };
  labels.add({ lines: linesToPlace, hasFoot: () => wanted.size > 0, put: placeHandles });

  const colorOf = ({ side, isBusted }: { side: OrderMark['side']; isBusted?: true }) =>
    isBusted || side === undefined ? theme.textQuiet : side === 'buy' ? theme.up : theme.down;
  const toneColor = ({ tone }: LineMark) =>
    tone === 'quiet' ? theme.textQuiet : tone === 'buy' ? theme.up : theme.down;
  const isMoving = () => [...lines.values()].some(({ handle }) => handle.isMoving());

  function priceAt(clientY: number): number | undefined {
    const y = clientY - host.getBoundingClientRect().top;
    if (y < 0 || y > chart.paneSize(0).height) return undefined;
    return main?.coordinateToPrice(y) ?? undefined;
  }

  const yOf = (price: number): number | undefined => main?.priceToCoordinate(price) ?? undefined;

  function linesToPlace() {
    return [...lines.values()].map(({ mark, handle }) => ({
      key: mark.key,
      y: yOf(handle.price()),
      width: handle.width(),
      beside: mark.beside,
      hasFocus: handle.hasFocus(),
      // What is planned is in hand.
      distance: mark.cancel === undefined ? 0 : Math.abs(mark.price - (market ?? mark.price)),
    }));
  }

  function placeHandles({ places, ...out }: Arranged, { height, top, isNarrow }: LabelRoom): void {
    if (lines.size === 0) return tellOutOfSight(ALL_IN_SIGHT);
    [...lines].forEach(([key, { handle }], n) => {
      const place = places.get(key);
      const lineY = yOf(handle.price()) ?? 0;
      // Hair lines side by side, so that each can be followed.
      const hairPx = 5 + 3 * (n % 6);
      // Without a place it is seen only with the focus, at the edge that its line is beyond.
      const edgeY = lineY > height ? height - EDGE_PX - ROW_PX / 2 : top + EDGE_PX + ROW_PX / 2;
      const at = place ? { lineY, ...place } : { lineY: edgeY, x: LEFT_PX, y: edgeY };
      handle.place({ ...at, hairPx, isAway: !place, isNarrow });
    });
    const wordsOf = (keys: readonly string[]): AwayLine[] =>
      keys.flatMap((key) => {
        const line = lines.get(key);
        if (!line) return [];
        const { mark } = line;
        return [{ key, words: lineWords(mark), price: priceText(mark.price) }];
      });
    tellOutOfSight({
      above: wordsOf(out.above),
      below: wordsOf(out.below),
      crowded: wordsOf(out.crowded),
      isStretched: wanted.size > 0,
      paneHeight: height,
      axisWidth: chart.priceScale('right').width(),
      top,
      isNarrow,
    });
  }

  function tellOutOfSight(out: OutOfSight): void {
    const next = out === ALL_IN_SIGHT ? '' : JSON.stringify(out);
    if (next === told) return;
    told = next;
    actions.onOutOfSight(out);
  }

  function draw(): void {
    const marks = [
      ...plan.lines.map((line) => ({ mark: planLine(line), order: undefined })),
      ...(content.position ? [{ mark: averageLine(content.position), order: undefined }] : []),
      ...content.orders.map((order) => ({ mark: orderLine(order), order })),
    ];
    const before = new Map(lines);
    lines.clear();
    for (const { mark, order } of marks) {
      const known = before.get(mark.key);
      before.delete(mark.key);
      const handle = known?.handle ?? newHandle(mark);
      if (known) handle.set(mark);
      lines.set(mark.key, { mark, order, handle, line: drawLine(known?.line, mark, handle) });
    }
    for (const [key, { line, handle }] of before) {
      if (line) main?.removePriceLine(line);
      handle.stop();
      wanted.delete(key);
    }
    fitHeight();
    labels.place();
  }

  function drawLine(
    known: IPriceLine | undefined,
    mark: LineMark,
    handle: Handle,
  ): IPriceLine | undefined {
    if (mark.beside) {
      if (known) main?.removePriceLine(known);
      return undefined;
    }
    const color = toneColor(mark);
    const options = {
      price: handle.price(),
      color,
      axisLabelColor: color,
      axisLabelVisible: true,
      axisLabelTextColor: theme.panel,
      lineStyle: styleOf(mark),
    };
    known?.applyOptions(options);
    return known ?? main?.createPriceLine({ ...options, lineWidth: 1, title: '' });
  }

  /** The height follows the lines, but never under a pointer. */
  function fitHeight(): void {
    if (isMoving()) return;
    const next = [...lines.values()].map(({ mark }) => mark.price);
    if (JSON.stringify(next) === JSON.stringify(heightFor)) return;
    heightFor = next;
    main?.applyOptions({ autoscaleInfoProvider: withLines });
  }

  function newHandle(mark: LineMark): Handle {
    return createHandle(layer, mark, {
      priceAt,
      onMove({ key }, price, phase) {
        const moved = lines.get(key);
        if (!moved) return;
        moved.line?.applyOptions({ price: moved.handle.price() });
        labels.place();
        if (!moved.order) actions.onPlan({ key, price: priceText(price), phase });
        else if (phase === 'done') actions.onMoveOrder(moved.order, priceText(price));
      },
      async onCancel({ key }) {
        const order = lines.get(key)?.order;
        if (order) await actions.onCancelOrder(order.orderId);
      },
    });
  }

  // Pressing the line itself is pressing its handle; the chart must not scroll then.
  let isHeld = false;
  const press = (event: PointerEvent) => {
    pressedAt = { x: event.clientX, y: event.clientY };
    if (event.button !== 0 || layer.contains(event.target as Node)) return;
    const { top, left } = host.getBoundingClientRect();
    if (event.clientX - left > chart.paneSize(0).width) return;
    const [near] = [...lines.values()]
      .filter(({ mark }) => mark.moves !== 'never' && !mark.beside)
      .map(({ handle }) => ({
        handle,
        off: Math.abs((yOf(handle.price()) ?? Infinity) - (event.clientY - top)),
      }))
      .filter(({ off }) => off <= REACH_PX)
      .toSorted((a, b) => a.off - b.off);
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
    if (price !== undefined && price > 0) actions.onPickPrice(priceText(price));
  };
  host.addEventListener('pointerdown', press, { capture: true });
  host.addEventListener('mousedown', keepStill, { capture: true });
  host.addEventListener('click', click);

  function withLines(barsAlone: () => AutoscaleInfo | null): AutoscaleInfo | null {
    const bars = barsAlone();
    if (!bars?.priceRange) return bars;
    const asked = [...wanted].flatMap((key) => lines.get(key)?.mark.price ?? []);
    const { minValue, maxValue } = rangeWithOrders(bars.priceRange, heightFor);
    const priceRange = {
      minValue: Math.min(minValue, ...asked),
      maxValue: Math.max(maxValue, ...asked),
    };
    return { ...bars, priceRange };
  }

  function rescale(): void {
    main?.priceScale().applyOptions({ autoScale: true });
    main?.applyOptions({ autoscaleInfoProvider: withLines });
  }

  function dropMarkers(): void {
    markers?.detach();
    markers = undefined;
  }

  return {
    set(next) {
      const isSame =
        JSON.stringify([next.orders, next.position]) ===
        JSON.stringify([content.orders, content.position]);
      content = next;
      if (!isSame) draw();
    },
    setPlan(next) {
      plan = next;
      zones.set(next.zones);
      draw();
    },
    bring(key) {
      wanted.add(key);
      rescale();
      lines.get(key)?.handle.focus();
    },
    fitBars() {
      wanted.clear();
      rescale();
      labels.place();
    },
    place(series, window) {
      market = series?.store.at(series.store.length() - 1)?.close;
      const found = series ? markersOf(content, series, window, colorOf) : [];
      // The library's markers copy every bar of the series at each update, also when there are none of them.
      if (found.length > 0 && main) markers ??= createSeriesMarkers(main, []);
      if (found.length > 0) markers?.setMarkers(found);
      else dropMarkers();
    },
    attach(series) {
      main = series;
      series.applyOptions({ autoscaleInfoProvider: withLines });
      series.attachPrimitive(zones);
      series.attachPrimitive(watcher);
      draw();
    },
    detach() {
      main?.detachPrimitive(watcher);
      main?.detachPrimitive(zones);
      dropMarkers();
      // The handles live on: attach draws their lines on the next series.
      for (const one of lines.values()) {
        if (one.line) main?.removePriceLine(one.line);
        one.line = undefined;
      }
      main = undefined;
    },
    setTheme(next) {
      theme = next;
      zones.setTheme(next);
      draw();
    },
    stop() {
      host.removeEventListener('pointerdown', press, { capture: true });
      host.removeEventListener('mousedown', keepStill, { capture: true });
      host.removeEventListener('click', click);
      for (const { handle } of lines.values()) handle.stop();
      layer.remove();
    },
  };
}

const styleOf = ({ moves, key }: LineMark): LineStyle =>
  moves === 'field' || moves === 'exit'
    ? LineStyle.SparseDotted
    : key === 'average'
      ? LineStyle.Dotted
      : LineStyle.Dashed;
