// Joins what is read to what is drawn, past React: one view for the life of a panel, one feed for each symbol and
// timeframe that it shows.
import type { Bridge } from '#contract/bridge.ts';
import type { Timeframe } from '#contract/market.ts';
import type { OrderLeg } from '#contract/orders.ts';
import type { Gap } from '#contract/trading.ts';
import type { ChartLook } from '#contract/ui.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { createListeners } from '#renderer/core/listeners.ts';
import { createChartFeed, type ChartFeed, type ChartState } from '#renderer/chart/chart-feed.ts';
import type { ChartTools } from '#renderer/chart/chart-tools.ts';
import { createChartView, type ChartView, type ChartViewDeps } from '#renderer/chart/chart-view.ts';
import { mergeChanges, type SeriesChange } from '#renderer/chart/bar-series.ts';
import { pageClock } from '#renderer/core/clock.ts';
import { isChanging, waitOf } from '#renderer/core/order-waits.ts';
import {
  ALL_IN_SIGHT,
  NO_PLAN,
  type ChartPlan,
  type OutOfSight,
} from '#renderer/chart/line-marks.ts';
import type { MarkActions } from '#renderer/chart/marks.ts';
import { fillMarks, orderMarks, positionMark } from '#renderer/chart/order-marks.ts';
import { createSessionHours } from '#renderer/chart/session-hours.ts';
import { BEAT_MS, type Turns } from '#renderer/core/turns.ts';

/** What a person asks of the desk through the chart. */
type ChartActions = Omit<MarkActions, 'onOutOfSight'> &
  Pick<ChartViewDeps, 'tools' | 'onRemoveIndicator'>;

type ChartStatus = {
  state: ChartState;
  /** The newest bar is out of sight. */
  isAway: boolean;
  outOfSight: OutOfSight;
};

export type ChartControl = {
  status(): ChartStatus;
  onStatus(run: () => void): () => void;
  feed(): ChartFeed | undefined;
  /** Draws into an element; answers a function that ends it. */
  mount(host: HTMLElement, look: ChartLook, actions: ChartActions): () => void;
  /** Shows a symbol; answers a function that ends it. */
  show(symbol: string, timeframe: Timeframe): () => void;
  setLook(look: ChartLook): void;
  setGaps(gaps: readonly Gap[]): void;
  /** Whether amounts are hidden. */
  setPrivate(isPrivate: boolean): void;
  /** Prices that are no order's yet. */
  setPlan(plan: ChartPlan): void;
  /** Brings a line into sight. */
  bring(key: string): void;
  fitBars(): void;
  showLatest(): void;
  showTime(timeMs: number): void;
  /** Undefined while nothing is drawn. */
  tools(): ChartTools | undefined;
};

type Deps = {
  bridge: Bridge;
  feeds: AccountFeeds;
  accountId: string;
  now: () => number;
  turns: Turns;
};

/** One chart a frame, beside some rows: several of them are drawn one after the other. */
const TURN = { cost: 0.6, restMs: BEAT_MS };

