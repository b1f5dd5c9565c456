import '#renderer/trading/orders/orders.css';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { LastHeard } from '#renderer/session/Age.tsx';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { FirstReading } from '#renderer/session/FirstReading.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { BOX_PX, orderColumns, orderExport } from '#renderer/trading/orders/order-columns.tsx';
import {
  acceptsOrder,
  compareOrders,
  isNarrowed,
  NO_FILTER,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '#renderer/trading/orders/order-filter.ts';
import { CancelSelected } from '#renderer/trading/orders/CancelSelected.tsx';
import { orderMenu, type OrderMenuActions } from '#renderer/trading/orders/order-menu.ts';
import { canSelect, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import type { OrderActions } from '#renderer/trading/orders/order-actions.ts';
import { OrderFilters } from '#renderer/trading/orders/OrderFilters.tsx';
import { OrderTotals } from '#renderer/trading/orders/OrderTotals.tsx';
import { useCancel } from '#renderer/trading/orders/use-cancel.tsx';
import { useOrderViews } from '#renderer/trading/orders/use-order-views.ts';
import { usePanelState } from '#renderer/session/use-panel-state.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { DataTable, type TableState } from '#renderer/ui/table/DataTable.tsx';
import { useSteadyRows } from '#renderer/ui/table/use-steady-rows.ts';
import type { RowsView } from '#renderer/ui/table/sorted-rows.ts';
import { useRows } from '#renderer/ui/table/use-rows.ts';
import { useLatest } from '#renderer/ui/use-latest.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { Explain } from '#renderer/ui/Explain.tsx';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { copyText } from '#renderer/ui/copy-text.ts';
import { useHiding } from '#renderer/ui/privacy.ts';
import { useColumnLayout, useKeptSorting } from '#renderer/session/use-column-layout.ts';

const EMPTY: Record<OrderStatus, string> = {
  open: 'No open orders. Fill in the ticket to place one.',
  all: 'No orders yet. Fill in the ticket to place one.',
  unknown: 'No unconfirmed orders: the status of every order is known.',
  filled: 'No orders have been filled yet. Those that were filled completely appear here.',
  canceled:
    'No orders have been canceled. Orders that you cancel, and those that expire, appear here.',
  refused:
    'No orders have been refused. An order that is refused or never sent appears here with the reason.',
};

/** From here on, what was asked for and what was paid stand side by side. */
const ROOMY_PX = 1_100;
/** What the table needs besides its figures, a scrollbar with it. */
const LEAST_PX = 535;

export function OrdersPanel() {
  const { choose, feeds, toast } = useSession();
  const kept = useColumnLayout('orders');
  const unread = useSlice(feeds.trading, 'trading')?.unreadOrders ?? 0;
  const { cancel, question } = useCancel();
  const hide = useHiding();
  const { orders: list, shownOrder } = useDesk();
  const [filter, setFilter] = useRemembered<OrderFilter>('orders filter', NO_FILTER);
  const [sorting, setSorting] = useKeptSorting('orders');
  const [folded, setFolded] = useRemembered('orders folded', NONE);
  const [isFiltering, setFiltering] = useState(false);
  const views = useOrderViews();
  const told = usePanelState('orders');
  const isWhole = useSyncExternalStore(list.onWhole, list.isWhole);
  const state: TableState = told.kind === 'ready' && !isWhole ? LOADING : told;
  const now = useNow(60_000);
  const desk = useLatest(useDesk());
  const panel = useRef<HTMLElement>(null);
  const width = useWidth(panel);
  const isRoomy = width >= ROOMY_PX;
  const [picked, setPicked] = useState(NONE);
  const [toCancel, setToCancel] = useState<OrderRow[]>();

  // Only a filter by time looks at the clock.
  const filteredAt = filter.days > 0 ? now : 0;
  const arranged = useRef(filter);
  useEffect(() => {
    // Whoever only folds a family stays where the table is scrolled to.
    const isTyped = arranged.current !== filter;
    arranged.current = filter;
    list.rows.arrange({ accepts: acceptsOrder(filter, filteredAt, folded), isTyped });
  }, [list, filter, filteredAt, folded]);
  useEffect(() => list.rows.arrange({ compare: compareOrders(sorting) }), [list, sorting]);
  const rows = useRows(list.rows);
  // Until all are there no part of them is shown, and no count.
  const isLoading = state.kind === 'loading';
  const view = isLoading ? NO_ROWS : rows;
  // A new filter shows what it asks for, whatever is pointed at.
  const arrangement = useMemo(() => [filter, sorting, folded], [filter, sorting, folded]);
  const steady = useSteadyRows(list.rows, view, STEADY, arrangement);
  const [asked, setAsked] = useRemembered<typeof shownOrder>('orders asked for', undefined);
  const [reveal, setReveal] = useState<typeof shownOrder>();
  if (shownOrder !== asked) {
    // Whatever was filtered for, the order that was asked for is in the table.
    setAsked(shownOrder);
    setReveal(shownOrder);
    setFilter(NO_FILTER);
    setFolded(NONE);
  }
  const counts = isLoading ? NO_COUNTS : list.counts();
  const { qty, filled, price } = list.room();
  const hasBoxes = width >= LEAST_PX + qty + price + BOX_PX;
  // What has ended meanwhile is not selected any more.
  const selected = [...picked].flatMap((key) => list.rows.get(key) ?? []).filter(canSelect);
  const cancellable = counts.open + counts.unknown;

  const { columns, menuOf } = useMemo(() => {
    const actions: OrderActions = {
      cancel,
      change: (orderId) => desk.current.reviewChange(orderId),
      evidence: (intentId) => desk.current.showEvidence(intentId),
      isElsewhere: list.isElsewhere,
      hide,
      isSelected: ({ key }) => picked.has(key),
      isFolded: ({ key }) => folded.has(key),
      fold: ({ key }) => setFolded(toggled(folded, key)),
    };
    const menu: OrderMenuActions = {
      ...actions,
      chart: choose,
      fillTicket: (draft) => desk.current.fillTicket(draft),
      async copy(what, text) {
        const isCopied = await copyText(text);
        if (isCopied) toast({ kind: 'good', text: `${what} copied.` });
        else toast({ kind: 'bad', text: `${what} not copied: the system did not allow it.` });
      },
      filterTo: (symbol) => setFilter({ ...NO_FILTER, symbol }),
      tell: (text) => toast({ kind: 'note', text: hide(text) }),
      select: ({ key }) => setPicked(toggled(picked, key)),
    };
    return {
      columns: orderColumns(now, actions, { qty, filled, price, isRoomy, hasBoxes }),
      menuOf: (row: OrderRow) => orderMenu(row, menu),
    };
  }, [
    cancel,
    list,
    now,
    desk,
    hide,
    qty,
    filled,
    price,
    isRoomy,
    hasBoxes,
    folded,
    setFolded,
    picked,
    choose,
    toast,
    setFilter,
  ]);
  const exported = useMemo(() => orderExport(list.isElsewhere), [list]);

  return (
    <section ref={panel} className="panel" aria-labelledby="orders-title">
      <div className="panel-head">
        <h2 id="orders-title" className="panel-title">
          Orders
        </h2>
        <Tabs
          name="Which orders"
          value={filter.status}
          onChange={(status) => setFilter({ ...filter, status })}
          choices={ORDER_STATUSES.map((status) => [
            status,
            status === 'unknown' ? 'unconfirmed' : status,
            status === 'open' || status === 'unknown' ? counts[status] : 0,
          ])}
        />
        {counts.unknown > 0 && <Explain term="Unconfirmed" />}
        <input
          className="filter-text"
          type="search"
          aria-label="Filter by text"
          placeholder="Find"
          value={filter.text}
          maxLength={200}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <button
          type="button"
          className="small"
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          Filter{isNarrowed(filter) && <span className="visually-hidden"> (in use)</span>}
          {isNarrowed(filter) && <span className="dot" aria-hidden="true" />}
        </button>
        <div className="panel-action">
          {selected.length === 0 ? (
            <ExportMenu what="orders" view={view} columns={exported} />
          ) : (
            <button type="button" className="small" onClick={() => setToCancel(selected)}>
              Cancel selected ({selected.length})
            </button>
          )}
          <button
            type="button"
            className="small"
            disabled={cancellable === 0}
            onClick={() => desk.current.cancelAll()}
          >
            Cancel all
          </button>
        </div>
      </div>
      {isFiltering && <OrderFilters filter={filter} onChange={setFilter} views={views} />}
      {state.kind === 'ready' && <LastHeard />}
      <FirstReading />
      {unread > 0 && (
        <p className="panel-stale warning" role="status">
          {unread === 1 ? 'One open order' : `${unread} open orders`} at the broker could not be
          read. Such orders are not in this table and are not canceled one by one. Check at the
          broker.
        </p>
      )}
      <DataTable
        pointer={steady.pointer}
        name="Orders"
        kept={kept}
        columns={columns}
        view={steady.view}
        keyOf={keyOf}
        state={state}
        sorting={sorting}
        onSort={setSorting}
        rowClass={rowClass}
        reveal={reveal}
        menuOf={menuOf}
        selection={{ keys: new Set(selected.map(keyOf)), canSelect, onChange: setPicked }}
        selectedKey={shownOrder?.key}
        onOpen={({ symbol }) => symbol !== '' && choose(symbol)}
        empty={
          view.total > 0 && isNarrowed(filter)
            ? 'No orders match the filter. Change it above to see more.'
            : EMPTY[filter.status]
        }
      />
      <OrderTotals view={view} isAnyOpen={counts.open > 0} />
      {question}
      {toCancel && <CancelSelected rows={toCancel} onClose={() => setToCancel(undefined)} />}
    </section>
  );
}

const keyOf = ({ key }: OrderRow): string => key;
/** What is sent becomes an order of another key. */
const STEADY = {
  keyOf,
  identityOf: ({ clientOrderId }: OrderRow): string => clientOrderId,
  isWaiting: ({ wait, pendingSince }: OrderRow): boolean =>
    wait !== undefined || pendingSince !== undefined,
};
const rowClass = ({ group, leg, family }: OrderRow): string =>
  `order-${group}${leg > 0 ? ' order-member' : family.legs.length > 0 ? ' order-family' : ''}`;

const NONE: ReadonlySet<string> = new Set();
const LOADING: TableState = { kind: 'loading' };
const NO_ROWS: RowsView<OrderRow> = { rows: [], total: 0 };
const NO_COUNTS = { open: 0, unknown: 0 };

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
