import { useMemo, type RefObject } from 'react';
import type { Column } from '#renderer/ui/table/column.ts';
import { useWidth } from '#renderer/ui/use-width.ts';

type Folded<T> = {
  columns: readonly Column<T>[];
  folded: readonly Column<T>[];
  /** Of the columns that are left, together. */
  minWidth: number;
  /** They have no room all the same: it scrolls sideways, and its buttons stay in sight. */
  isPinned: boolean;
};

/** In pixels: in less, buttons that stay in sight would cover what their row says. */
const PINNED_FROM = 480;

/** Whole columns or none: a number that is cut off reads as another number. */
export function useFoldedColumns<T>(
  all: readonly Column<T>[],
  scroller: RefObject<HTMLElement | null>,
): Folded<T> {
  const width = useWidth(scroller);
  const isTight = isTightAt(all, width);
  const fitted = useMemo(() => (isTight ? all.map(tightened) : all), [all, isTight]);
  const folds = foldsFor(fitted, width);
  const shown = useMemo(() => {
    const isFolded = ({ fold = 0 }: Column<T>) => fold > 0 && fold >= folds;
    const columns = fitted.filter((column) => !isFolded(column));
    return {
      columns,
      folded: fitted.filter(isFolded),
      minWidth: columns.reduce((sum, column) => sum + column.width, 0),
    };
  }, [fitted, folds]);
  return { ...shown, isPinned: shown.minWidth > width && width >= PINNED_FROM };
}

/** Whether a column that can be narrower has to be, so that others stay. */
export function isTightAt<T>(columns: readonly Column<T>[], width: number): boolean {
  const folds = foldsFor(columns, width);
  return columns.some(({ tight }) => tight !== undefined && folds <= tight.before);
}

/** One that a person has sized stays as it is. */
export function tightened<T>(column: Column<T>): Column<T> {
  const { tight, ...same } = column;
  return tight && !column.isSized ? { ...same, width: tight.width, cell: tight.cell } : column;
}

/** From which fold on columns are left out; infinite when all have room. */
export function foldsFor<T>(
  columns: readonly Pick<Column<T>, 'fold' | 'width' | 'isExtra'>[],
  width: number,
): number {
  let needed = columns.reduce((sum, column) => sum + (column.isExtra ? 0 : column.width), 0);
  let from = Infinity;
  const foldable = columns.filter(({ fold = 0 }) => fold > 0);
  for (const column of foldable.toSorted((a, b) => (b.fold ?? 0) - (a.fold ?? 0))) {
    const fold = column.fold ?? 0;
    if (needed <= width && fold !== from) break;
    from = fold;
    needed -= column.width;
  }
  return from;
}