export function createChartControl(deps: Deps): ChartControl {
  const { bridge, feeds, accountId, now, turns } = deps;
  const watchers = createListeners();
  let status: ChartStatus = {
    state: { phase: 'loading' },
    isAway: false,
    outOfSight: ALL_IN_SIGHT,
  };
  let view: ChartView | undefined;
  let shown: { symbol: string; feed: ChartFeed } | undefined;
  let gaps: readonly Gap[] = [];
  let isPrivate = false;
  let plan = NO_PLAN;
  let stopListening: () => void = () => undefined;
  const hours = createSessionHours({
    bridge,
    accountId,
    now,
    onRead: () => view?.refreshHours(),
  });
  /** What became of the series since it was drawn. */
  let undrawn: SeriesChange;
  const turn = turns.join(() => {
    const due = undrawn;
    undrawn = undefined;
    if (due) view?.apply(due);
  }, TURN);

  function setStatus(change: Partial<ChartStatus>): void {
    const next = { ...status, ...change };
    const isSame =
      next.state === status.state &&
      next.isAway === status.isAway &&
      next.outOfSight === status.outOfSight;
    if (isSame) return;
    status = next;
    watchers.notify();
  }

  function connect(): void {
    stopListening();
    stopListening = () => undefined;
    undrawn = undefined;
    view?.setSeries(undefined);
    mark();
    if (!view || !shown) return;
    const drawing = view;
    stopListening = shown.feed.listen({
      onSeries(series) {
        undrawn = undefined;
        drawing.setSeries(series);
      },
      onChange(next) {
        undrawn = mergeChanges(undrawn, next);
        turn.want();
      },
      onOlder(count) {
        if (undrawn) undrawn = { ...undrawn, from: undrawn.from + count };
        drawing.addedOlder(count);
      },
    });
  }

  function mark(): void {
    if (!view || !shown) return;
    const { symbol } = shown;
    const changes = feeds.intents.all().filter(isChanging);
    const waitFor = (order: OrderLeg) => {
      const change = changes.find(({ targetId }) => targetId === order.id);
      return waitOf(feeds.cancels.get(order.id), order.status, change);
    };
    const { positions = [] } = feeds.positions.get('positions') ?? {};
    view.setMarks({
      orders: orderMarks(feeds.orders.all(), symbol, {
        isPrivate,
        positions,
        waits: { now: now(), of: waitFor },
      }),
      fills: fillMarks(feeds.executions.all(), symbol),
      position: positionMark(positions, symbol, isPrivate),
      isPrivate,
    });
  }

  /** Ages grow while nothing else changes. */
  const isAnyWaiting = (): boolean =>
    feeds.cancels.all().some(({ state }) => state !== 'over') ||
    feeds.intents.all().some(isChanging);

  /** What is gone, as after a new start of the feed, may have been of any symbol. */
  function markIfMine(changed: readonly ({ symbol: string } | undefined)[]): void {
    if (changed.some((one) => one === undefined || one.symbol === shown?.symbol)) mark();
  }

  return {
    status: () => status,
    onStatus: watchers.add,
    feed: () => shown?.feed,
    mount(host, look, { tools, onRemoveIndicator, ...actions }) {
      view = createChartView({
        host,
        look,
        tools,
        onRemoveIndicator,
        hours,
        actions: { ...actions, onOutOfSight: (outOfSight) => setStatus({ outOfSight }) },
        onEdge: (isNear) => shown?.feed.setNearEdge(isNear),
        onAway: (isAway) => setStatus({ isAway }),
      });
      view.setGaps(gaps);
      view.marks.setPlan(plan);
      connect();
      const stops = [
        feeds.orders.onKeys((keys) => markIfMine(keys.map((key) => feeds.orders.get(key)))),
        feeds.executions.onKeys((keys) => markIfMine(keys.map((key) => feeds.executions.get(key)))),
        feeds.positions.onAny(mark),
        feeds.cancels.onAny(mark),
        feeds.intents.onKeys((keys) => markIfMine(keys.map((key) => feeds.intents.get(key)))),
        pageClock.on(1_000, () => isAnyWaiting() && mark()),
      ];
      return () => {
        for (const stop of stops) stop();
        turn.leave();
        stopListening();
        view?.stop();
        view = undefined;
      };
    },
    show(symbol, timeframe) {
      const feed = createChartFeed({ bridge, feeds, accountId, symbol, timeframe, now });
      shown = { symbol, feed };
      // What was begun on one symbol is not to be finished on another.
      view?.tools.take(undefined);
      setStatus({ state: feed.state(), isAway: false });
      connect();
      const stop = feed.onState(() => setStatus({ state: feed.state() }));
      return () => {
        stop();
        feed.stop();
        if (shown?.feed === feed) shown = undefined;
      };
    },
    setLook: (look) => view?.setLook(look),
    setGaps(next) {
      gaps = next;
      view?.setGaps(next);
    },
    setPrivate(next) {
      isPrivate = next;
      mark();
    },
    setPlan(next) {
      plan = next;
      view?.marks.setPlan(next);
    },
    bring: (key) => view?.marks.bring(key),
    fitBars: () => view?.marks.fitBars(),
    showLatest: () => view?.showLatest(),
    showTime: (timeMs) => view?.showTime(timeMs),
    tools: () => view?.tools,
  };
}
