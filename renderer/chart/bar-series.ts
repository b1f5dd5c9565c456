// History and live news as one series in time order. History is told in finished bars; what is running is folded from
// finished parts of it (days, hours, minutes) and from the minute in which trades are heard now. A minute belongs to
// exactly one bar, so a late one changes that bar, and one that history already told changes nothing.
import type { BarColumns, Timeframe } from '#contract/market.ts';
import { MINUTE_MS, periodEnd, periodStart } from '#contract/periods.ts';
import { createBarStore, type BarStore, type ChartBar } from '#renderer/chart/bar-store.ts';

/** What became of the store: bars from `from` on may differ. */
export type SeriesChange =
  | {
      from: number;
      /** A bar came between others: those behind it have other places now. */
      isInserted: boolean;
    }
  | undefined;

export type BarSeries = {
  timeframe: Timeframe;
  store: BarStore;
  /** Puts an earlier page in front; answers how many bars that were. */
  addOlder(page: BarColumns): number;
  /** Finished minutes, live or read again after a gap: in any order, repeated or late. */
  putMinutes(minutes: readonly ChartBar[]): SeriesChange;
  /** A trade, for the minute that is running. */
  putTrade(timeMs: number, price: number): SeriesChange;
  /** Whether the bar at this index can still change. */
  isRunning(index: number): boolean;
};

export type Beginning = {
  history: BarColumns;
  /** Finished bars of smaller timeframes that fill the running bar up to `minutesFrom`. */
  parts: readonly ChartBar[];
  /** From here on the running bars are folded from minutes. */
  minutesFrom: number;
};

export function createBarSeries(timeframe: Timeframe, beginning: Beginning): BarSeries {
  const { history, minutesFrom } = beginning;
  const store = createBarStore();
  const isMinutes = timeframe === '1Min';
  /** What the bars from the seam on are made of: parts, then minutes; disjoint, in time order. */
  const pieces = createBarStore();
  const seam = periodStart(timeframe, minutesFrom);
  let lastFinished = 0;
  let running: ChartBar | undefined;

  store.prepend(isMinutes ? history : columnsBefore(history, seam));
  if (isMinutes) lastFinished = store.timeAt(store.length() - 1) ?? 0;
  for (const part of beginning.parts)
    if (!isMinutes && part.time >= seam && part.time < minutesFrom) pieces.put(part);
  for (const start of new Set(timesOf(pieces).map((time) => periodStart(timeframe, time))))
    fold(start);

  /** The bar of a period, from its pieces. */
  function fold(start: number): SeriesChange {
    const to = pieces.countBefore(periodEnd(timeframe, start));
    let bar: ChartBar | undefined;
    let weight = 0;
    for (let index = pieces.countBefore(start); index < to; index++) {
      const piece = pieces.at(index);
      if (!piece) continue;
      weight += (piece.vwap ?? piece.close) * piece.volume;
      if (!bar) bar = { ...piece, time: start };
      else {
        bar.high = Math.max(bar.high, piece.high);
        bar.low = Math.min(bar.low, piece.low);
        bar.close = piece.close;
        bar.volume += piece.volume;
      }
    }
    if (!bar) return undefined;
    bar.vwap = bar.volume > 0 ? weight / bar.volume : undefined;
    return putBar(bar);
  }

  function putBar(bar: ChartBar): SeriesChange {
    const { kind, index } = store.put(bar);
    if (kind === 'same') return undefined;
    return { from: index, isInserted: kind === 'inserted' };
  }

  /** Before the first bar there may be others that were not read yet: a bar there would leave a hole. */
  const isTooOld = (time: number): boolean =>
    isMinutes ? time < (store.timeAt(0) ?? 0) : time < minutesFrom;

  function putMinute(minute: ChartBar): SeriesChange {
    if (isTooOld(minute.time)) return undefined;
    if (isMinutes) return putBar(minute);
    if (pieces.put(minute).kind === 'same') return undefined;
    return fold(periodStart(timeframe, minute.time));
  }

  return {
    timeframe,
    store,
    addOlder: (page) => store.prepend(page),
    putMinutes(minutes) {
      let change: SeriesChange;
      for (const minute of minutes) {
        lastFinished = Math.max(lastFinished, minute.time);
        if (running && running.time <= minute.time) running = undefined;
        change = mergeChanges(change, putMinute(minute));
      }
      return change;
    },
    putTrade(timeMs, price) {
      const time = timeMs - (timeMs % MINUTE_MS);
      if (time <= lastFinished || (running && time < running.time)) return undefined;
      if (running?.time !== time)
        running = {
          time,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: 0,
          vwap: undefined,
        };
      else {
        running.high = Math.max(running.high, price);
        running.low = Math.min(running.low, price);
        running.close = price;
      }
      return putMinute(running);
    },
    isRunning(index) {
      const time = store.timeAt(index);
      if (time === undefined || index < store.length() - 1) return false;
      return isMinutes
        ? time > lastFinished
        : periodEnd(timeframe, time) > lastFinished + MINUTE_MS;
    },
  };
}

/** Two changes, told as one. */
export function mergeChanges(a: SeriesChange, b: SeriesChange): SeriesChange {
  if (!a || !b) return a ?? b;
  return { from: Math.min(a.from, b.from), isInserted: a.isInserted || b.isInserted };
}

const timesOf = (store: BarStore): number[] =>
  Array.from({ length: store.length() }, (_, index) => store.timeAt(index) ?? 0);

function columnsBefore(columns: BarColumns, timeMs: number): BarColumns {
  const count = columns.time.filter((time) => time < timeMs).length;
  const cut = <T>(column: T[]): T[] => column.slice(0, count);
  return {
    time: cut(columns.time),
    open: cut(columns.open),
    high: cut(columns.high),
    low: cut(columns.low),
    close: cut(columns.close),
    volume: cut(columns.volume),
    vwap: cut(columns.vwap),
  };
}

export const barsOf = (columns: BarColumns): ChartBar[] =>
  columns.time.map((time, n) => ({
    time,
    open: columns.open[n] ?? 0,
    high: columns.high[n] ?? 0,
    low: columns.low[n] ?? 0,
    close: columns.close[n] ?? 0,
    volume: columns.volume[n] ?? 0,
    vwap: columns.vwap[n] ?? undefined,
  }));
