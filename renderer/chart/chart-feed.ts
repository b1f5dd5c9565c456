// One symbol at one timeframe, from the first page of history to the last trade: reads, merges what is live, goes back
// when asked. No React and no drawing in here; it tells what changed.
import type { Bridge } from '#contract/bridge.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { BarColumns, BarPage, Timeframe } from '#contract/market.ts';
import { delayMsOf, type MarketFeed } from '#contract/market-state.ts';
import { isWithinDay, periodStart } from '#contract/periods.ts';
import { isHearing } from '#contract/records.ts';
import type { Item } from '#contract/feeds.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { createListeners } from '#renderer/core/listeners.ts';
import {
  barsOf,
  createBarSeries,
  withKnown,
  withTrade,
  type BarSeries,
  type Beginning,
  type RunningMinute,
  type SeriesChange,
} from '#renderer/chart/bar-series.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';

export type ChartState =
  | { phase: 'loading' }
  | { phase: 'failed'; failure: Failure }
  | {
      phase: 'ready';
      /** Nothing has ever been traded, as far as anybody told. */
      isEmpty: boolean;
      /** Read from this computer, at this moment. */
      savedAt: number | undefined;
      /** The bar that begins here lacks some of its time: it could not be read. */
      partialFrom: number | undefined;
      isFirst: boolean;
      /** Bars read so far by the reading that goes on; undefined when none does. */
      older: number | undefined;
      olderFailure: Failure | undefined;
    };

type ChartListener = {
  onSeries(series: BarSeries | undefined): void;
  onChange(change: NonNullable<SeriesChange>): void;
  onOlder(count: number): void;
};

export type ChartFeed = {
  state(): ChartState;
  onState(run: () => void): () => void;
  /** One listener draws; it is told at once what there is. */
  listen(listener: ChartListener): () => void;
  series(): BarSeries | undefined;
  /** Whether the earliest bar is near: reads on until it is not. */
  setNearEdge(isNear: boolean): void;
  loadOlder(): void;
  cancelOlder(): void;
  reload(): void;
  stop(): void;
};

type Deps = {
  bridge: Bridge;
  feeds: Pick<AccountFeeds, 'prices' | 'streams' | 'market' | 'watchBars'>;
  accountId: string;
  symbol: string;
  timeframe: Timeframe;
  now: () => number;
};

type Parts = Omit<Beginning, 'history'> & { isWhole: boolean; feeds: MarketFeed[] };

const FIRST_PAGE = 2_000;
const PAGE = 5_000;
const MOST_MINUTES = 300;

