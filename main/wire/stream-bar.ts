// What makes a live bar sound, whatever spelling it came in.
import type { Bar } from '#contract/bars.ts';

/** Undefined when it is no bar; the number of trades and the mean price are left out when they are none. */
export function barOf(
  symbol: unknown,
  time: number,
  open: unknown,
  high: unknown,
  low: unknown,
  close: unknown,
  volume: unknown,
  tradeCount: unknown,
  vwap: unknown,
): Bar | undefined {
  if (typeof symbol !== 'string' || Number.isNaN(time)) return undefined;
  if (!isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close) || !isPrice(volume))
    return undefined;
  // Written out whole for the usual bar: members that are added later live apart and cost twice.
  if (isPrice(tradeCount) && isPrice(vwap))
    return { symbol, time, open, high, low, close, volume, tradeCount, vwap };
  const bar: Bar = { symbol, time, open, high, low, close, volume };
  if (isPrice(tradeCount)) bar.tradeCount = tradeCount;
  if (isPrice(vwap)) bar.vwap = vwap;
  return bar;
}

export const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
