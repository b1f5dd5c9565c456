// The trades inside of a minute bar, drawn so that they fold back into exactly that bar. The path is: open, one extreme, a
// ramp across the range, the other extreme, close. The trades from extreme to extreme come in pairs, equally far from low
// and high and of equal size, so that a pair's turnover is size × (low + high) wherever it lies: the volume-weighted price
// of the minute is known without drawing any trade.
import type { PriceUnits, Quote, Trade } from '#main/paper/types.ts';
import type { Character } from './catalog.ts';
import { tickAt, toTick, WITH_EXTREMES, type Minutes } from './minutes.ts';
import { fraction, keyAt, mix } from './hashed-random.ts';
import { MINUTE_MS } from './new-york.ts';

/** Room for the ids of one minute: drawn trades from 0 up, shocks above. */
export const IDS_PER_MINUTE = 2048;

/** The turnover of a minute bar without drawing its trades. */
export function turnoverOf(
  open: PriceUnits,
  high: PriceUnits,
  low: PriceUnits,
  close: PriceUnits,
  volume: number,
  count: number,
): number {
  const atOpen = sharesAtOpen(volume, count);
  const side = sharesPerSide(volume, count);
  return atOpen * open + (volume - atOpen - 2 * side) * close + side * (low + high);
}

export function turnoverOfTrades(trades: readonly Trade[]): number {
  return trades.reduce((sum, { price, size }) => sum + price * size, 0);
}

/** The trades of one minute, oldest first, no two in the same millisecond. */
export function drawTrades(minutes: Minutes, minute: number): readonly Trade[] {
  const shocked = minutes.shocked?.get(minute);
  if (shocked) return shocked;
  const count = minutes.count[minute] ?? 0;
  if (count === 0) return [];
  const key = minutes.key[minute] ?? 0;
  const number = minutes.first + minute;
  const trades: Trade[] = [];
  const print = (price: PriceUnits, size: number) => {
    const index = trades.length;
    const slot = Math.floor((index * MINUTE_MS) / count);
    const nextSlot = Math.floor(((index + 1) * MINUTE_MS) / count);
    const within = Math.floor((nextSlot - slot) * fraction(keyAt(key, index), 0));
    const timeMs = number * MINUTE_MS + slot + within;
    trades.push({ timeMs, price, size, id: number * IDS_PER_MINUTE + index });
  };

  const volume = minutes.volume[minute] ?? 0;
  const open = minutes.open[minute] ?? 0;
  const close = minutes.close[minute] ?? 0;
  const openShares = sharesAtOpen(volume, count);
  const sideShares = sharesPerSide(volume, count);
  if (count > 1) print(open, openShares);
  if (count >= WITH_EXTREMES) {
    const low = minutes.low[minute] ?? 0;
    const high = minutes.high[minute] ?? 0;
    const isUnlikely = ((key >>> 5) & 3) === 3;
    const isRising = close >= open !== isUnlikely;
    for (const { depth, size } of ramp((count - 2) >> 1, sideShares, low, high, key)) {
      print(isRising ? low + depth : high - depth, size);
    }
  }
  // An odd trade out is a second one at the close.
  let rest = volume - 2 * sideShares - (count > 1 ? openShares : 0);
  for (let left = count - trades.length; left > 0; left--) {
    const size = left === 1 ? rest : 1 + Math.floor((rest - left) * fraction(key, 12));
    print(close, size);
    rest -= size;
  }
  return trades;
}

/** The quote that stands after a trade: the trade happened at its bid or at its ask. */
export function quoteAfter(trade: Trade, key: number, { spread }: Character): Quote {
  const bits = keyAt(key, trade.id);
  const tick = tickAt(trade.price);
  const ticks = Math.floor((trade.price * spread * (0.5 + fraction(bits, 0))) / tick + 0.5);
  const width = Math.max(1, ticks) * tick;
  const isAtBid = bits < 0;
  const bid = isAtBid ? trade.price : Math.max(1, trade.price - width);
  const ask = isAtBid ? Math.max(toTick(trade.price + width), trade.price + tick) : trade.price;
  const sizes = mix(bits);
  return {
    timeMs: trade.timeMs,
    bid,
    bidSize: 100 * (1 + ((sizes & 255) % 12)),
    ask,
    askSize: 100 * (1 + (((sizes >>> 8) & 255) % 12)),
  };
}

/** Distances from the extreme at which the ramp starts, in time order: the second half mirrors the first. */
function ramp(
  pairs: number,
  sideShares: number,
  low: PriceUnits,
  high: PriceUnits,
  key: number,
): { depth: number; size: number }[] {
  const steps: { depth: number; size: number }[] = Array.from({ length: 2 * pairs });
  const tick = tickAt(low);
  const range = (high - low) / tick;
  let shared = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const bits = mix(keyAt(key, pair) + 1);
    const along = pair / (2 * pairs - 1) + 0.24 * (fraction(bits, 0) - 0.5);
    const ticks = pair === 0 ? 0 : Math.floor(Math.min(1, Math.max(0, along)) * range + 0.5);
    const depth = ticks * tick;
    const isLast = pair === pairs - 1;
    const upTo = isLast
      ? sideShares - pairs
      : Math.floor(((sideShares - pairs) * (pair + fraction(bits, 10))) / pairs);
    const size = 1 + upTo - shared;
    shared = upTo;
    steps[pair] = { depth, size };
    steps[2 * pairs - 1 - pair] = { depth: high - low - depth, size };
  }
  return steps;
}

/** What trades at the open. It leaves at least one share for each other trade, as `volume` is never below `count`. */
function sharesAtOpen(volume: number, count: number): number {
  return 1 + ((volume - count) >> 5);
}

/** What trades on each side of the ramp: all but the open and one or (odd count) two trades like it at the close. */
function sharesPerSide(volume: number, count: number): number {
  if (count < 4) return 0; // WITH_EXTREMES, as a literal for speed
  return (volume - sharesAtOpen(volume, count) * (2 + (count & 1))) >> 1;
}