export function createChartFeed(deps: Deps): ChartFeed {
  const { bridge, feeds, accountId, symbol, timeframe, now } = deps;
  const listeners = new Set<ChartListener>();
  const watchers = createListeners();
  let state: ChartState = { phase: 'loading' };
  let series: BarSeries | undefined;
  /** That all of the series is of: bars of different feeds are never in one drawing. */
  let feedOf: MarketFeed | undefined;
  /** Live minutes that came before the history they belong to. */
  let early: ChartBar[] = [];
  /** The minute that runs, heard while no series was there or not yet the next. */
  let running: RunningMinute | undefined;
  let attempt = 0;
  let olderAttempt = 0;
  let isLoading = false;
  let isNear = false;
  let isOver = false;

  function setState(next: ChartState): void {
    state = next;
    watchers.notify();
  }

  const tell = (change: SeriesChange): void => {
    if (!change) return;
    if (state.phase === 'ready' && state.isEmpty) setState({ ...state, isEmpty: false });
    for (const { onChange } of listeners) onChange(change);
  };

  const ask = (frame: Timeframe, limit: number, before?: number): Promise<Result<BarPage>> =>
    bridge.call('bars.history', {
      accountId,
      symbol,
      timeframe: frame,
      limit,
      ...(before !== undefined && { before }),
    });

  async function load(): Promise<void> {
    const mine = ++attempt;
    olderAttempt++;
    isLoading = true;
    early = [];
    if (!series) setState({ phase: 'loading' });
    // With a feed that is late, the bar that runs is an earlier one.
    const lateMs = delayMsOf(feedOf ?? feeds.market.get('market')?.feed);
    const moment = now() - lateMs;
    const [page, parts] = await Promise.all([ask(timeframe, FIRST_PAGE), readParts(moment)]);
    if (mine !== attempt || isOver) return;
    isLoading = false;
    if (!page.ok) {
      // What is on the screen is better than nothing at all.
      if (!series) setState({ phase: 'failed', failure: page.failure });
      return;
    }
    const { bars, isFirst, savedAt, feed } = page.value;
    const { isWhole, feeds: others, ...beginning } = parts;
    feedOf = feed;
    // It changed between two answers, or is not as late as was thought.
    if (others.some((other) => other !== feed) || delayMsOf(feed) !== lateMs) return load();
    series = createBarSeries(timeframe, { history: bars, ...beginning });
    series.putMinutes(early);
    early = [];
    if (running) series.putRunning(running);
    takeTrade();
    setState({
      phase: 'ready',
      isEmpty: series.store.length() === 0,
      savedAt,
      partialFrom: isWhole ? undefined : periodStart(timeframe, moment),
      isFirst,
      older: undefined,
      olderFailure: undefined,
    });
    for (const { onSeries } of listeners) onSeries(series);
  }

  /**
   * What the running bar is made of: finished days, then finished hours of today, then minutes. So it is right from
   * the first moment, and no minute is in it twice; or it is known that some of it is missing.
   */
  async function readParts(moment: number): Promise<Parts> {
    const start = periodStart(timeframe, moment);
    if (timeframe === '1Min') return { parts: [], minutesFrom: start, isWhole: true, feeds: [] };
    const isLong = !isWithinDay(timeframe);
    const day = periodStart('1Day', moment);
    const minutesFrom = isLong ? periodStart('1Hour', moment) : start;
    const [days, hours, minutes] = await Promise.all([
      start < day ? ask('1Day', 31) : undefined,
      isLong ? ask('1Hour', 25) : undefined,
      ask('1Min', MOST_MINUTES),
    ]);
    const within = (page: Result<BarPage> | undefined, from: number, to: number): ChartBar[] =>
      page?.ok ? barsOf(page.value.bars).filter(({ time }) => time >= from && time < to) : [];
    early.unshift(...within(minutes, minutesFrom, Infinity));
    return {
      parts: [...within(days, start, day), ...within(hours, Math.max(day, start), minutesFrom)],
      minutesFrom,
      feeds: [days, hours, minutes].flatMap((page) => (page?.ok ? page.value.feed : [])),
      // What is saved ends where the broker was last asked.
      isWhole: [days, hours, minutes].every(
        (page) => !page || (page.ok && page.value.savedAt === undefined),
      ),
    };
  }

  function takeBars(bars: readonly Item<'bars'>[]): void {
    const minutes: ChartBar[] = [];
    for (const bar of bars)
      if (bar.forming) takeRunning({ ...pick(bar), vwap: undefined, from: bar.forming.from });
      else minutes.push({ ...pick(bar), vwap: bar.vwap });
    if (minutes.length === 0) return;
    if (!series || isLoading) early.push(...minutes);
    if (!series) return;
    tell(series.putMinutes(minutes));
  }

  function takeRunning(minute: RunningMinute): void {
    if (running && minute.time < running.time) return;
    running = withKnown(running, minute);
    if (series) tell(series.putRunning(minute));
  }

  function takeTrade(): void {
    const price = feeds.prices.get(symbol);
    if (!price) return;
    // On its way into a drawing.
    const value = Number(price.price);
    running = withTrade(running, price.tradedAt, value) ?? running;
    if (series) tell(series.putTrade(price.tradedAt, value));
  }

  async function loadOlder(): Promise<void> {
    if (state.phase !== 'ready' || state.isFirst || state.older !== undefined || !series) return;
    const mine = ++olderAttempt;
    const from = series;
    let read = 0;
    setState({ ...state, older: 0, olderFailure: undefined });
    for (;;) {
      const page: Result<BarPage> = await ask(timeframe, PAGE, from.store.timeAt(0));
      if (mine !== olderAttempt || isOver || state.phase !== 'ready') return;
      if (!page.ok) {
        setState({ ...state, older: undefined, olderFailure: page.failure });
        return;
      }
      if (page.value.feed !== feedOf) return begin();
      const added = addOlder(from, page.value.bars);
      read += added;
      const isFirst = page.value.isFirst || (added === 0 && page.value.savedAt === undefined);
      setState({ ...state, older: read, isFirst });
      if (isFirst || added === 0 || !isNear) break;
    }
    if (mine === olderAttempt && state.phase === 'ready') setState({ ...state, older: undefined });
  }

  /** Without anything of before. */
  function begin(): void {
    series = undefined;
    running = undefined;
    for (const { onSeries } of listeners) onSeries(undefined);
    void load();
  }

  function addOlder(target: BarSeries, bars: BarColumns): number {
    const added = target.addOlder(bars);
    if (added > 0) for (const { onOlder } of listeners) onOlder(added);
    return added;
  }

  const stops = [
    feeds.watchBars(symbol, (bars) => takeBars(bars)),
    feeds.prices.on(symbol, takeTrade),
    feeds.market.on('market', () => {
      const feed = feeds.market.get('market')?.feed;
      if (feed !== undefined && feedOf !== undefined && feed !== feedOf) begin();
    }),
    feeds.streams.on('prices', () => {
      const isLive = isHearing(feeds.streams.get('prices')?.phase);
      const isWanting =
        state.phase === 'failed' ||
        (state.phase === 'ready' && (state.savedAt ?? state.partialFrom) !== undefined);
      if (isLive && isWanting) void load();
    }),
  ];
  void load();

  return {
    state: () => state,
    onState: watchers.add,
    listen(listener) {
      listeners.add(listener);
      if (series) listener.onSeries(series);
      return () => listeners.delete(listener);
    },
    series: () => series,
    setNearEdge(next) {
      const cameNear = next && !isNear;
      isNear = next;
      // A reading that failed or was canceled is taken up when a person comes back to the edge.
      if (cameNear) void loadOlder();
    },
    loadOlder: () => void loadOlder(),
    cancelOlder() {
      olderAttempt++;
      if (state.phase === 'ready') setState({ ...state, older: undefined });
    },
    reload: () => void load(),
    stop() {
      isOver = true;
      for (const stop of stops) stop();
      listeners.clear();
    },
  };
}

const pick = ({ time, open, high, low, close, volume }: Item<'bars'>) => ({
  time,
  open,
  high,
  low,
  close,
  volume,
});
