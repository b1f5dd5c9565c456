// The closes of the day's last minutes, by symbol, for the small lines in a list. They are held against the same close
// as the change beside them. A symbol is watched only while something draws it, and only after it has been in sight for
// a moment: a list that flies past asks for nothing.
import type { Bar, LiveBar } from '#contract/bars.ts';
import { periodStart } from '#contract/periods.ts';
import type { Price } from '#contract/records.ts';
import type { Delay } from '#renderer/core/delay.ts';

type DayLine = {
  /** The live array: it is read while drawing and never kept. */
  closes: readonly number[];
  /** The previous close, where it is known. */
  from: number | undefined;
};

export type DayLines = {
  get(symbol: string): DayLine | undefined;
  on(symbol: string, run: () => void): () => void;
};

type Deps = {
  watchBars: (symbol: string, onBars: (bars: LiveBar[], isReset: boolean) => void) => () => void;
  prices: { get(symbol: string): Price | undefined };
  delayMs: Delay;
};

/** Beside each other and not as bars: a list may be long. */
type Day = { times: number[]; closes: number[] };
type Line = { listeners: Set<() => void>; stop: () => void };

const AFTER_MS = 150;
/** A trading day. */
const MOST_POINTS = 390;

export function createDayLines({ watchBars, prices, delayMs }: Deps): DayLines {
  const days = new Map<string, Day>();
  const lines = new Map<string, Line>();

  function watch(symbol: string, line: Line): void {
    const cancel = delayMs(AFTER_MS, () => {
      line.stop = watchBars(symbol, (told, isReset) => {
        const bars = told.filter(({ forming }) => !forming);
        if (bars.length === 0 && !isReset) return;
        const day = (isReset ? undefined : days.get(symbol)) ?? { times: [], closes: [] };
        for (const bar of bars) put(day, bar);
        days.set(symbol, keepDay(day));
        for (const run of line.listeners) run();
      });
    });
    line.stop = cancel;
  }

  return {
    get(symbol) {
      const day = days.get(symbol);
      const close = prices.get(symbol)?.previousClose;
      // On its way into a drawing.
      const from = close === undefined ? undefined : Number(close);
      return day && { closes: day.closes, from };
    },
    on(symbol, run) {
      let line = lines.get(symbol);
      if (!line) {
        line = { listeners: new Set(), stop: () => undefined };
        lines.set(symbol, line);
        watch(symbol, line);
      }
      const mine = line;
      mine.listeners.add(run);
      return () => {
        mine.listeners.delete(run);
        if (mine.listeners.size > 0 || lines.get(symbol) !== mine) return;
        lines.delete(symbol);
        mine.stop();
      };
    },
  };
}

/** In time order: what a gap cost is told after what came behind it. Each minute once, as it was told last. */
function put({ times, closes }: Day, { time, close }: Bar): void {
  let at = times.length;
  while (at > 0 && (times[at - 1] ?? 0) > time) at--;
  const isKnown = times[at - 1] === time;
  times.splice(isKnown ? at - 1 : at, isKnown ? 1 : 0, time);
  closes.splice(isKnown ? at - 1 : at, isKnown ? 1 : 0, close);
}

/** The change beside the line is the day's: of the days before it nothing is drawn. */
function keepDay(day: Day): Day {
  const { times, closes } = day;
  const start = periodStart('1Day', times.at(-1) ?? 0);
  const isOver = (time: number, at: number) => time < start || at < times.length - MOST_POINTS;
  const over = times.findLastIndex(isOver) + 1;
  times.splice(0, over);
  closes.splice(0, over);
  return day;
}
