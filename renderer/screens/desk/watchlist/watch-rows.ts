// The rows of a watchlist: in the person's own order, or sorted by a column.
import type { Price } from '#contract/records.ts';
import {
  compareValues,
  sortable,
  type Sorting,
  type SortValue,
} from '#renderer/ui/table/compare.ts';

export type WatchRow = { symbol: string };

type PriceOf = (symbol: string) => Price | undefined;

export const WATCH_VALUES: Record<string, (symbol: string, price: Price | undefined) => SortValue> =
  {
    symbol: (symbol) => symbol,
    last: (_symbol, price) => sortable(price?.price),
    change: (_symbol, price) => sortable(price?.change),
    percent: (_symbol, price) => sortable(price?.changePercent),
  };

export function sortSymbols(
  symbols: readonly string[],
  sorting: Sorting | undefined,
  priceOf: PriceOf,
): readonly string[] {
  const value = sorting && WATCH_VALUES[sorting.column];
  if (!value) return symbols;
  // Looked up once each: prices may move while it is sorted.
  const values = new Map(symbols.map((symbol) => [symbol, value(symbol, priceOf(symbol))]));
  return symbols.toSorted((a, b) =>
    compareValues(values.get(a), values.get(b), sorting.isDescending),
  );
}

/** A symbol taken out of its place and put where another is; behind it when it comes from before. */
export function moveSymbol(symbols: readonly string[], symbol: string, to: number): string[] {
  const from = symbols.indexOf(symbol);
  const target = Math.max(0, Math.min(symbols.length - 1, to));
  if (from === -1 || from === target) return [...symbols];
  return symbols.toSpliced(from, 1).toSpliced(target, 0, symbol);
}
