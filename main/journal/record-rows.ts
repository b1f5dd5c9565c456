// What the broker last said, kept for the hours without it. The book decides what is true; here the newest record wins.
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { isOpen, Position, type Execution, type Order } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import { LossHold, type Gap } from '#contract/trading.ts';
import { normalize } from '#main/domain/decimal.ts';
import { createGrantRows, type GrantRows } from '#main/journal/grant-rows.ts';
import { createOrderRows, type OrderRows } from '#main/journal/order-rows.ts';
import { readProposals, type StoredProposal } from '#main/journal/proposal-rows.ts';
import { readRecords, type Skip } from '#main/journal/read-records.ts';
import type {
  ActivityMark,
  JournalEvent,
  LastKnown,
  ReadMark,
  RequestMark,
  Saved,
  TokenizationRecord,
} from '#main/journal/types.ts';
import { parseJson } from '#main/tools/json.ts';

export type Snapshot =
  | 'account'
  | 'positions'
  | 'mark'
  | 'lossHold'
  | 'transfers'
  | 'activityMark'
  | 'approvedWallets'
  | 'proposals'
  | 'requestMark';
export type RecordRows = GrantRows &
  Omit<OrderRows, 'loadOrders'> & {
    saveOrder(accountId: string, order: Order, receivedAt: number): void;
    saveExecution(execution: Execution, receivedAt: number): void;
    saveSnapshot(name: Snapshot, record: unknown, receivedAt: number): void;
    mark(): ReadMark | undefined;
    transfers(): Record<string, Decimal>;
    activityMark(): ActivityMark | undefined;
    approvedWallets(): Record<string, number>;
    proposals(): StoredProposal[];
    requestMark(): RequestMark | undefined;
    saveTokenization(request: TokenizationRecord, receivedAt: number): void;
    saveGap(gap: Gap): void;
    saveEvent(event: JournalEvent, at: number): void;
    lossHold(skip: Skip): LossHold | undefined;
    tokenizations(skip: Skip): Saved<TokenizationRecord>[];
    gaps(): Gap[];
    positions(skip: Skip): Saved<Position[]> | undefined;
    openOrderCount(): number;
    load(skip: Skip, newestOrders?: number): LastKnown;
  };

/** Of each: enough for the screens that are shown without a broker. Open orders are never cut off. */
const NEWEST = 1000;

const Tokenization = z.looseObject({ tokenizationRequestId: z.string() });
const Transfers = z.record(z.string(), Decimal);
const ApprovedWallets = z.record(z.string(), z.number());
const ToldUntil = z.object({ eventId: z.string().optional(), at: z.string() });
const RequestsRead = z.object({
  from: z.number(),
  firstAt: z.number(),
  listedAt: z.number(),
});
const Mark = z.object({ activityId: z.string().optional(), ordersUntil: z.number().optional() });

