// Orders and their fills, read back: what a start begins with, and any one of them by its id.
import type { DatabaseSync } from 'node:sqlite';
import { Execution, Order } from '#contract/orders.ts';
import { relatedIds } from '#main/domain/orders/related.ts';
import { readRecords, type Skip } from '#main/journal/read-records.ts';
import type { LastKnown, SavedOrder } from '#main/journal/types.ts';

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

export function createOrderRows(db: DatabaseSync): OrderRows {
  const order = db.prepare('SELECT record, received_at FROM orders WHERE order_id = ?');
  const orders = db.prepare(
    'SELECT record, received_at FROM orders WHERE is_open = ? ORDER BY received_at DESC',
  );
  const fillsOf = db.prepare('SELECT * FROM executions WHERE order_id = ? ORDER BY cum_qty');
  const fillsOfOpen = db.prepare(
    'SELECT executions.* FROM orders JOIN executions USING (order_id) WHERE is_open = 1',
  );
  const filledSince = db.prepare(
    'SELECT DISTINCT order_id FROM executions WHERE received_at > ? ORDER BY received_at DESC',
  );
  const newestFills = db.prepare(
    `SELECT * FROM executions ORDER BY received_at DESC LIMIT ${NEWEST_FILLS}`,
  );
  const fillsOfDays = db.prepare(`SELECT * FROM executions WHERE ${DAY} BETWEEN ? AND ?`);
  const momentsOf = (which: 'min' | 'max') =>
    db.prepare(
      `SELECT ${which}(${AT}) AS at FROM executions WHERE ${DAY} = (SELECT ${which}(${DAY}) FROM executions WHERE ${DAY} > '')`,
    );
  const [first, last] = [momentsOf('min'), momentsOf('max')];

  const executionsIn = (rows: Iterable<unknown>, skip: Skip): Execution[] =>
    readRecords('executions', Execution, rows, skip).map(({ value }) => value);

  function* ended(newest: number, readAt: number): Generator {
    let count = 0;
    for (const row of orders.iterate(0)) {
      if (count++ >= newest && Number(row['received_at']) <= readAt) return;
      yield row;
    }
  }

  function executionsBetween(from: number, to: number, skip: Skip): Execution[] {
    // A broker's day may be another one than ours, by its zone.
    const rows = fillsOfDays.iterate(dayOf(from - DAY_MS), dayOf(to + DAY_MS));
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
    savedOrder: (orderId, skip) => ({
      order: readRecords('orders', Order, order.iterate(orderId), skip)[0]?.value,
      executions: executionsIn(fillsOf.iterate(orderId), skip),
    }),
    loadOrders(newest, readAt, skip) {
      const known = new Map<string, LastKnown['orders'][number]>();
      const take = (rows: Iterable<unknown>): void => {
        for (const saved of readRecords('orders', Order, rows, skip))
          known.set(saved.value.id, saved);
      };
      take(orders.iterate(1));
      const openCount = known.size;
      take(ended(newest, readAt));
      const asked = new Set<string>();
      const takeOne = (orderId: string): void => {
        if (known.has(orderId) || asked.has(orderId)) return;
        asked.add(orderId);
        take(order.iterate(orderId));
      };
      const filled = filledSince.all(readAt).map((row) => String(row['order_id']));
      for (const orderId of filled) takeOne(orderId);
      // What is added meanwhile is visited too.
      for (const { value } of known.values())
        for (const orderId of relatedIds(value)) takeOne(orderId);
      const fills = new Map<string, unknown>();
      const addFills = (rows: Iterable<unknown>): void => {
        for (const row of rows) {
          const { order_id, cum_qty } = row as { order_id: string; cum_qty: string };
          fills.set(`${order_id} ${cum_qty}`, row);
        }
      };
      addFills(fillsOfOpen.iterate());
      const over = [...known.keys()].slice(openCount);
      for (const orderId of new Set([...over, ...filled])) addFills(fillsOf.iterate(orderId));
      addFills(newestFills.iterate());
      return {
        orders: [...known.values()],
        executions: readRecords('executions', Execution, fills.values(), skip),
      };
    },
    newestExecutions(skip) {
      const rows = newestFills.all();
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
