import { useRef, type DragEvent, type ReactNode } from 'react';
import type { Sorting } from '#renderer/ui/table/compare.ts';
import { HeadEdge } from '#renderer/ui/table/HeadEdge.tsx';
import { isSortable, type Column } from '#renderer/ui/table/column.ts';

type Props<T> = {
  columns: readonly Column<T>[];
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting | undefined) => void) | undefined;
  /** Where a person may put the columns in order. */
  arranging: Arranging | undefined;
  /** At the end of the heads. */
  corner: ReactNode;
};

type Arranging = {
  canMove: (id: string) => boolean;
  onMove: (id: string, to: string) => void;
  onWidth: (id: string, px: number) => void;
};

/** Sticky. A head that sorts is a button: up, down, then the table's own order again. */
export function TableHead<T>({ columns, sorting, onSort, arranging, corner }: Props<T>) {
  const dragged = useRef<string>(undefined);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column, nth) => {
          const { id, head, title, isRight, isHeadHidden } = column;
          const isSorted = sorting?.column === id;
          const canMove = arranging?.canMove(id) === true;
          const drag = canMove && {
            draggable: true,
            onDragStart: (event: DragEvent) => {
              dragged.current = id;
              event.dataTransfer.effectAllowed = 'move';
              // Some browsers begin no drag that carries nothing.
              event.dataTransfer.setData('text/plain', '');
            },
          };
          const direction = sorting?.isDescending ? 'descending' : 'ascending';
          return (
            <th
              key={id}
              scope="col"
              title={title}
              className={isRight ? `right column-${id}` : `column-${id}`}
              aria-sort={isSorted ? direction : undefined}
              onDragOver={(event) => {
                if (canMove && dragged.current !== undefined) event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged.current !== undefined) arranging?.onMove(dragged.current, id);
                dragged.current = undefined;
              }}
            >
              {onSort && isSortable(column) ? (
                <button
                  type="button"
                  className="sort"
                  {...drag}
                  onClick={() => onSort(next(id, isSorted ? sorting : undefined))}
                >
                  {head}
                  <span className="sort-mark" aria-hidden="true">
                    {isSorted && (sorting.isDescending ? '▾' : '▴')}
                  </span>
                </button>
              ) : (
                <span className={isHeadHidden ? 'visually-hidden' : undefined} {...drag}>
                  {head}
                </span>
              )}
              {canMove && <HeadEdge onWidth={(px) => arranging?.onWidth(id, px)} />}
              {nth === columns.length - 1 && corner}
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
