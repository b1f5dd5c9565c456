// The fills of an account as a table: newest first, narrowed by text and side.
import type { Execution } from '#contract/orders.ts';
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

/** What the broker made of it later. */
export function revisionWords({ revision, qty, price }: FillRow): string | undefined {
  if (!revision) return undefined;
  if (revision.kind === 'bust') return 'busted by the broker; it no longer counts';
  return `corrected by the broker: ${formatQuantity(qty)} at ${formatPrice(price)} is now ${formatQuantity(revision.qty)} at ${formatPrice(revision.price)}`;
}

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
