// The newest price of each symbol.
import type { Price } from '#contract/records.ts';
import { newerPrice } from '#main/domain/price-change.ts';

export function createLastPrices() {
  const prices = new Map<string, Price>();
  return {
    get: (symbol: string): Price | undefined => prices.get(symbol),
    all: (): Price[] => [...prices.values()],
    /** Answers those that are another than before. */
    put(news: readonly Price[], isTakenBack: boolean): Price[] {
      const changed: Price[] = [];
      for (const item of news) {
        const price = newerPrice(prices.get(item.symbol), item, isTakenBack);
        if (!price) continue;
        prices.set(item.symbol, price);
        changed.push(price);
      }
      return changed;
    },
    keepOnly(symbols: readonly string[]): void {
      for (const symbol of prices.keys()) if (!symbols.includes(symbol)) prices.delete(symbol);
    },
  };
}
