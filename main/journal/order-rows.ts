// Orders and their fills, read back: what a start begins with, and any one of them by its id.
import type { DatabaseSync } from 'node:sqlite';
import { Execution, Order } from '#contract/orders.ts';
import { compare } from '#main/domain/decimal.ts';
import { relatedIds } from '#main/domain/orders/related.ts';
import { createRecordReader, type RecordRow, type Skip } from '#main/journal/read-records.ts';
import type { LastKnown, Saved, SavedOrder } from '#main/journal/types.ts';

export type OrderRows = {
  /** All that was saved under this id. */
  savedOrder(orderId: string, skip: Skip): SavedOrder;
  /**
   * What is open, the newest of the rest, and what came after `readAt`, each with all that belongs with it, so that a book
   * of these lacks nothing of an order that it has; and the newest fills, whatever their orders are.
   */
  loadOrders(newest: number, readAt: number, skip: Skip): Pick<LastKnown, 'orders' | 'executions'>;
  /** By when they happened, epoch ms: from the first moment until before the second. */
  executionsBetween(from: number, to: number, skip: Skip): Execution[];
  /** And all of the newest day, however many: what was bought and sold in a day is summed up of its fills. */
  newestExecutions(skip: Skip): Execution[];
  /** When the first and the last of all happened. */
  executionSpan(): { first: number; last: number } | undefined;
};

/** What a table of fills begins with. */
const NEWEST_FILLS = 5000;
const DAY_MS = 86_400_000;
/** One of New York may have 25 hours. */
const LONGEST_DAY_MS = 90_000_000;
/** As in the index of the schema: the day of a fill as the broker wrote it. */
const DAY = `substr(iif(json_valid(record), json_extract(record, '$.at'), ''), 1, 10)`;
const AT = `iif(json_valid(record), json_extract(record, '$.at'), '')`;

/** A fill, and what it is kept under. */
const FILL = 'executions.record, executions.received_at, order_id, cum_qty';
type FillRow = readonly [record: string, receivedAt: number, orderId: string, cumQty: string];

const readOrder = createRecordReader('orders', Order);
const readFill = createRecordReader('executions', Execution);

