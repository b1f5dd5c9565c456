import type { ReactNode } from 'react';
import type { SortValue } from '#renderer/ui/table/compare.ts';

export type Column<T> = {
  id: string;
  head: string;
  /** The whole name, where the head is short. */
  title?: string;
  /** Drawn only for screen readers. */
  isHeadHidden?: boolean;
  /** In pixels where there is room; columns share what is left over. */
  width: number;
  /** It may be left out where there is no room, the highest first; its words stay for screen readers. */
  fold?: number;
  isRight?: boolean;
  /** What the column is sorted by; it cannot be sorted without. */
  sortBy?: (row: T) => SortValue;
  cell: (row: T) => ReactNode;
  className?: (row: T) => string | undefined;
  tooltip?: (row: T) => string | undefined;
};

/** A column of figures, which stand one below the other by their last digits. */
export const figures = <T>(
  id: string,
  head: string,
  width: number,
  cell: (row: T) => ReactNode,
): Column<T> => ({ id, head, width, isRight: true, cell });
