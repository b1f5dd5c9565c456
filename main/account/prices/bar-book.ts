// Minute bars by symbol, in time order whatever order they came in: late ones are put where they belong, and a bar
// that comes again replaces itself. Bounded to a little more than the two hours that are shown to begin with, so that a
// day of five hundred symbols costs no more than its first half hour; what is older is history.
import type { Bar } from '#contract/bars.ts';

export type BarBook = {
  bars(symbol: string): readonly Bar[];
  /** Answers the bars that changed anything. */
  put(news: readonly Bar[]): Bar[];
  keepOnly(symbols: readonly string[]): void;
};

const MOST_PER_SYMBOL = 150;

export function createBarBook(): BarBook {
  const series = new Map<string, Bar[]>();

  /** Whether the bar was news. Bars nearly always come last; the others are found by halving. */
  function insert(bars: Bar[], bar: Bar): boolean {
    const index = placeOf(bars, bar.time);
    const twin = bars[index - 1];
    if (twin?.time === bar.time) {
      if (isSameBar(twin, bar)) return false;
      bars[index - 1] = bar;
      return true;
    }
    if (index === 0 && bars.length >= MOST_PER_SYMBOL) return false;
    if (index === bars.length) bars.push(bar);
    else bars.splice(index, 0, bar);
    if (bars.length > MOST_PER_SYMBOL) bars.shift();
    return true;
  }

  function seriesOf(symbol: string): Bar[] {
    let bars = series.get(symbol);
    if (!bars) series.set(symbol, (bars = []));
    return bars;
  }

  return {
    bars: (symbol) => series.get(symbol) ?? [],
    put: (news) => news.filter((bar) => insert(seriesOf(bar.symbol), bar)),
    keepOnly(symbols) {
      for (const symbol of series.keys()) if (!symbols.includes(symbol)) series.delete(symbol);
    },
  };
}

/** Behind every bar that is not later. */
function placeOf(bars: readonly Bar[], time: number): number {
  let low = 0;
  let high = bars.length;
  if ((bars[high - 1]?.time ?? 0) <= time) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isSameBar = (a: Bar, b: Bar): boolean =>
  a.open === b.open &&
  a.high === b.high &&
  a.low === b.low &&
  a.close === b.close &&
  a.volume === b.volume;
