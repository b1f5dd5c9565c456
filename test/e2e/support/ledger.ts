// What the practice broker has on its books, read from its own ledger: the desk is not asked.
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

export type BookedOrder = {
  id: string;
  symbol: string;
  side: string;
  type: string;
  timeInForce: string;
  orderClass: string;
  role: string;
  status: string;
  qty: number | undefined;
  notional: number | undefined;
  limitPrice: number | undefined;
  stopPrice: number | undefined;
  trailPrice: number | undefined;
  trailPercent: number | undefined;
  extendedHours: boolean;
};

const PRICE_UNITS = 10_000;

/** Every order ever accepted, oldest first; the legs of an order follow it. */
export function bookedOrders(folder: string): BookedOrder[] {
  const db = new DatabaseSync(join(folder, 'embedded', 'paper.db'), { readOnly: true });
  try {
    return db
      .prepare('SELECT * FROM orders ORDER BY seq')
      .all()
      .map((row) => ({
        id: String(row['id']),
        symbol: String(row['symbol']),
        side: String(row['side']),
        type: String(row['type']),
        timeInForce: String(row['time_in_force']),
        orderClass: String(row['order_class']),
        role: String(row['role']),
        status: String(row['status']),
        qty: numberOf(row['qty']),
        notional: numberOf(row['notional']),
        limitPrice: numberOf(row['limit_price'], PRICE_UNITS),
        stopPrice: numberOf(row['stop_price'], PRICE_UNITS),
        trailPrice: numberOf(row['trail_price'], PRICE_UNITS),
        trailPercent: numberOf(row['trail_percent'], PRICE_UNITS),
        extendedHours: row['extended_hours'] === 1,
      }));
  } finally {
    db.close();
  }
}

export type BookedRequest = {
  id: string;
  type: string;
  status: string;
  label: string | undefined;
  symbol: string;
  qty: string;
};

/** Every mint and redeem that the broker ever took, oldest first. */
export function bookedRequests(folder: string): BookedRequest[] {
  const db = new DatabaseSync(join(folder, 'embedded', 'paper.db'), { readOnly: true });
  try {
    return db
      .prepare('SELECT * FROM tokenization_requests ORDER BY seq')
      .all()
      .map((row) => {
        const record = JSON.parse(String(row['record'])) as Record<string, unknown>;
        return {
          id: String(row['id']),
          type: String(row['type']),
          status: String(row['status']),
          label: row['label'] === null ? undefined : String(row['label']),
          symbol: String(record['underlyingSymbol']),
          qty: String(record['qty']),
        };
      });
  } finally {
    db.close();
  }
}

const numberOf = (value: unknown, units = 1): number | undefined =>
  value === null ? undefined : Number(value) / units;
