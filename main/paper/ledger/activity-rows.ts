// What happened to an account: its executions, and the journal entries that are no trade.
import type { SQLInputValue } from 'node:sqlite';
import type { Ledger, PriceUnits } from '#main/paper/types.ts';
import type { Side, Status } from '#main/paper/engine/order.ts';
import type { Money, Shares } from '#main/paper/engine/units.ts';
import { createRowCodec, valuesClause, type Columns } from '#main/paper/ledger/columns.ts';

export type Activity = {
  seq: number;
  id: string;
  accountId: string;
  type: string;
  timeMs: number;
  time: string;
  symbol: string;
  /** Of an execution: unsigned, `side` says which way. Of a journal entry: signed. */
  qty: Shares;
  /** After it. */
  positionQty: Shares;
  executionId: string | null;
  orderId: string | null;
  side: Side | null;
  price: PriceUnits | null;
  cumQty: Shares | null;
  leavesQty: Shares | null;
  orderStatus: Status | null;
  netAmount: Money | null;
  description: string | null;
};

export type ActivityQuery = {
  accountId: string;
  direction: 'asc' | 'desc';
  limit: number;
  types?: readonly string[] | undefined;
  orderId?: string | undefined;
  /** The last item of the page before. */
  fromSeq?: number | undefined;
  /** Exclusive. */
  afterMs?: number | undefined;
  untilMs?: number | undefined;
};

export type ActivityRows = {
  add(activity: Activity): void;
  list(query: ActivityQuery): Activity[];
  seqOf(accountId: string, id: string): number | undefined;
  /** Oldest first. */
  since(accountId: string, seq: number): Activity[];
  executions(): Activity[];
  lastSeq(): number;
};

const COLUMNS: Columns<Activity> = {
  seq: ['seq', 'int'],
  id: ['id', 'text'],
  accountId: ['account_id', 'text'],
  type: ['type', 'text'],
  timeMs: ['time_ms', 'int'],
  time: ['time', 'text'],
  symbol: ['symbol', 'text'],
  qty: ['qty', 'shares'],
  positionQty: ['position_qty', 'shares'],
  executionId: ['execution_id', 'text'],
  orderId: ['order_id', 'text'],
  side: ['side', 'text'],
  price: ['price', 'int'],
  cumQty: ['cum_qty', 'shares'],
  leavesQty: ['leaves_qty', 'shares'],
  orderStatus: ['order_status', 'text'],
  netAmount: ['net_amount', 'money'],
  description: ['description', 'text'],
};

export function createActivityRows({ db }: Ledger): ActivityRows {
  const codec = createRowCodec(COLUMNS);
  const insert = db.prepare(`INSERT INTO activities ${valuesClause(codec.columns)}`);
  const bySeq = db.prepare('SELECT seq FROM activities WHERE id = ? AND account_id = ?');
  const after = db.prepare(
    'SELECT * FROM activities WHERE account_id = ? AND seq > ? ORDER BY seq',
  );
  const fills = db.prepare(`SELECT * FROM activities WHERE type = 'FILL' ORDER BY seq`);
  const last = db.prepare('SELECT max(seq) AS seq FROM activities');

  return {
    add: (activity) => void insert.run(...codec.toValues(activity)),
    list(query) {
      const { sql, values } = listSql(query);
      return db
        .prepare(sql)
        .all(...values)
        .map(codec.fromRow);
    },
    seqOf(accountId, id) {
      const row = bySeq.get(id, accountId);
      return row && Number(row['seq']);
    },
    since: (accountId, seq) => after.all(accountId, seq).map(codec.fromRow),
    executions: () => fills.all().map(codec.fromRow),
    lastSeq: () => Number(last.get()?.['seq'] ?? 0),
  };
}

function listSql(query: ActivityQuery): { sql: string; values: SQLInputValue[] } {
  const clauses = ['account_id = ?'];
  const values: SQLInputValue[] = [query.accountId];
  const where = (clause: string, value: SQLInputValue | undefined) => {
    if (value === undefined) return;
    clauses.push(clause);
    values.push(value);
  };
  const isAscending = query.direction === 'asc';
  where('type IN (SELECT value FROM json_each(?))', query.types && JSON.stringify(query.types));
  where('order_id = ?', query.orderId);
  where(isAscending ? 'seq > ?' : 'seq < ?', query.fromSeq);
  where('time_ms > ?', query.afterMs);
  where('time_ms < ?', query.untilMs);
  values.push(query.limit);
  return {
    sql: `SELECT * FROM activities WHERE ${clauses.join(' AND ')} ORDER BY seq ${isAscending ? 'ASC' : 'DESC'} LIMIT ?`,
    values,
  };
}
