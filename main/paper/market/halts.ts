// Halts ordered from outside: while one lasts, a symbol prints nothing and its last quote stands.
import type { MarketHalt } from '#main/paper/types.ts';

export function createHalts() {
  const byListing = new Map<number, MarketHalt[]>();
  const of = (listing: number): readonly MarketHalt[] => byListing.get(listing) ?? [];
  return {
    of,
    begin(listing: number, fromMs: number): void {
      byListing.set(listing, [...of(listing), { fromMs, toMs: Infinity }]);
    },
    end(listing: number, toMs: number): void {
      byListing.set(
        listing,
        of(listing).map((halt) => (halt.toMs === Infinity ? { ...halt, toMs } : halt)),
      );
    },
  };
}

export const isHaltedAt = (halts: readonly MarketHalt[], timeMs: number): boolean =>
  halts.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
