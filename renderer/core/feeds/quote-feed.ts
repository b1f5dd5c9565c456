// Quotes, halts and price bands of the symbols in sight. One is watched while something draws it, and only after it has
// been in sight for a moment: a list that flies past, or a symbol that is half typed, asks for nothing.
import type { SymbolMarket } from '#contract/records.ts';
import type { Delay } from '#renderer/core/delay.ts';

export type QuoteFeed = {
  get(symbol: string): SymbolMarket | undefined;
  on(symbol: string, run: () => void): () => void;
};

type Deps = {
  watch: (symbol: string, onMarket: (market: SymbolMarket | undefined) => void) => () => void;
  delayMs: Delay;
};

type Watched = { market?: SymbolMarket | undefined; listeners: Set<() => void>; stop: () => void };

const AFTER_MS = 400;

export function createQuoteFeed({ watch, delayMs }: Deps): QuoteFeed {
  const watched = new Map<string, Watched>();

  function begin(symbol: string): Watched {
    const entry: Watched = { listeners: new Set(), stop: () => undefined };
    watched.set(symbol, entry);
    entry.stop = delayMs(AFTER_MS, () => {
      entry.stop = watch(symbol, (market) => {
        entry.market = market;
        for (const run of entry.listeners) run();
      });
    });
    return entry;
  }

  return {
    get: (symbol) => watched.get(symbol)?.market,
    on(symbol, run) {
      const entry = watched.get(symbol) ?? begin(symbol);
      entry.listeners.add(run);
      return () => {
        entry.listeners.delete(run);
        if (entry.listeners.size > 0 || watched.get(symbol) !== entry) return;
        watched.delete(symbol);
        entry.stop();
      };
    },
  };
}
