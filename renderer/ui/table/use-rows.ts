import { useSyncExternalStore } from 'react';
import type { RowsView, SortedRows } from '#renderer/ui/table/sorted-rows.ts';

/** The rows as they are now; wakes when they changed. */
export const useRows = <T>(rows: SortedRows<T>): RowsView<T> =>
  useSyncExternalStore(rows.onChange, rows.view);
