// Price shocks ordered from outside: from a time on, a symbol's prices are multiplied. What was printed up to that time
// stays as it was, and the shock itself prints a trade, so that quotes, bars and stops see it at once.
import type { PriceUnits, Trade } from '#main/paper/types.ts';
import { toTick } from './minutes.ts';
import { IDS_PER_MINUTE } from './prints.ts';

/** `fromMs` is the first millisecond at which prices are changed. */
type PriceShock = { fromMs: number; factor: number };

const PRINT_SIZE = 100;
/** However many shocks come together: prices must stay within what a bar's columns hold. */
const SMALLEST = 0.000001;
const LARGEST = 1000;

export function createPriceShocks() {
  const byListing = new Map<number, PriceShock[]>();
  const none: readonly PriceShock[] = [];

  return {
    add(listing: number, shock: PriceShock): void {
      const shocks = byListing.get(listing) ?? [];
      byListing.set(listing, shocks);
      shocks.push(shock);
      shocks.sort((a, b) => a.fromMs - b.fromMs);
    },
    /** Shocks that begin in [fromMs, toMs), in time order. */
    within(listing: number, fromMs: number, toMs: number): readonly PriceShock[] {
      const shocks = byListing.get(listing);
      if (!shocks) return none;
      return shocks.filter((shock) => shock.fromMs >= fromMs && shock.fromMs < toMs);
    },
    /** What prices at `timeMs` are multiplied with. */
    factorAt(listing: number, timeMs: number): number {
      let factor = 1;
      for (const shock of byListing.get(listing) ?? none) {
        if (shock.fromMs <= timeMs) factor *= shock.factor;
      }
      return Math.min(Math.max(factor, SMALLEST), LARGEST);
    },
  };
}

/** The trades of one minute with shocks falling into it; `price` is where the minute begins, `minute` since the epoch. */
export function applyShocks(
  trades: readonly Trade[],
  shocks: readonly PriceShock[],
  price: PriceUnits,
  minute: number,
): readonly Trade[] {
  const result = [...trades];
  let factor = 1;
  for (const [order, shock] of shocks.entries()) {
    factor *= shock.factor;
    let reference = price;
    for (const [index, trade] of trades.entries()) {
      if (trade.timeMs < shock.fromMs) reference = trade.price;
      else result[index] = { ...trade, price: toTick(trade.price * factor) };
    }
    if (!result.some(({ timeMs }) => timeMs === shock.fromMs)) {
      const id = (minute + 1) * IDS_PER_MINUTE - 1 - order;
      result.push({
        timeMs: shock.fromMs,
        price: toTick(reference * factor),
        size: PRINT_SIZE,
        id,
      });
    }
  }
  return result.sort((a, b) => a.timeMs - b.timeMs);
}