export function createRecordRows(db: DatabaseSync): RecordRows {
  const saveOrder = db.prepare(
    `INSERT INTO orders (order_id, account_id, client_order_id, is_open, updated_at, record, received_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (order_id) DO UPDATE SET is_open = excluded.is_open,
       updated_at = excluded.updated_at, record = excluded.record, received_at = excluded.received_at`,
  );
  const hasExecution = db.prepare('SELECT 1 FROM executions WHERE execution_id = ?');
  const saveExecution = db.prepare(
    `INSERT INTO executions (order_id, cum_qty, execution_id, record, received_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (order_id, cum_qty) DO UPDATE SET execution_id = excluded.execution_id, record = excluded.record
       WHERE (executions.execution_id IS NULL AND excluded.execution_id IS NOT NULL)
         OR json_extract(excluded.record, '$.revision') IS NOT NULL`,
  );
  const saveSnapshot = db.prepare(
    `INSERT INTO snapshots (name, record, received_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET
       record = excluded.record, received_at = excluded.received_at`,
  );
  const saveTokenization = db.prepare(
    `INSERT INTO tokenizations (request_id, record, received_at) VALUES (?, ?, ?) ON CONFLICT (request_id)
     DO UPDATE SET record = excluded.record, received_at = excluded.received_at`,
  );
  const saveGap = db.prepare(
    `INSERT INTO gaps (stream, from_ms, to_ms, filled_at) VALUES (?, ?, ?, ?) ON CONFLICT (stream, from_ms)
     DO UPDATE SET to_ms = excluded.to_ms, filled_at = coalesce(excluded.filled_at, filled_at)`,
  );
  const saveEvent = db.prepare('INSERT INTO events (at, kind, detail, text) VALUES (?, ?, ?, ?)');
  const orderRows = createOrderRows(db);
  const snapshot = db.prepare('SELECT * FROM snapshots WHERE name = ?');
  // What is not final is never left out, however old it is.
  const tokenizations = db.prepare(
    `SELECT * FROM tokenizations
     WHERE request_id IN (SELECT request_id FROM tokenizations ORDER BY received_at DESC LIMIT ${NEWEST})
       OR iif(json_valid(record), json_extract(record, '$.status'), '') NOT IN ('completed', 'rejected')
     ORDER BY received_at DESC`,
  );
  const openOrderCount = db.prepare('SELECT count(*) AS n FROM orders WHERE is_open = 1');
  const gaps = db.prepare(`SELECT * FROM gaps ORDER BY from_ms DESC LIMIT ${NEWEST}`);

  const newest = (name: Snapshot): unknown => {
    const row = snapshot.get(name) as { record: string } | undefined;
    return parseJson(row?.record ?? '');
  };

  const lossHold = (skip: Skip): LossHold | undefined =>
    readRecords('lossHold', LossHold.nullable(), snapshot.all('lossHold'), skip)[0]?.value ??
    undefined;
  const positions = (skip: Skip): Saved<Position[]> | undefined =>
    readRecords('positions', z.array(Position), snapshot.all('positions'), skip)[0];
  const readGaps = (): Gap[] =>
    gaps.all().map((row) => ({
      stream: String(row['stream']),
      from: Number(row['from_ms']),
      to: Number(row['to_ms']),
      ...(row['filled_at'] !== null && { filledAt: Number(row['filled_at']) }),
    }));

  return {
    ...createGrantRows(db),
    ...orderRows,
    saveOrder(accountId, order, receivedAt) {
      const { id, clientOrderId, status, updatedAt } = order;
      const openFlag = Number(isOpen(status));
      const record = JSON.stringify(order);
      saveOrder.run(id, accountId, clientOrderId, openFlag, updatedAt ?? null, record, receivedAt);
    },
    saveExecution(execution, receivedAt) {
      const { orderId, cumQty, executionId, again, revision } = execution;
      if (!revision && executionId !== undefined && hasExecution.get(executionId)) return;
      const record = JSON.stringify(execution);
      // What was filled after a bust may have the same cumulative quantity, and is another fill.
      const nth = again === undefined ? '' : ` ${again}`;
      const key = `${normalize(cumQty)}${nth}`;
      saveExecution.run(orderId, key, executionId ?? null, record, receivedAt);
    },
    saveSnapshot: (name, record, receivedAt) =>
      void saveSnapshot.run(name, JSON.stringify(record), receivedAt),
    saveTokenization: (request, receivedAt) =>
      void saveTokenization.run(request.tokenizationRequestId, JSON.stringify(request), receivedAt),
    saveGap: ({ stream, from, to, filledAt }) =>
      void saveGap.run(stream, Math.trunc(from), Math.trunc(to), filledAt ?? null),
    saveEvent: ({ kind, detail, text }, at) => void saveEvent.run(at, kind, detail, text),
    mark() {
      const mark = Mark.safeParse(newest('mark'));
      return mark.success ? mark.data : undefined;
    },
    transfers() {
      const worth = Transfers.safeParse(newest('transfers'));
      return worth.success ? worth.data : {};
    },
    approvedWallets() {
      const approved = ApprovedWallets.safeParse(newest('approvedWallets'));
      return approved.success ? approved.data : {};
    },
    proposals: () => readProposals(newest('proposals')),
    activityMark() {
      const mark = ToldUntil.safeParse(newest('activityMark'));
      return mark.success ? mark.data : undefined;
    },
    requestMark: () => RequestsRead.safeParse(newest('requestMark')).data,
    lossHold,
    tokenizations: (skip) => readRecords('tokenizations', Tokenization, tokenizations.all(), skip),
    gaps: readGaps,
    positions,
    openOrderCount: () => Number(openOrderCount.get()?.['n']),
    load(skip, newestOrders = NEWEST) {
      const account = readRecords('account', Account, snapshot.all('account'), skip)[0];
      const held = positions(skip);
      const hold = lossHold(skip);
      return {
        ...(hold && { lossHold: hold }),
        account,
        positions: held,
        ...orderRows.loadOrders(newestOrders, held?.receivedAt ?? Infinity, skip),
        tokenizations: readRecords('tokenizations', Tokenization, tokenizations.all(), skip),
        gaps: readGaps(),
      };
    },
  };
}
