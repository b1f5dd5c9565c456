// Orders on disk. Open ones are also in memory; closed ones are only here.
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { Ledger } from '#main/paper/types.ts';
import { isOpen, type Order, type Side } from '#main/paper/engine/order.ts';
import { createRowCodec, valuesClause, type Columns } from '#main/paper/ledger/columns.ts';

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

export type OrderRows = {
  save(order: Order): void;
  find(accountId: string, id: string): Order | undefined;
  findByClientId(accountId: string, clientOrderId: string): Order | undefined;
  legsOf(parentId: string): Order[];
  list(query: OrderQuery): Order[];
  loadOpen(): Order[];
  every(): Order[];
  lastSeq(): number;
};

const COLUMNS: Columns<Order> = {
  seq: ['seq', 'int'],
  id: ['id', 'text'],
  accountId: ['account_id', 'text'],
  clientOrderId: ['client_order_id', 'text'],
  parentId: ['parent_id', 'text'],
  groupId: ['group_id', 'text'],
  role: ['role', 'text'],
  assetId: ['asset_id', 'text'],
  symbol: ['symbol', 'text'],
  side: ['side', 'text'],
  type: ['type', 'text'],
  timeInForce: ['time_in_force', 'text'],
  orderClass: ['order_class', 'text'],
  intent: ['position_intent', 'text'],
  extendedHours: ['extended_hours', 'flag'],
  qty: ['qty', 'shares'],
  notional: ['notional', 'money'],
  limitPrice: ['limit_price', 'int'],
  stopPrice: ['stop_price', 'int'],
  collarPrice: ['collar_price', 'int'],
  trailPrice: ['trail_price', 'int'],
  trailPercent: ['trail_percent', 'int'],
  hwm: ['hwm', 'int'],
  status: ['status', 'text'],
  isTriggered: ['is_triggered', 'flag'],
  filledQty: ['filled_qty', 'shares'],
  filledValue: ['filled_value', 'money'],
  reservePrice: ['reserve_price', 'int'],
  activeMs: ['active_ms', 'int'],
  routeMs: ['route_ms', 'int'],
  expiresMs: ['expires_ms', 'int'],
  createdAt: ['created_at', 'text'],
  submittedAt: ['submitted_at', 'text'],
  updatedAt: ['updated_at', 'text'],
  filledAt: ['filled_at', 'text'],
  expiredAt: ['expired_at', 'text'],
  cancelRequestedAt: ['cancel_requested_at', 'text'],
  canceledAt: ['canceled_at', 'text'],
  failedAt: ['failed_at', 'text'],
  replacedAt: ['replaced_at', 'text'],
  replacedBy: ['replaced_by', 'text'],
  replaces: ['replaces', 'text'],
};

/** What can change after an order was first written. */
const MUTABLE = [
  'is_open',
  'parent_id',
  'qty',
  'stop_price',
  'hwm',
  'status',
  'is_triggered',
  'filled_qty',
  'filled_value',
  'active_ms',
  'route_ms',
  'updated_at',
  'filled_at',
  'expired_at',
  'cancel_requested_at',
  'canceled_at',
  'failed_at',
  'replaced_at',
  'replaced_by',
];

const PARENT_LISTED = 'SELECT 1 FROM orders parent WHERE parent.id = orders.parent_id';

export function createOrderRows({ db }: Ledger): OrderRows {
  const codec = createRowCodec(COLUMNS);
  const write = db.prepare(
    `INSERT INTO orders ${valuesClause(['is_open', ...codec.columns])}
     ON CONFLICT (seq) DO UPDATE SET ${MUTABLE.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
  const byId = db.prepare('SELECT * FROM orders WHERE id = ? AND account_id = ?');
  const byClientId = db.prepare(
    'SELECT * FROM orders WHERE account_id = ? AND client_order_id = ?',
  );
  const byParent = db.prepare(
    `SELECT * FROM orders WHERE parent_id = ? AND status <> 'replaced' ORDER BY seq`,
  );
  const last = db.prepare('SELECT max(seq) AS seq FROM orders');
  const open = db.prepare('SELECT * FROM orders WHERE is_open = 1 ORDER BY seq');
  const all = db.prepare('SELECT * FROM orders ORDER BY seq');
  const lists = new Map<string, StatementSync>();

  const one = (statement: StatementSync, ...values: SQLInputValue[]) => {
    const row = statement.get(...values);
    return row && codec.fromRow(row);
  };

  return {
    save(order) {
      write.run(isOpen(order) ? 1 : 0, ...codec.toValues(order));
    },
    find: (accountId, id) => one(byId, id, accountId),
    findByClientId: (accountId, clientOrderId) => one(byClientId, accountId, clientOrderId),
    legsOf: (parentId) => byParent.all(parentId).map(codec.fromRow),
    list(query) {
      const { sql, values } = listSql(query);
      const statement = lists.get(sql) ?? db.prepare(sql);
      lists.set(sql, statement);
      return statement.all(...values).map(codec.fromRow);
    },
    loadOpen: () => open.all().map(codec.fromRow),
    every: () => all.all().map(codec.fromRow),
    lastSeq: () => Number(last.get()?.['seq'] ?? 0),
  };
}

/** The text depends only on which filters are used, so that there are few statements to keep. */
function listSql(query: OrderQuery): { sql: string; values: SQLInputValue[] } {
  const clauses = ['account_id = ?'];
  const values: SQLInputValue[] = [query.accountId];
  const where = (clause: string, value: SQLInputValue) => {
    clauses.push(clause);
    values.push(value);
  };
  const open = query.status === 'open' ? 1 : 0;
  if (query.status !== 'all') clauses.push(`is_open = ${open}`);
  if (query.side) where('side = ?', query.side);
  if (query.symbols)
    where('symbol IN (SELECT value FROM json_each(?))', JSON.stringify(query.symbols));
  if (query.after !== undefined) where('submitted_at > ?', query.after);
  if (query.until !== undefined) where('submitted_at < ?', query.until);
  if (query.afterSeq !== undefined) where('seq > ?', query.afterSeq);
  if (query.beforeSeq !== undefined) where('seq < ?', query.beforeSeq);
  if (query.nested) {
    const status = query.status === 'all' ? '' : ` AND parent.is_open = ${open}`;
    if (query.side) values.push(query.side);
    const side = query.side ? ' AND parent.side = ?' : '';
    clauses.push(`(parent_id IS NULL OR NOT EXISTS (${PARENT_LISTED}${status}${side}))`);
  }
  values.push(query.limit);
  const order = query.direction === 'asc' ? 'ASC' : 'DESC';
  return {
    sql: `SELECT * FROM orders WHERE ${clauses.join(' AND ')} ORDER BY seq ${order} LIMIT ?`,
    values,
  };
}
