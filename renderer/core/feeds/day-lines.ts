// The closes of the last minutes, by symbol, for the small lines in a list. A symbol is watched only while something
// draws it, and only after it has been in sight for a moment: a list that flies past asks for nothing.
import type { Bar } from '#contract/bars.ts';
import type { Delay } from '#renderer/core/delay.ts';

export type DayLines = {
  /** The array is the live one: it is read while drawing and never kept. */
  get(symbol: string): readonly number[] | undefined;
  on(symbol: string, run: () => void): () => void;
};

type Deps = {
  watchBars: (symbol: string, onBars: (bars: Bar[], isReset: boolean) => void) => () => void;
  delayMs: Delay;
};

type Line = { listeners: Set<() => void>; stop: () => void };

const AFTER_MS = 150;
/** A trading day. */
const MOST_POINTS = 390;

export function createDayLines({ watchBars, delayMs }: Deps): DayLines {
  const closes = new Map<string, number[]>();
  const lines = new Map<string, Line>();

  function watch(symbol: string, line: Line): void {
    const cancel = delayMs(AFTER_MS, () => {
      line.stop = watchBars(symbol, (bars, isReset) => {
        const kept = isReset ? [] : (closes.get(symbol) ?? []);
        for (const { close } of bars) kept.push(close);
        if (kept.length > MOST_POINTS) kept.splice(0, kept.length - MOST_POINTS);
        closes.set(symbol, kept);
        for (const run of line.listeners) run();
      });
    });
    line.stop = cancel;
  }

  return {
    get: (symbol) => closes.get(symbol),
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
