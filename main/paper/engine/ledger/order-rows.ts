// Orders on disk. Open ones are also in memory; closed ones are only here.
import { isOpen, type Order, type Side } from '#main/paper/engine/order.ts';
import { createConditions, createTable, excluded } from '#main/paper/engine/ledger/table.ts';
import type { Ledger } from '#main/paper/types.ts';

export type OrderQuery = {
  accountId: string;
  status: 'open' | 'closed' | 'all';
  direction: 'asc' | 'desc';
  limit: number;
  /** Roll legs up: a leg is listed by itself only when its parent is not part of the answer. */
  nested: boolean;
  side?: Side | undefined;
  symbols?: readonly string[] | undefined;
  /** Exclusive, on submission time. */
  after?: string | undefined;
  until?: string | undefined;
  /** Exclusive, on the sequence of submissions. */
  afterSeq?: number | undefined;
  beforeSeq?: number | undefined;
};

/** What can change after an order was first written. */
const MUTABLE =
  'is_open parent_id qty stop_price hwm status is_triggered filled_qty filled_value active_ms route_ms expires_ms updated_at filled_at expired_at cancel_requested_at canceled_at failed_at replaced_at replaced_by';
const PARENT_LISTED = 'SELECT 1 FROM orders parent WHERE parent.id = orders.parent_id';

export function createOrderRows(ledger: Ledger) {
  const orders = createTable<Order & { isOpen?: boolean }>(ledger, 'orders', {
    isOpen: 'index',
    extendedHours: 'flag',
    isTriggered: 'flag',
    qty: 'shares',
    notional: 'money',
    filledQty: 'shares',
    filledValue: 'money',
  });
  const write = orders.writer(`ON CONFLICT (seq) DO UPDATE SET ${excluded(MUTABLE)}`);

  return {
    save: (order: Order) => write({ ...order, isOpen: isOpen(order) }),
    find: (accountId: string, id: string): Order | undefined =>
      orders.first('WHERE id = ? AND account_id = ?', id, accountId),
    findByClientId: (accountId: string, clientOrderId: string): Order | undefined =>
      orders.first('WHERE account_id = ? AND client_order_id = ?', accountId, clientOrderId),
    legsOf: (parentId: string): Order[] =>
      orders.select("WHERE parent_id = ? AND status <> 'replaced' ORDER BY seq", parentId),
    list(query: OrderQuery): Order[] {
      const where = conditionsOf(query);
      const order = query.direction === 'asc' ? 'ASC' : 'DESC';
      return orders.select(
        `${where.sql()} ORDER BY seq ${order} LIMIT ?`,
        ...where.values,
        query.limit,
      );
    },
    loadOpen: (): Order[] => orders.select('WHERE is_open = 1 ORDER BY seq'),
    every: (): Order[] => orders.select('ORDER BY seq'),
    lastSeq: orders.lastSeq,
  };
}

/** The text depends only on which filters are used, so that there are few statements to keep. */
function conditionsOf(query: OrderQuery) {
  const where = createConditions();
  const open = query.status === 'open' ? 1 : 0;
  where.add('account_id = ?', query.accountId);
  if (query.status !== 'all') where.addPlain(`is_open = ${open}`);
  where.add('side = ?', query.side);
  where.add(
    'symbol IN (SELECT value FROM json_each(?))',
    query.symbols && JSON.stringify(query.symbols),
  );
  where.add('submitted_at > ?', query.after);
  where.add('submitted_at < ?', query.until);
  where.add('seq > ?', query.afterSeq);
  where.add('seq < ?', query.beforeSeq);
  if (query.nested) {
    const status = query.status === 'all' ? '' : ` AND parent.is_open = ${open}`;
    const listed = `(parent_id IS NULL OR NOT EXISTS (${PARENT_LISTED}${status}`;
    if (query.side) where.add(`${listed} AND parent.side = ?))`, query.side);
    else where.addPlain(`${listed}))`);
  }
  return where;
}
