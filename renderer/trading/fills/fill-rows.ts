// The fills of an account as a table: newest first, narrowed by text and side.
import type { Execution } from '#contract/orders.ts';
import {
  compareValues,
  sortable,
  type Sorting,
  type SortValue,
} from '#renderer/ui/table/compare.ts';
import { createSortedRows, type Compare, type SortedRows } from '#renderer/ui/table/sorted-rows.ts';

export type FillRow = Execution & { key: string; moment: number | undefined };
export type FillFilter = { text: string; side: 'any' | 'buy' | 'sell' };

type Source = {
  get(key: string): Execution | undefined;
  keys(): Iterable<string>;
  onKeys(run: (keys: readonly string[]) => void): () => void;
};

export type FillList = { rows: SortedRows<FillRow>; start(): () => void };

export function createFillList(executions: Source): FillList {
  const rows = createSortedRows<FillRow>({
    keyOf: ({ key }) => key,
    compare: compareFills(undefined),
  });

  function update(keys: Iterable<string>): void {
    const put: FillRow[] = [];
    const gone: string[] = [];
    for (const key of keys) {
      const execution = executions.get(key);
      if (execution) put.push(rowOf(key, execution));
      else gone.push(key);
    }
    rows.change(put, gone);
  }

  return {
    rows,
    start() {
      update(executions.keys());
      return executions.onKeys(update);
    },
  };
}

function rowOf(key: string, execution: Execution): FillRow {
  const moment = Date.parse(execution.at);
  return { ...execution, key, moment: Number.isNaN(moment) ? undefined : moment };
}

export const FILL_VALUES = {
  symbol: (row) => row.symbol,
  side: (row) => row.side,
  qty: (row) => sortable(row.qty),
  price: (row) => sortable(row.price),
  time: (row) => row.moment,
  order: (row) => row.orderId,
} as const satisfies Record<string, (row: FillRow) => SortValue>;

export function compareFills(sorting: Sorting | undefined): Compare<FillRow> {
  const value =
    sorting && (FILL_VALUES as Record<string, (row: FillRow) => SortValue>)[sorting.column];
  return (a, b) =>
    (value && sorting ? compareValues(value(a), value(b), sorting.isDescending) : 0) ||
    (b.moment ?? 0) - (a.moment ?? 0);
}

export function acceptsFill({ text, side }: FillFilter): (row: FillRow) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (row) => {
    if (side !== 'any' && row.side !== side) return false;
    if (words.length === 0) return true;
    const { symbol, qty, price, orderId, executionId } = row;
    const all = [symbol, row.side, qty, price, orderId, executionId].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}
