import '#renderer/screens/desk/orders/orders.css';
import { useCallback, useMemo, useState } from 'react';
import { describeFailure, type Result } from '#contract/failure.ts';
import { useAll } from '#renderer/feed/use-all.ts';
import { useDesk } from '#renderer/screens/desk/desk-control.ts';
import { CancelAllDialog } from '#renderer/screens/desk/orders/CancelAllDialog.tsx';
import {
  cancellable,
  MOST_ROWS,
  ORDER_VIEWS,
  orderRows,
  rowsIn,
  type OrderRow,
  type OrderView,
} from '#renderer/screens/desk/orders/order-rows.ts';
import { OrdersRow } from '#renderer/screens/desk/orders/OrdersRow.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useNow } from '#renderer/ui/use-now.ts';

const EMPTY: Record<OrderView, string> = {
  open: 'No order is open. Fill in the ticket to place one.',
  all: 'No orders yet. Fill in the ticket to place one.',
  unknown: 'Nothing is unknown: the fate of every order is known.',
};

export function OrdersPanel() {
  const { bridge, feeds, profile } = useSession();
  const { accountId } = profile;
  const orders = useAll(feeds.orders);
  const intents = useAll(feeds.intents);
  const [view, setView] = useState<OrderView>('all');
  const { reviewChange, showEvidence } = useDesk();
  const [toCancel, setToCancel] = useState<OrderRow[]>();
  const [problem, setProblem] = useState<string>();
  const now = useNow(60_000);
  const rows = useMemo(() => orderRows(orders, intents), [orders, intents]);
  const seen = useMemo(() => rowsIn(rows, view), [rows, view]);
  const counts = { open: rowsIn(rows, 'open').length, unknown: rowsIn(rows, 'unknown').length };

  const take = useCallback((result: Result<unknown>): boolean => {
    setProblem(result.ok ? undefined : describeFailure(result.failure));
    return result.ok;
  }, []);
  const cancel = useCallback(
    (orderId: string) => bridge.call('orders.cancel', { accountId, orderId }).then(take),
    [bridge, accountId, take],
  );

  async function cancelAll(listed: OrderRow[]): Promise<boolean> {
    const orderIds = listed.flatMap(({ orderId }) => orderId ?? []);
    const intentIds = listed.flatMap(({ orderId, intentId }) =>
      orderId === undefined && intentId !== undefined ? [intentId] : [],
    );
    return take(await bridge.call('orders.cancelAll', { accountId, orderIds, intentIds }));
  }

  return (
    <section className="panel orders" aria-labelledby="orders-title">
      <div className="panel-head">
        <h2 id="orders-title" className="panel-title">
          Orders
        </h2>
        <div className="tabs" role="group" aria-label="Which orders">
          {ORDER_VIEWS.map((name) => (
            <button
              key={name}
              type="button"
              className="tab"
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {name}
              {name !== 'all' && counts[name] > 0 && <span className="count">{counts[name]}</span>}
            </button>
          ))}
        </div>
        {problem !== undefined && (
          <p className="panel-problem" role="alert">
            {problem}
          </p>
        )}
        <button
          type="button"
          className="small panel-action"
          disabled={counts.open === 0}
          onClick={() => setToCancel(cancellable(rows))}
        >
          Cancel all
        </button>
      </div>
      <div className="table-scroll">
        <table aria-label="Orders" className="dense">
          <thead>
            <tr>
              <th scope="col">Symbol</th>
              <th scope="col">Side</th>
              <th scope="col" className="right">
                Quantity
              </th>
              <th scope="col">Type</th>
              <th scope="col" className="right">
                Price
              </th>
              <th scope="col">Status</th>
              <th scope="col" className="right">
                Filled
              </th>
              <th scope="col" title="New York">
                Time<span className="visually-hidden">, New York</span>
              </th>
              <th scope="col" title="Client order id">
                Client id
              </th>
              <th scope="col" className="row-actions">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {seen.slice(0, MOST_ROWS).map((row) => (
              <OrdersRow
                key={row.key}
                row={row}
                now={now}
                onCancel={cancel}
                onChange={reviewChange}
                onEvidence={showEvidence}
              />
            ))}
          </tbody>
        </table>
        {seen.length === 0 && <p className="empty">{EMPTY[view]}</p>}
        {seen.length > MOST_ROWS && (
          <p className="empty">
            The first {MOST_ROWS} of {seen.length} are shown.
          </p>
        )}
      </div>
      {toCancel && (
        <CancelAllDialog
          rows={toCancel}
          onConfirm={cancelAll}
          onClose={() => setToCancel(undefined)}
        />
      )}
    </section>
  );
}
