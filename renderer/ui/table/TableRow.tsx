import { Fragment, memo, type DragEvent, type ReactNode } from 'react';
import type { Column } from '#renderer/ui/table/column.ts';

/** Rows that are put in order by hand. */
export type RowDrag<T> = {
  onStart: (row: T) => void;
  onOver: (row: T) => void;
  onDrop: () => void;
  onEnd: () => void;
};

type Props<T> = {
  row: T;
  rowKey: string;
  index: number;
  columns: readonly Column<T>[];
  /** Without room of their own: said, not drawn. */
  folded: readonly Column<T>[];
  className: string | undefined;
  isSelected: boolean;
  isSelectable: boolean;
  isTabStop: boolean;
  onFocus: (index: number, key: string) => void;
  drag: RowDrag<T> | undefined;
};

/** Drawn again only when its own row changed. */
export const TableRow = memo(function TableRow<T>(props: Props<T>) {
  const { row, rowKey, index, columns, folded, className, isSelected, isSelectable, drag } = props;
  const [head, ...rest] = columns;
  if (!head) return null;
  return (
    <tr
      data-index={index}
      data-key={rowKey}
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      className={`${className ?? ''}${isSelected ? ' selected' : ''}`}
      tabIndex={props.isTabStop ? 0 : -1}
      onFocus={(event) => {
        nameByCells(event.currentTarget);
        props.onFocus(index, rowKey);
      }}
      draggable={drag ? true : undefined}
      onDragStart={drag && ((event) => start(event, drag, row))}
      onDragOver={
        drag &&
        ((event) => {
          event.preventDefault();
          drag.onOver(row);
        })
      }
      onDrop={
        drag &&
        ((event) => {
          event.preventDefault();
          drag.onDrop();
        })
      }
      onDragEnd={drag?.onEnd}
    >
      <th scope="row" className={classOf(head, row)} title={head.tooltip?.(row)}>
        {contentOf(head, row)}
      </th>
      {rest.map((column, nth) => (
        <td key={column.id} className={classOf(column, row)} title={column.tooltip?.(row)}>
          {contentOf(column, row)}
          {nth === rest.length - 1 && folded.length > 0 && (
            // One for all of them: each would be a layer of its own to the browser, in every row.
            <span className="visually-hidden">
              {folded.map((each) => (
                <Fragment key={each.id}>
                  {each.head} {each.cell(row)}{' '}
                </Fragment>
              ))}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}) as <T>(props: Props<T>) => React.JSX.Element | null;

function contentOf<T>(column: Column<T>, row: T): ReactNode {
  const content = column.cell(row);
  return column.isTwoLines?.(row, content) ? <span className="two-lines">{content}</span> : content;
}

function classOf<T>({ id, isRight, isSized, className }: Column<T>, row: T): string {
  return `column-${id}${isRight ? ' right' : ''}${isSized ? ' sized' : ''} ${className?.(row) ?? ''}`;
}

let named = 0;

/** A row in focus says what is in it: browsers name none by its cells outside of a grid. Its buttons have their own. */
function nameByCells(row: HTMLTableRowElement): void {
  const parts = [...row.cells].flatMap((cell) =>
    cell.tagName === 'TD' && cell.querySelector('button')
      ? [...cell.querySelectorAll(':scope > .visually-hidden')]
      : [cell],
  );
  for (const part of parts) part.id ||= `cell-${++named}`;
  row.setAttribute('aria-labelledby', parts.map(({ id }) => id).join(' '));
}

function start<T>(event: DragEvent, drag: RowDrag<T>, row: T): void {
  event.dataTransfer.effectAllowed = 'move';
  // Some browsers begin no drag that carries nothing.
  event.dataTransfer.setData('text/plain', '');
  drag.onStart(row);
}
