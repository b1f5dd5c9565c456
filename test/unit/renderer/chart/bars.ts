import type { BarColumns } from '#contract/market.ts';
import { MINUTE_MS } from '#contract/periods.ts';
import type { BarStore, ChartBar } from '#renderer/chart/bar-store.ts';

/** A bar whose numbers follow from its time, so that a test can say what it must be. */
export function barAt(time: number, change: Partial<ChartBar> = {}): ChartBar {
  const n = (time / MINUTE_MS) % 97;
  const open = 100 + n;
  const close = 100 + ((n * 7) % 13);
  const high = Math.max(open, close) + 1;
  const low = Math.min(open, close) - 1;
  return { time, open, high, low, close, volume: 10 + n, vwap: (high + low) / 2, ...change };
}

export const columnsOf = (bars: readonly ChartBar[]): BarColumns => ({
  time: bars.map(({ time }) => time),
  open: bars.map(({ open }) => open),
  high: bars.map(({ high }) => high),
  low: bars.map(({ low }) => low),
  close: bars.map(({ close }) => close),
  volume: bars.map(({ volume }) => volume),
  vwap: bars.map(({ vwap }) => vwap ?? null),
});

export const contentOf = (store: BarStore): (ChartBar | undefined)[] =>
  Array.from({ length: store.length() }, (_, index) => store.at(index));
