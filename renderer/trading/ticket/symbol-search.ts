// What the list under the symbol's field shows, and which of it is marked. Pure.
import type { AssetSummary } from '#contract/market.ts';

export type SymbolList = {
  options: readonly AssetSummary[];
  /** The marked one; -1 while none is. */
  marked: number;
  isOpen: boolean;
};

export const MOST_OPTIONS = 8;
export const CLOSED: SymbolList = { options: [], marked: -1, isOpen: false };

/** A list of what was found; one that says no more than the field says already stays closed. */
export function listOf(found: readonly AssetSummary[], text: string): SymbolList {
  const options = found.slice(0, MOST_OPTIONS);
  const isSaid = options.length === 1 && options[0]?.symbol === text.trim().toUpperCase();
  return { options, marked: -1, isOpen: options.length > 0 && !isSaid };
}

/** The next or the one before; past the ends it goes around. */
export function mark(list: SymbolList, step: 1 | -1): SymbolList {
  const count = list.options.length;
  if (count === 0) return list;
  const from = list.marked === -1 && step === -1 ? 0 : list.marked;
  return { ...list, isOpen: true, marked: (from + step + count) % count };
}

export const markedOption = ({ isOpen, options, marked }: SymbolList): AssetSummary | undefined =>
  isOpen ? options[marked] : undefined;
