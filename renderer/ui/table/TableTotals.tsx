import type { ReactNode } from 'react';
import type { Column } from '#renderer/ui/table/column.ts';

/** What stands below each column, by its id. */
export type Totals = Readonly<Record<string, ReactNode>>;

type Props<T> = {
  columns: readonly Column<T>[];
  folded: readonly Column<T>[];
  totals: Totals;
  rowIndex: number;
};

/** Sticky below the rows. A total whose column has no room is said, as its rows are. */
export function TableTotals<T>({ columns, folded, totals, rowIndex }: Props<T>) {
  const [head, ...rest] = columns;
  if (!head) return null;
  return (
    <tfoot>
      <tr aria-rowindex={rowIndex}>
        <th scope="row" className={`column-${head.id}`}>
          Total
        </th>
        {rest.map(({ id, isRight }, nth) => (
          <td key={id} className={isRight ? `right column-${id}` : `column-${id}`}>
            {totals[id]}
            {nth === rest.length - 1 &&
              folded
                .filter((column) => totals[column.id] !== undefined)
                .map((column) => (
                  <span key={column.id} className="visually-hidden">
                    {column.head} {totals[column.id]}
                  </span>
                ))}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
