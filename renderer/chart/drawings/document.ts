// The drawings as they are kept: what a change makes of the document, and what it costs when there are too many.
import {
  MOST_DRAWINGS,
  MOST_DRAWINGS_IN_ALL,
  type Drawing,
  type Drawings,
} from '#contract/drawings.ts';

/** What was there and what is there now; the same the other way round takes it back. */
export type DrawingChange = { before: readonly Drawing[]; after: readonly Drawing[] };

/** Only what the change names is touched: another window may have drawn meanwhile. */
export function withChange(
  { symbols }: Drawings,
  symbol: string,
  { before, after }: DrawingChange,
): { document: Drawings; dropped: { symbol: string; drawing: Drawing }[] } {
  const byId = new Map(after.map((drawing) => [drawing.id, drawing]));
  const gone = new Set(before.map(({ id }) => id).filter((id) => !byId.has(id)));
  const present = symbols[symbol] ?? [];
  const known = new Set(present.map(({ id }) => id));
  const next = new Map(Object.entries(symbols));
  next.set(symbol, [
    ...present.filter(({ id }) => !gone.has(id)).map((drawing) => byId.get(drawing.id) ?? drawing),
    ...after.filter(({ id }) => !known.has(id)),
  ]);
  const dropped: { symbol: string; drawing: Drawing }[] = [];
  const drop = (of: string): void => {
    const [oldest, ...rest] = next.get(of) ?? [];
    next.set(of, rest);
    if (oldest) dropped.push({ symbol: of, drawing: oldest });
  };
  while ((next.get(symbol)?.length ?? 0) > MOST_DRAWINGS) drop(symbol);
  const total = () => [...next.values()].reduce((sum, of) => sum + of.length, 0);
  while (total() > MOST_DRAWINGS_IN_ALL)
    drop([...next].find(([, of]) => of.length > 0)?.[0] ?? symbol);
  const kept = [...next].filter(([, of]) => of.length > 0);
  return { document: { symbols: Object.fromEntries(kept) }, dropped };
}
