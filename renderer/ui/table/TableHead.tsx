import type { Sorting } from '#renderer/ui/table/compare.ts';
import { isSortable, type Column } from '#renderer/ui/table/column.ts';

type Props<T> = {
  columns: readonly Column<T>[];
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting | undefined) => void) | undefined;
};

/** Sticky. A head that sorts is a button: up, down, then the table's own order again. */
export function TableHead<T>({ columns, sorting, onSort }: Props<T>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const { id, head, title, isRight, isHeadHidden } = column;
          const isSorted = sorting?.column === id;
          const direction = sorting?.isDescending ? 'descending' : 'ascending';
          return (
            <th
              key={id}
              scope="col"
              title={title}
              className={isRight ? `right column-${id}` : `column-${id}`}
              aria-sort={isSorted ? direction : undefined}
            >
              {onSort && isSortable(column) ? (
                <button
                  type="button"
                  className="sort"
                  onClick={() => onSort(next(id, isSorted ? sorting : undefined))}
                >
                  {head}
                  <span className="sort-mark" aria-hidden="true">
                    {isSorted && (sorting.isDescending ? '▾' : '▴')}
                  </span>
                </button>
              ) : (
                <span className={isHeadHidden ? 'visually-hidden' : undefined}>{head}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function next(column: string, now: Sorting | undefined): Sorting | undefined {
  if (!now) return { column, isDescending: false };
  return now.isDescending ? undefined : { column, isDescending: true };
}
