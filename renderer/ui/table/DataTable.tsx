// The table of every list on the desk: a real table for screen readers, of which only the rows in sight exist. The rows
// come filtered and in order.
import '#renderer/ui/table/table.css';
import { Fragment, useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { TableHead } from '#renderer/ui/table/TableHead.tsx';
import { TableRow, type RowDrag } from '#renderer/ui/table/TableRow.tsx';
import type { Column } from '#renderer/ui/table/column.ts';
import type { Sorting } from '#renderer/ui/table/compare.ts';
import type { RowsView } from '#renderer/ui/table/sorted-rows.ts';
import { useFoldedColumns } from '#renderer/ui/table/use-folded-columns.ts';
import { useKeptFocus } from '#renderer/ui/table/use-kept-focus.ts';
import { useRowMovement } from '#renderer/ui/table/use-row-movement.ts';
import { useSteadyClicks } from '#renderer/ui/table/use-steady-clicks.ts';
import { useRowWindow } from '#renderer/ui/table/use-row-window.ts';

export type TableState =
  | { kind: 'loading' }
  | { kind: 'failed'; text: string; onRetry?: () => void }
  | { kind: 'ready' };

type Props<T> = {
  name: string;
  columns: readonly Column<T>[];
  view: RowsView<T>;
  keyOf: (row: T) => string;
  state: TableState;
  /** What to do when there is nothing. */
  empty: ReactNode;
  sorting?: Sorting | undefined;
  onSort?: (sorting: Sorting | undefined) => void;
  rowClass?: (row: T) => string | undefined;
  selectedKey?: string | undefined;
  /** The row to go to, by its key; a new object goes there again. */
  reveal?: { key: string } | undefined;
  /** Enter on a row. */
  onOpen?: (row: T) => void;
  /** Keys on a row that the table itself has no use for. Answers whether it took them. */
  onRowKey?: (row: T, event: KeyboardEvent) => boolean;
  drag?: RowDrag<T> | undefined;
  /** What its buttons do cannot be taken back: none is pressed by a click that was meant for another row. */
  isSteady?: boolean;
};

const SKELETONS = [0, 1, 2, 3, 4, 5];

export function DataTable<T extends object>(props: Props<T>) {
  const { name, view, keyOf, state, empty, sorting, onSort } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, folded } = useFoldedColumns(props.columns, scroller);
  const { rows } = view;
  const [chosen, setChosen] = useState({ index: 0, key: '' });
  const active = indexOf(rows, keyOf, chosen);
  const choose = useCallback((index: number, key: string) => setChosen({ index, key }), []);
  const { items, tailPx, rowPx, scrollTo } = useRowWindow({
    scroller,
    count: rows.length,
    keep: active,
  });
  const onKeyDown = useRowMovement({
    scroller,
    rows,
    keyOf,
    rowPx,
    choose,
    scrollTo,
    onOpen: props.onOpen,
    onRowKey: props.onRowKey,
    reveal: props.reveal,
  });

  const keptFocus = useKeptFocus(scroller, active);
  const onClickCapture = useSteadyClicks();

  const minWidth = columns.reduce((sum, { width }) => sum + width, 0);

  return (
    <div
      ref={scroller}
      className="table-scroll data-table"
      style={{ ['--row-px' as string]: `${rowPx}px` }}
    >
      <table
        aria-label={name}
        aria-rowcount={rows.length + 1}
        aria-busy={state.kind === 'loading'}
        style={{ minWidth }}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <TableHead columns={columns} sorting={sorting} onSort={onSort} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows take the focus, and the arrows move it */}
        <tbody
          onKeyDown={onKeyDown}
          onClickCapture={props.isSteady ? onClickCapture : undefined}
          {...keptFocus}
        >
          {items.map(({ index, gapPx }) => {
            const row = rows[index];
            // The window may be a moment behind the rows, which are the live ones.
            if (row === undefined) return null;
            const key = keyOf(row);
            return (
              <Fragment key={key}>
                {gapPx > 0 && <Spacer height={gapPx} />}
                <TableRow
                  rowKey={key}
                  row={row}
                  index={index}
                  columns={columns}
                  folded={folded}
                  className={props.rowClass?.(row)}
                  isSelected={props.selectedKey === key}
                  isSelectable={props.selectedKey !== undefined}
                  isTabStop={index === active}
                  onFocus={choose}
                  drag={props.drag}
                />
              </Fragment>
            );
          })}
          {tailPx > 0 && <Spacer height={tailPx} />}
          {state.kind === 'loading' &&
            rows.length === 0 &&
            SKELETONS.map((nth) => <Skeleton key={nth} columns={columns.length} />)}
        </tbody>
      </table>
      {rows.length === 0 && state.kind === 'ready' && <div className="empty">{empty}</div>}
      {rows.length === 0 && state.kind === 'failed' && (
        <div className="empty" role="alert">
          <p>{state.text}</p>
          {state.onRetry && (
            <button type="button" className="small" onClick={state.onRetry}>
              Try again
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Where the chosen row is now; where it was, once it is gone. */
function indexOf<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  { index, key }: { index: number; key: string },
): number {
  const there = rows[index];
  if (there !== undefined && keyOf(there) === key) return index;
  const moved = key === '' ? -1 : rows.findIndex((row) => keyOf(row) === key);
  return moved === -1 ? Math.min(index, Math.max(0, rows.length - 1)) : moved;
}

/** Stands for the rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" className="spacer" style={{ height }}>
      <td aria-label="not drawn" />
    </tr>
  );
}

function Skeleton({ columns }: { columns: number }) {
  return (
    <tr aria-hidden="true" className="spacer">
      <td colSpan={columns} aria-label="loading">
        <span className="skeleton" />
      </td>
    </tr>
  );
}
