// Bars of one symbol and timeframe in memory, as columns: a million of them are seven arrays, not a million objects.
// Time order always holds; earlier pages go in front without moving what is there.
import type { BarColumns } from '#contract/market.ts';

/** A bar without its symbol, on its way into a drawing. */
export type ChartBar = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  vwap: number | undefined;
};

type Put = { kind: 'appended' | 'inserted' | 'changed' | 'same'; index: number };

export type BarStore = {
  length(): number;
  at(index: number): ChartBar | undefined;
  timeAt(index: number): number | undefined;
  /** How many bars start before a moment. */
  countBefore(timeMs: number): number;
  put(bar: ChartBar): Put;
  /** Puts a page in front. Bars that are not older than the first are left out; answers how many went in. */
  prepend(page: BarColumns): number;
};

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume', 'vwap'] as const;
type Columns = Record<(typeof COLUMNS)[number], Float64Array>;

const FIRST_CAPACITY = 4_096;

export function createBarStore(): BarStore {
  let columns = allocate(FIRST_CAPACITY);
  let capacity = FIRST_CAPACITY;
  // The bars lie in [first, first + length); there is room on both sides.
  let first = FIRST_CAPACITY / 2;
  let length = 0;

  function makeRoom(before: number, after: number): void {
    if (first >= before && first + length + after <= capacity) return;
    const needed = before + length + after;
    const nextCapacity = Math.max(capacity, needed * 2);
    // Half of what is free goes in front: scrolling back and living on both need some.
    const nextFirst = before + Math.floor((nextCapacity - needed) / 2);
    const next = allocate(nextCapacity);
    for (const name of COLUMNS)
      next[name].set(columns[name].subarray(first, first + length), nextFirst);
    columns = next;
    capacity = nextCapacity;
    first = nextFirst;
  }

  function countBefore(timeMs: number): number {
    let low = 0;
    let high = length;
    // News is nearly always about the end.
    if (length > 0 && (columns.time[first + length - 1] ?? 0) < timeMs) return length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((columns.time[first + middle] ?? 0) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function write(place: number, bar: ChartBar): void {
    for (const name of COLUMNS) columns[name][place] = bar[name] ?? Number.NaN;
  }

  function isSame(place: number, bar: ChartBar): boolean {
    return COLUMNS.every((name) => Object.is(columns[name][place], bar[name] ?? Number.NaN));
  }

  function at(index: number): ChartBar | undefined {
    if (index < 0 || index >= length) return undefined;
    const place = first + index;
    const vwap = columns.vwap[place] ?? Number.NaN;
    return {
      time: columns.time[place] ?? 0,
      open: columns.open[place] ?? 0,
      high: columns.high[place] ?? 0,
      low: columns.low[place] ?? 0,
      close: columns.close[place] ?? 0,
      volume: columns.volume[place] ?? 0,
      vwap: Number.isNaN(vwap) ? undefined : vwap,
    };
  }

  return {
    length: () => length,
    at,
    timeAt: (index) => (index < 0 || index >= length ? undefined : columns.time[first + index]),
    countBefore,
    put(bar) {
      const index = countBefore(bar.time);
      if (index < length && columns.time[first + index] === bar.time) {
        if (isSame(first + index, bar)) return { kind: 'same', index };
        write(first + index, bar);
        return { kind: 'changed', index };
      }
      makeRoom(0, 1);
      for (const name of COLUMNS)
        columns[name].copyWithin(first + index + 1, first + index, first + length);
      length++;
      write(first + index, bar);
      return { kind: index === length - 1 ? 'appended' : 'inserted', index };
    },
    prepend(page) {
      const oldest = length === 0 ? Infinity : (columns.time[first] ?? Infinity);
      let count = page.time.length;
      while (count > 0 && (page.time[count - 1] ?? 0) >= oldest) count--;
      makeRoom(count, 0);
      first -= count;
      length += count;
      for (const name of COLUMNS)
        for (let n = 0; n < count; n++) columns[name][first + n] = page[name][n] ?? Number.NaN;
      return count;
    },
  };
}

function allocate(capacity: number): Columns {
  const make = () => new Float64Array(capacity);
  return {
    time: make(),
    open: make(),
    high: make(),
    low: make(),
    close: make(),
    volume: make(),
    vwap: make(),
  };
}
