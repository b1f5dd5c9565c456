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

/** The minute in which trades are heard now. */
export type RunningMinute = ChartBar & {
  /** What traded in it before this moment is not all known. */
  from?: number | undefined;
};

/** `from`: what traded before this moment, in the minute that runs, is not all known. */
export type Running = Pick<RunningMinute, 'from'>;

export type BarSeries = {
  timeframe: Timeframe;
  store: BarStore;
  /** Puts an earlier page in front; answers how many bars that were. */
  addOlder(page: BarColumns): number;
  /** Finished minutes, live or read again after a gap: in any order, repeated or late. */
  putMinutes(minutes: readonly ChartBar[]): SeriesChange;
  /** A trade, for the minute that is running. */
  putTrade(timeMs: number, price: number): SeriesChange;
  /** The minute that is running, as whoever heard more of it knows it. */
  putRunning(minute: RunningMinute): SeriesChange;
  /** Undefined when the bar at this index cannot change any more. */
  running(index: number): Running | undefined;
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
  let running: RunningMinute | undefined;

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
      if (timeMs - (timeMs % MINUTE_MS) <= lastFinished) return undefined;
      const next = withTrade(running, timeMs, price);
      if (!next) return undefined;
      running = next;
      return putMinute(running);
    },
    putRunning(minute) {
      if (minute.time <= lastFinished || (running && minute.time < running.time)) return undefined;
      running = withKnown(running, minute);
      return putMinute(running);
    },
    running(index) {
      if (!isRunning(index)) return undefined;
      const isHere = running && periodStart(timeframe, running.time) === store.timeAt(index);
      return { from: isHere ? running?.from : undefined };
    },
  };

  function isRunning(index: number): boolean {
    const time = store.timeAt(index);
    if (time === undefined || index < store.length() - 1) return false;
    return isMinutes ? time > lastFinished : periodEnd(timeframe, time) > lastFinished + MINUTE_MS;
  }
}

/** With one more trade, or the minute that it begins; undefined when it is of an earlier one. */
export function withTrade(
  minute: RunningMinute | undefined,
  timeMs: number,
  price: number,
): RunningMinute | undefined {
  const time = timeMs - (timeMs % MINUTE_MS);
  if (minute && time < minute.time) return undefined;
  if (minute?.time !== time)
    return {
      time,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 0,
      vwap: undefined,
    };
  const { high, low } = minute;
  return { ...minute, high: Math.max(high, price), low: Math.min(low, price), close: price };
}

/** With what somebody knows who heard at least as much of its beginning; what is newest was heard here. */
export function withKnown(minute: RunningMinute | undefined, known: RunningMinute): RunningMinute {
  if (minute?.time !== known.time) return known;
  return {
    ...known,
    high: Math.max(minute.high, known.high),
    low: Math.min(minute.low, known.low),
    close: minute.close,
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
