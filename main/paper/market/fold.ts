// How bars add up. A minute's vwap is its turnover over its volume, rounded to the unit; the vwap of every longer frame is
// the mean of its minutes' vwaps weighted by their volume. So whoever holds the minute bars can compute each longer bar,
// vwap included, and gets exactly what the broker answers.
import type { Bar, Trade } from '#main/paper/types.ts';
import type { Minutes } from './minutes.ts';
import { turnoverOf, turnoverOfTrades } from './prints.ts';

/** A bar without its time; `weight` is the sum of vwap × volume over its minutes. */
export type Fold = {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  tradeCount: number;
  weight: number;
};

export function toBar(timeMs: number, fold: Fold): Bar {
  const { open, high, low, close, volume, tradeCount, weight } = fold;
  const vwap = Math.floor(weight / volume + 0.5);
  return { timeMs, open, high, low, close, volume, tradeCount, vwap };
}

/** Folds minutes [from, to); undefined when none of them has a trade. */
export function foldMinutes(minutes: Minutes, from: number, to: number): Fold | undefined {
  const { count, open, high, low, close, volume, shocked } = minutes;
  let first = -1;
  let last = from;
  let highest = 0;
  let lowest = 0x7fffffff;
  let totalVolume = 0;
  let totalCount = 0;
  let weight = 0;
  for (let minute = from; minute < to; minute++) {
    const trades = count[minute] ?? 0;
    if (trades === 0) continue;
    if (first < 0) first = minute;
    last = minute;
    const top = high[minute] ?? 0;
    const bottom = low[minute] ?? 0;
    const shares = volume[minute] ?? 0;
    // Trades that a shock changed do not have the turnover that their bar would give.
    const drawn = shocked?.get(minute);
    const turnover = drawn
      ? turnoverOfTrades(drawn)
      : turnoverOf(open[minute] ?? 0, top, bottom, close[minute] ?? 0, shares, trades);
    highest = Math.max(highest, top);
    lowest = Math.min(lowest, bottom);
    totalVolume += shares;
    totalCount += trades;
    weight += Math.floor(turnover / shares + 0.5) * shares;
  }
  if (first < 0) return undefined;
  return {
    open: open[first] ?? 0,
    high: highest,
    low: lowest,
    close: close[last] ?? 0,
    volume: totalVolume,
    tradeCount: totalCount,
    weight,
  };
}

/** Folds trades of one minute; undefined when there are none. */
export function foldTrades(trades: readonly Trade[]): Fold | undefined {
  const [first] = trades;
  if (!first) return undefined;
  const fold = {
    open: first.price,
    high: first.price,
    low: first.price,
    close: first.price,
    volume: 0,
    tradeCount: trades.length,
    weight: 0,
  };
  for (const { price, size } of trades) {
    fold.high = Math.max(fold.high, price);
    fold.low = Math.min(fold.low, price);
    fold.close = price;
    fold.volume += size;
  }
  fold.weight = Math.floor(turnoverOfTrades(trades) / fold.volume + 0.5) * fold.volume;
  return fold;
}

/** The earlier part and the later part as one. */
export function join(earlier: Fold | undefined, later: Fold | undefined): Fold | undefined {
  if (!earlier || !later) return earlier ?? later;
  return {
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: earlier.volume + later.volume,
    tradeCount: earlier.tradeCount + later.tradeCount,
    weight: earlier.weight + later.weight,
  };
}
