// The fills of an account as a table: newest first, narrowed by text and side.
import { HIDDEN } from '#contract/private-text.ts';
import { revisionsOf, type Execution } from '#contract/orders.ts';
import { compareBy, sortable, type Sorting, type SortValues } from '#renderer/ui/table/compare.ts';
import {
  createFollowedRows,
  type FollowedRows,
  type RowSource,
} from '#renderer/ui/table/followed-rows.ts';
import { formatPrice, formatQuantity } from '#renderer/ui/format.ts';
import type { Compare } from '#renderer/ui/table/sorted-rows.ts';

export type FillRow = Execution & { key: string; moment: number | undefined };
export type FillFilter = { text: string; side: 'any' | 'buy' | 'sell' };

export const createFillList = (executions: RowSource<Execution>): FollowedRows<FillRow> =>
  createFollowedRows(executions, rowOf, compareFills(undefined));

function rowOf(key: string, execution: Execution): FillRow {
  const moment = Date.parse(execution.at);
  return { ...execution, key, moment: Number.isNaN(moment) ? undefined : moment };
}

/** What the broker made of it later, all of it; without how much it was while amounts are hidden. */
export function revisionWords(row: FillRow, isPrivate = false): string | undefined {
  const termsWords = ({ qty, price }: Terms): string =>
    `${isPrivate ? HIDDEN : formatQuantity(qty)} at ${formatPrice(price)}`;
  let held: Terms = row;
  const words = revisionsOf(row).map((revision) => {
    const before = held;
    held = revision;
    return revision.kind === 'bust'
      ? `busted by the broker${before === row ? '' : ` at ${formatPrice(before.price)}`}; it no longer counts`
      : `corrected by the broker: ${termsWords(before)} is now ${termsWords(revision)}`;
  });
  return words.length === 0 ? undefined : words.join('; then ');
}

/** What held of it and holds no longer, newest first; each is there once. */
export function struckOf(row: FillRow, of: (terms: Terms) => string): string[] {
  const values = [row, ...revisionsOf(row).filter(({ kind }) => kind === 'correct')].map(of);
  const struck = values.filter((value, nth) => nth === 0 || value !== values[nth - 1]);
  if (row.revision?.kind !== 'bust') struck.pop();
  return [...new Set(struck.toReversed())];
}

export type Terms = Pick<Execution, 'qty' | 'price'>;

export const FILL_VALUES: SortValues<FillRow> = {
  symbol: (row) => row.symbol,
  side: (row) => row.side,
  qty: (row) => sortable(row.qty),
  price: (row) => sortable(row.price),
  time: (row) => row.moment,
  order: (row) => row.orderId,
};

export const compareFills = (sorting: Sorting | undefined): Compare<FillRow> =>
  compareBy<FillRow>(FILL_VALUES, sorting, (a, b) => (b.moment ?? 0) - (a.moment ?? 0));

export function acceptsFill({ text, side }: FillFilter): (row: FillRow) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (row) => {
    if (side !== 'any' && row.side !== side) return false;
    if (words.length === 0) return true;
    const { symbol, qty, price, orderId, executionId } = row;
    const parts = [symbol, row.side, qty, price, orderId, executionId, revisionWords(row)];
    const all = parts.join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}
