import '#renderer/trading/orders/orders.css';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { pageClock } from '#renderer/core/clock.ts';
import { LastHeard } from '#renderer/session/Age.tsx';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import {
  orderColumns,
  orderExport,
  type OrderActions,
} from '#renderer/trading/orders/order-columns.tsx';
import {
  acceptsOrder,
  compareOrders,
  isNarrowed,
  NO_FILTER,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '#renderer/trading/orders/order-filter.ts';
import type { OrderList } from '#renderer/trading/orders/order-list.ts';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { OrderFilters } from '#renderer/trading/orders/OrderFilters.tsx';
import { useCancel } from '#renderer/trading/orders/use-cancel.ts';
import { useOrderViews } from '#renderer/trading/orders/use-order-views.ts';
import { usePanelState } from '#renderer/session/use-panel-state.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import type { Sorting } from '#renderer/ui/table/compare.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import { useRows } from '#renderer/ui/table/use-rows.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';

const EMPTY: Record<OrderStatus, string> = {
  open: 'No order is open. Fill in the ticket to place one.',
  all: 'No orders yet. Fill in the ticket to place one.',
  unknown: 'Nothing is unknown: the fate of every order is known.',
  filled: 'No order has been filled yet.',
  canceled: 'No order has been canceled.',
  refused: 'No order has been refused.',
};

/** In less, what an order waits for is cut off before the buttons are; its age never is. */
const ROOM_TO_WAIT_PX = 680;

export function OrdersPanel() {
  const { choose, feeds } = useSession();
  const unread = useSlice(feeds.trading, 'trading')?.unreadOrders ?? 0;
  const cancel = useCancel();
  const hide = useHiding();
  const { orders: list, shownOrder } = useDesk();
  const [filter, setFilter] = useRemembered<OrderFilter>('orders filter', NO_FILTER);
  const [sorting, setSorting] = useRemembered<Sorting | undefined>('orders sorting', undefined);
  const [isFiltering, setFiltering] = useState(false);
  const views = useOrderViews();
  const state = usePanelState('orders');
  const now = useNow(60_000);
  const desk = useLatest(useDesk());
  const panel = useRef<HTMLElement>(null);
  const width = useWidth(panel);
  const isWide = useHasWaiting(list) && width >= ROOM_TO_WAIT_PX;

  // Only a filter by time looks at the clock.
  const filteredAt = filter.days > 0 ? now : 0;
  useEffect(() => {
    list.rows.arrange({ accepts: acceptsOrder(filter, filteredAt) });
  }, [list, filter, filteredAt]);
  useEffect(() => list.rows.arrange({ compare: compareOrders(sorting) }), [list, sorting]);
  const view = useRows(list.rows);
  const [asked, setAsked] = useRemembered<typeof shownOrder>('orders asked for', undefined);
  const [reveal, setReveal] = useState<typeof shownOrder>();
  if (shownOrder !== asked) {
    // Whatever was filtered for, the order that was asked for is in the table.
    setAsked(shownOrder);
    setReveal(shownOrder);
    setFilter(NO_FILTER);
  }
  const counts = list.counts();
  const cancellable = counts.open + counts.unknown;

  const columns = useMemo(() => {
    const actions: OrderActions = {
      cancel,
      change: (orderId) => desk.current.reviewChange(orderId),
      evidence: (intentId) => desk.current.showEvidence(intentId),
      isElsewhere: list.isElsewhere,
      hide,
    };
    return orderColumns(now, actions, isWide);
  }, [cancel, list, now, desk, hide, isWide]);
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
            status,
            status === 'open' || status === 'unknown' ? counts[status] : 0,
          ])}
        />
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
          <ExportMenu what="orders" view={view} columns={exported} />
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
      {unread > 0 && (
        <p className="panel-stale warning" role="status">
          {unread === 1 ? 'One open order' : `${unread} open orders`} at the broker could not be
          read: not in this table, and not reached by canceling one by one. Look there.
        </p>
      )}
      <DataTable
        isSteady
        name="Orders"
        columns={columns}
        view={view}
        keyOf={keyOf}
        state={state}
        sorting={sorting}
        onSort={setSorting}
        rowClass={rowClass}
        reveal={reveal}
        selectedKey={shownOrder?.key}
        onOpen={({ symbol }) => symbol !== '' && choose(symbol)}
        empty={
          view.total > 0 && isNarrowed(filter) ? 'No order fits the filter.' : EMPTY[filter.status]
        }
      />
    </section>
  );
}

const keyOf = ({ key }: OrderRow): string => key;
const rowClass = ({ group }: OrderRow): string => `order-${group}`;

/** Looked at every second, and drawn only when it is another. */
function useHasWaiting(list: OrderList): boolean {
  const subscribe = useCallback((run: () => void) => pageClock.on(1_000, run), []);
  return useSyncExternalStore(subscribe, () => list.hasWaiting(pageClock.at(1_000)));
}

/** The newest of something, for callbacks that are made once. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
