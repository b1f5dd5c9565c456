// The table of every list on the desk: a real table for screen readers, of which only the rows in sight exist. The rows
// come filtered and in order.
import '#renderer/ui/table/table.css';
import {
  Fragment,
  useCallback,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useRowMenu, type RowActions } from '#renderer/ui/table/RowMenu.tsx';
import { ColumnChooser } from '#renderer/ui/table/ColumnChooser.tsx';
import { TableHead } from '#renderer/ui/table/TableHead.tsx';
import { TableRow, type RowDrag } from '#renderer/ui/table/TableRow.tsx';
import { TableTotals, type Totals } from '#renderer/ui/table/TableTotals.tsx';
import {
  arranged,
  isMovable,
  withMoved,
  withWidth,
  type KeptColumns,
} from '#renderer/ui/table/arranged-columns.ts';
import type { Column } from '#renderer/ui/table/column.ts';
import type { Sorting } from '#renderer/ui/table/compare.ts';
import type { RowsView } from '#renderer/ui/table/sorted-rows.ts';
import { useFoldedColumns } from '#renderer/ui/table/use-folded-columns.ts';
import { useKeptFocus } from '#renderer/ui/table/use-kept-focus.ts';
import { useRowMovement } from '#renderer/ui/table/use-row-movement.ts';
import { useSelection, type Selection } from '#renderer/ui/table/use-selection.ts';
import type { SteadyPointer } from '#renderer/ui/table/use-steady-rows.ts';
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
  /** An arrow, Home, End or a page went to this row. */
  onMove?: (row: T) => void;
  /** Enter on a row. */
  onOpen?: (row: T) => void;
  /** Keys on a row that the table itself has no use for. Answers whether it took them. */
  onRowKey?: (row: T, event: KeyboardEvent) => boolean;
  drag?: RowDrag<T> | undefined;
  /** What can be done with a row, besides its buttons. */
  menuOf?: (row: T) => RowActions;
  selection?: Selection<T> | undefined;
  /** Where its columns can be chosen, put in order and made as wide as one likes. */
  kept?: KeptColumns;
  /** Shown while there is a row. */
  totals?: Totals | undefined;
  /** What its buttons do cannot be taken back: none is pressed by a click that was meant for another row. */
  pointer?: SteadyPointer;
};

const SKELETONS = [0, 1, 2, 3, 4, 5];

export function DataTable<T extends object>(props: Props<T>) {
  const { name, view, keyOf, state, empty, sorting, onSort, totals } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { kept } = props;
  const layout = kept?.layout;
  const chosenColumns = useMemo(
    () => (layout ? arranged(props.columns, layout) : props.columns),
    [props.columns, layout],
  );
  const { columns, folded, minWidth, isPinned } = useFoldedColumns(chosenColumns, scroller);
  const { rows } = view;
  const [chosen, setChosen] = useState({ index: 0, key: '' });
  const active = indexOf(rows, keyOf, chosen);
  const choose = useCallback((index: number, key: string) => setChosen({ index, key }), []);
  const { items, tailPx, rowPx, scrollTo } = useRowWindow({
    scroller,
    count: rows.length,
    keep: active,
  });
  const { onContextMenu, onMenuKey, menu } = useRowMenu(scroller, rows, keyOf, props.menuOf);
  const { selection } = props;
  const { onSelectKey, onSelectClick } = useSelection(rows, keyOf, selection);
  const isPicking = selection !== undefined && selection.keys.size > 0;
  const onKeyDown = useRowMovement({
    scroller,
    rows,
    keyOf,
    rowPx,
    choose,
    scrollTo,
    onOpen: props.onOpen,
    onMove: props.onMove,
    onOwnKey: (row, event) => onMenuKey(event) || onSelectKey(row, event),
    onRowKey: props.onRowKey,
    reveal: props.reveal,
  });

  const keptFocus = useKeptFocus(scroller, active);

  const hasTotals = totals !== undefined && rows.length > 0;
  const { columns: all } = props;
  // Neither moves with the rows: a scroll draws the rows alone.
  const head = useMemo(
    () => (
      <>
        <colgroup>
          {columns.map(({ id, width, isGrowing }) => (
            <col key={id} style={isGrowing ? undefined : { width }} />
          ))}
        </colgroup>
        <TableHead
          columns={columns}
          sorting={sorting}
          onSort={onSort}
          arranging={
            kept && {
              canMove: (id) => isMovable(all, id),
              onMove: (id, to) => kept.onChange(withMoved(all, kept.layout, id, to)),
              onWidth: (id, px) => kept.onChange(withWidth(kept.layout, id, px)),
            }
          }
          corner={kept && <ColumnChooser name={name} columns={all} folded={folded} kept={kept} />}
        />
      </>
    ),
    [name, all, columns, folded, sorting, onSort, kept],
  );
  const foot = useMemo(
    () =>
      totals !== undefined && hasTotals ? (
        <TableTotals columns={columns} folded={folded} totals={totals} rowIndex={rows.length + 2} />
      ) : null,
    [columns, folded, totals, hasTotals, rows.length],
  );

  return (
    <div
      ref={scroller}
      className={`table-scroll data-table ${isPinned ? 'pinned' : ''}`}
      style={{ ['--row-px' as string]: `${rowPx}px` }}
    >
      <table
        aria-label={name}
        aria-rowcount={rows.length + (hasTotals ? 2 : 1)}
        aria-busy={state.kind === 'loading'}
        style={{ minWidth }}
      >
        {head}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows take the focus, and the arrows move it */}
        <tbody
          onKeyDown={onKeyDown}
          onContextMenu={onContextMenu}
          onClick={onSelectClick}
          {...keptFocus}
          {...props.pointer}
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
                  isSelected={isPicking ? selection.keys.has(key) : props.selectedKey === key}
                  isSelectable={isPicking || props.selectedKey !== undefined}
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
        {foot}
      </table>
      {menu}
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
