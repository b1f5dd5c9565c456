// The columns of a table as a person has put them. The first, which names the row, and its buttons stay where they are.
import type { ColumnLayout } from '#contract/ui.ts';
import type { Column } from '#renderer/ui/table/column.ts';

export type KeptColumns = { layout: ColumnLayout; onChange: (layout: ColumnLayout) => void };

export const AS_IT_IS: ColumnLayout = { order: [], columns: {} };

const [LEAST_PX, MOST_PX] = [40, 600];

export const isMovable = <T>(columns: readonly Column<T>[], id: string): boolean =>
  id !== columns[0]?.id && id !== buttonsOf(columns);

/** The last column, where it has no head to be moved by. */
function buttonsOf<T>(columns: readonly Column<T>[]): string | undefined {
  const last = columns.at(-1);
  return last?.isHeadHidden ? last.id : undefined;
}

/** All of them in their order, those that are not shown too. */
export function inOrder<T>(columns: readonly Column<T>[], { order }: ColumnLayout): Column<T>[] {
  const place = ({ id }: Column<T>): number => {
    if (id === columns[0]?.id) return -1;
    if (id === buttonsOf(columns)) return Infinity;
    const at = order.indexOf(id);
    return at === -1 ? order.length : at;
  };
  return columns.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/** Those that are to be drawn: one that a person asked for has its place whether or not there is room. */
export function arranged<T>(columns: readonly Column<T>[], layout: ColumnLayout): Column<T>[] {
  return inOrder(columns, layout)
    .filter(({ id }) => layout.columns[id]?.isShown !== false || !isMovable(columns, id))
    .map((column) => {
      const { isShown, width } = layout.columns[column.id] ?? {};
      if (isShown === undefined && width === undefined) return column;
      const { fold, isGrowing, ...same } = column;
      return {
        ...same,
        ...(fold !== undefined && (isShown ? { isExtra: true } : { fold })),
        ...(width === undefined ? isGrowing && { isGrowing } : { width, isSized: true }),
      };
    });
}

export function withColumn(
  layout: ColumnLayout,
  id: string,
  change: ColumnLayout['columns'][string],
): ColumnLayout {
  return { ...layout, columns: { ...layout.columns, [id]: { ...layout.columns[id], ...change } } };
}

export const withWidth = (layout: ColumnLayout, id: string, px: number): ColumnLayout =>
  withColumn(layout, id, { width: Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, px))) });

/** One column to the place of another; those between move up. */
export function withMoved<T>(
  columns: readonly Column<T>[],
  layout: ColumnLayout,
  id: string,
  to: string,
): ColumnLayout {
  const order = inOrder(columns, layout)
    .map((column) => column.id)
    .filter((one) => isMovable(columns, one));
  const [from, target] = [order.indexOf(id), order.indexOf(to)];
  if (from === -1 || target === -1) return layout;
  return { ...layout, order: order.toSpliced(from, 1).toSpliced(target, 0, id) };
}
