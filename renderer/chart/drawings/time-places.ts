// Where a moment stands among the bars, and which moment a place is. Places go on to the left and to the right of the
// bars, each as long as a bar: a line may end where no bar is yet.
import type { Timeframe } from '#contract/market.ts';
import { periodEnd } from '#contract/periods.ts';
import type { BarStore } from '#renderer/chart/bar-store.ts';

export type TimePlaces = {
  /** The bar that a moment falls into; between two bars, the later one. */
  placeOf(timeMs: number): number;
  timeAt(place: number): number;
};

type Bars = Pick<BarStore, 'length' | 'timeAt' | 'countBefore'>;

/** Undefined while there are no bars. `from` is the place in the store that counts as the first. */
export function timePlaces(bars: Bars, timeframe: Timeframe, from = 0): TimePlaces | undefined {
  const last = bars.length() - 1;
  const [firstTime, lastTime] = [bars.timeAt(0), bars.timeAt(last)];
  if (firstTime === undefined || lastTime === undefined) return undefined;
  const stepMs = periodEnd(timeframe, lastTime) - lastTime;
  const stepsAfter = (timeMs: number, since: number) => Math.floor((timeMs - since) / stepMs);

  function within(timeMs: number): number {
    const place = bars.countBefore(timeMs + 1) - 1;
    const isOver = timeMs >= periodEnd(timeframe, bars.timeAt(place) ?? 0);
    return isOver ? place + 1 : place;
  }

  return {
    placeOf(timeMs) {
      if (timeMs >= lastTime) return last + stepsAfter(timeMs, lastTime) - from;
      return (timeMs < firstTime ? stepsAfter(timeMs, firstTime) : within(timeMs)) - from;
    },
    timeAt(place) {
      const index = place + from;
      if (index > last) return lastTime + (index - last) * stepMs;
      return index < 0 ? Math.max(0, firstTime + index * stepMs) : (bars.timeAt(index) ?? 0);
    },
  };
}