export function createOrderRows(db: DatabaseSync): OrderRows {
  /** Rows as arrays, of which the types of `iterate` know nothing. */
  const select = <R extends readonly unknown[] = RecordRow>(sql: string) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return (...values: (string | number)[]): Iterable<R> =>
      statement.iterate(...values) as unknown as Iterable<R>;
  };
  const order = select('SELECT record, received_at FROM orders WHERE order_id = ?');
  const orders = select(
    'SELECT record, received_at FROM orders WHERE is_open = ? ORDER BY received_at DESC',
  );
  const fillsOf = select<FillRow>(
    `SELECT ${FILL} FROM executions WHERE order_id = ? ORDER BY cum_qty`,
  );
  const fillsOfOpen = select<FillRow>(
    `SELECT ${FILL} FROM orders JOIN executions USING (order_id) WHERE is_open = 1`,
  );
  const filledSince = select<[orderId: string]>(
    'SELECT DISTINCT order_id FROM executions WHERE received_at > ? ORDER BY received_at DESC',
  );
  const newestFills = select<FillRow>(
    `SELECT ${FILL} FROM executions ORDER BY received_at DESC LIMIT ${NEWEST_FILLS}`,
  );
  const fillsOfDays = select<FillRow>(
    `SELECT ${FILL} FROM executions WHERE ${DAY} BETWEEN ? AND ?`,
  );
  const momentsOf = (which: 'min' | 'max') =>
    db.prepare(
      `SELECT ${which}(${AT}) AS at FROM executions WHERE ${DAY} = (SELECT ${which}(${DAY}) FROM executions WHERE ${DAY} > '')`,
    );
  const [first, last] = [momentsOf('min'), momentsOf('max')];

  function executionsIn(rows: Iterable<RecordRow>, skip: Skip): Execution[] {
    const found: Execution[] = [];
    for (const row of rows) {
      const read = readFill(row, skip);
      if (read) found.push(read.value);
    }
    return found;
  }

  function* ended(newest: number, readAt: number): Generator<RecordRow> {
    let count = 0;
    for (const row of orders(0)) {
      if (count++ >= newest && row[1] <= readAt) return;
      yield row;
    }
  }

  function executionsBetween(from: number, to: number, skip: Skip): Execution[] {
    // A broker's day may be another one than ours, by its zone.
    const rows = fillsOfDays(dayOf(from - DAY_MS), dayOf(to + DAY_MS));
    return executionsIn(rows, skip).filter(({ at }) => isBetween(Date.parse(at), from, to));
  }

  function executionSpan(): { first: number; last: number } | undefined {
    const [from, to] = [first.get()?.['at'], last.get()?.['at']].map((at) =>
      Date.parse(String(at)),
    );
    return from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)
      ? undefined
      : { first: from, last: to };
  }

  return {
    executionsBetween,
    executionSpan,
    savedOrder(orderId, skip) {
      let found: Order | undefined;
      for (const row of order(orderId)) found = readOrder(row, skip)?.value;
      const executions = executionsIn(fillsOf(orderId), skip);
      // By number: as text 10 comes before 4.
      return { order: found, executions: executions.sort((a, b) => compare(a.cumQty, b.cumQty)) };
    },
    loadOrders(newest, readAt, skip) {
      const known = new Map<string, Saved<Order>>();
      const take = (rows: Iterable<RecordRow>): void => {
        for (const row of rows) {
          const saved = readOrder(row, skip);
          if (saved) known.set(saved.value.id, saved);
        }
      };
      // All of them, however many: whoever asks what may still be filled must not hear of fewer.
      take(orders(1));
      const openCount = known.size;
      take(ended(newest, readAt));
      const asked = new Set<string>();
      const takeOne = (orderId: string): void => {
        if (known.has(orderId) || asked.has(orderId)) return;
        asked.add(orderId);
        take(order(orderId));
      };
      const filled = Array.from(filledSince(readAt), ([orderId]) => orderId);
      for (const orderId of filled) takeOne(orderId);
      // What is added meanwhile is visited too.
      for (const { value } of known.values())
        for (const orderId of relatedIds(value)) takeOne(orderId);
      const fills = new Map<string, RecordRow>();
      const addFills = (rows: Iterable<FillRow>): void => {
        for (const row of rows) fills.set(`${row[2]} ${row[3]}`, row);
      };
      addFills(fillsOfOpen());
      const over = [...known.keys()].slice(openCount);
      for (const orderId of new Set([...over, ...filled])) addFills(fillsOf(orderId));
      addFills(newestFills());
      const executions: Saved<Execution>[] = [];
      for (const row of fills.values()) {
        const saved = readFill(row, skip);
        if (saved) executions.push(saved);
      }
      return { orders: [...known.values()], executions };
    },
    newestExecutions(skip) {
      const rows = [...newestFills()];
      const newest = executionsIn(rows, skip);
      const until = rows.length < NEWEST_FILLS ? undefined : executionSpan()?.last;
      if (until === undefined) return newest;
      const known = new Set(newest.map(keyOf));
      const ofDay = executionsBetween(until - LONGEST_DAY_MS, Infinity, skip);
      return [...newest, ...ofDay.filter((one) => !known.has(keyOf(one)))];
    },
  };
}

const keyOf = ({ orderId, cumQty, again = 0 }: Execution): string =>
  `${orderId} ${cumQty} ${again}`;

const LAST_DAY = Date.UTC(9999, 11, 30);
const dayOf = (ms: number): string =>
  new Date(Math.min(Math.max(ms, 0), LAST_DAY)).toISOString().slice(0, 10);

const isBetween = (at: number, from: number, to: number): boolean => at >= from && at < to;
