// What happened to an account: its executions, and the journal entries that are no trade.
import type { Side, Status } from '#main/paper/engine/order.ts';
import type { Money, Shares } from '#main/paper/engine/units.ts';
import { createConditions, createTable } from '#main/paper/engine/ledger/table.ts';
import type { Ledger, PriceUnits } from '#main/paper/types.ts';

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
  /** The execution that this one corrects or takes back. */
  previousId: string | null;
  orderId: string | null;
  side: Side | null;
  price: PriceUnits | null;
  cumQty: Shares | null;
  leavesQty: Shares | null;
  orderStatus: Status | null;
  netAmount: Money | null;
  description: string | null;
};

type ActivityRowQuery = {
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

/** Not taken back, and not corrected by a later one. */
const HOLDS =
  "type <> 'BUST' AND NOT EXISTS (SELECT 1 FROM activities later WHERE later.previous_id = activities.execution_id)";

export function createActivityRows(ledger: Ledger) {
  const activities = createTable<Activity>(ledger, 'activities', {
    qty: 'shares',
    positionQty: 'shares',
    cumQty: 'shares',
    leavesQty: 'shares',
    netAmount: 'money',
  });
  return {
    add: activities.writer(),
    list(query: ActivityRowQuery): Activity[] {
      const isAscending = query.direction === 'asc';
      const where = createConditions();
      where.add('account_id = ?', query.accountId);
      where.addPlain(HOLDS);
      where.add(
        'type IN (SELECT value FROM json_each(?))',
        query.types && JSON.stringify(query.types),
      );
      where.add('order_id = ?', query.orderId);
      where.add(isAscending ? 'seq > ?' : 'seq < ?', query.fromSeq);
      where.add('time_ms > ?', query.afterMs);
      where.add('time_ms < ?', query.untilMs);
      return activities.select(
        `${where.sql()} ORDER BY seq ${isAscending ? 'ASC' : 'DESC'} LIMIT ?`,
        ...where.values,
        query.limit,
      );
    },
    seqOf: (accountId: string, id: string) =>
      activities.first('WHERE id = ? AND account_id = ?', id, accountId)?.seq,
    /** Oldest first. */
    since: (accountId: string, seq: number) =>
      activities.select('WHERE account_id = ? AND seq > ? ORDER BY seq', accountId, seq),
    executions: () => activities.select(`WHERE type = 'FILL' AND ${HOLDS} ORDER BY seq`),
    execution: (id: string) => activities.first('WHERE execution_id = ?', id),
    supersededBy: (executionId: string) => activities.first('WHERE previous_id = ?', executionId),
    /** Oldest first. */
    ofSymbol: (accountId: string, symbol: string) =>
      activities.select('WHERE account_id = ? AND symbol = ? ORDER BY seq', accountId, symbol),
    lastSeq: activities.lastSeq,
  };
}
