// A journal with as many orders as a bench asks for, by plain SQL in one transaction.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from '#main/journal/schema.ts';

const SYMBOLS = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'AMD', 'GOOG', 'META', 'SPY', 'QQQ', 'IWM'];
const FIRST_MS = 1_700_000_000_000;

/** What of them a bench wants otherwise. */
type Wanted = {
  /** Lines of evidence of each, from three on. */
  linesEach?: number;
  /** When the first was confirmed, and how far the next is from it, epoch ms. */
  firstMs?: number;
  stepMs?: number;
};

/** Looked up again and again, as after a night with a bad network. */
const MORE_LINES = [
  ['heard', 'The order stream told of it: accepted.'],
  ['lost', 'Looked up: no answer (the connection was reset).'],
  ['found', 'Looked up: the broker has it as it was sent.'],
  ['gap', 'The order stream was away, and everything was read again.'],
] as const;

/** Orders that were filled, each with what a journal keeps of it. */
export function writeManyOrders(
  folder: string,
  accountId: string,
  orders: number,
  { linesEach = 3, firstMs = FIRST_MS, stepMs = 1_000 }: Wanted = {},
): void {
  const db = beginJournal(folder, accountId);
  const intent = db.prepare(
    `INSERT INTO intents (intent_id, account_id, kind, state, body, symbol, title, confirmed_at, result_id,
       cancel_when_found, is_conflict, unanswered, reason, changed_at)
     VALUES (?, ?, 'place', 'accepted', ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)`,
  );
  const line = db.prepare('INSERT INTO evidence VALUES (NULL, ?, ?, ?, ?, ?, ?, 0, 1, ?)');
  const order = db.prepare('INSERT INTO orders VALUES (?, ?, ?, 0, ?, ?, ?)');
  const execution = db.prepare('INSERT INTO executions VALUES (?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  for (let n = 0; n < orders; n++) {
    const at = firstMs + n * stepMs;
    const stamp = at.toString(16).padStart(12, '0');
    const intentId = `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hash(n, 3)}-8${hash(n + 1, 3)}-${hash(n + 2, 12)}`;
    const id = `${hash(n + 3, 8)}-${hash(n + 4, 4)}-4${hash(n, 3)}-9${hash(n + 6, 3)}-${n.toString(16).padStart(12, '0')}`;
    const symbol = SYMBOLS[n % SYMBOLS.length] ?? '';
    const [qty, price] = [String(1 + (n % 100)), (100 + (n % 5_000) / 100).toFixed(2)];
    const title = `Buy ${qty} ${symbol} at ${price}, day`;
    const accepted = `The broker accepted it as order ${id}.`;
    const time = new Date(at).toISOString();
    const sent = {
      symbol,
      qty,
      side: 'buy',
      type: 'limit',
      time_in_force: 'day',
      limit_price: price,
      client_order_id: intentId,
    };
    const fields = { symbol, side: 'buy', qty };
    intent.run(
      intentId,
      accountId,
      JSON.stringify(sent),
      symbol,
      title,
      at,
      id,
      accepted,
      at + 300,
    );
    line.run(intentId, at, 'recorded', `Recorded before sending: ${title}`, null, null, at);
    line.run(intentId, at + 100, 'sent', 'Handed over on a connection of its own.', null, null, at);
    line.run(intentId, at + 300, 'answered', accepted, 200, hash(n + 7, 32), at + 300);
    const record = {
      ...fields,
      id,
      clientOrderId: intentId,
      type: 'limit',
      timeInForce: 'day',
      status: 'filled',
      filledQty: qty,
      limitPrice: price,
      filledAvgPrice: price,
      submittedAt: time,
      updatedAt: time,
    };
    order.run(id, accountId, intentId, time, JSON.stringify(record), at + 400);
    const filled = {
      ...fields,
      at: time,
      orderId: id,
      price,
      cumQty: qty,
      executionId: `x-${n}`,
    };
    execution.run(id, qty, `x-${n}`, JSON.stringify(filled), at + 400);
  }
  if (linesEach > 3) writeMoreLines(db, linesEach - 3);
  db.exec('COMMIT');
  endJournal(db);
}

function writeMoreLines(db: DatabaseSync, each: number): void {
  const lines = Array.from({ length: each }, (_, nth) => {
    const [kind, text] = MORE_LINES[nth % MORE_LINES.length] ?? MORE_LINES[0];
    return { nth, kind, text };
  });
  db.prepare(
    `INSERT INTO evidence SELECT NULL, intent_id, confirmed_at + 303 + (line.value->>'nth'), line.value->>'kind',
       line.value->>'text', NULL, NULL, 0, 1, confirmed_at + 303 + (line.value->>'nth')
     FROM intents CROSS JOIN json_each(?) AS line ORDER BY intents.rowid`,
  ).run(JSON.stringify(lines));
}

/** An empty one, to be filled by plain SQL. Its indexes are made at the end, which takes a third of the time. */
export function beginJournal(folder: string, accountId: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(folder, 'journal.db'));
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000');
  for (const sql of MIGRATIONS) db.exec(sql);
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  db.prepare('INSERT INTO owner VALUES (1, ?)').run(accountId);
  db.exec(
    "CREATE TEMP TABLE later AS SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
  );
  for (const { name } of db.prepare('SELECT name FROM later').all())
    db.exec(`DROP INDEX ${String(name)}`);
  return db;
}

export function endJournal(db: DatabaseSync): void {
  for (const { sql } of db.prepare('SELECT sql FROM later').all()) db.exec(String(sql));
  db.exec('DROP TABLE later; PRAGMA journal_mode = WAL');
  db.close();
}

/** As many digits that look like chance and are the same in every run. */
function hash(seed: number, digits: number): string {
  let text = '';
  for (let value = seed; text.length < digits;) {
    value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    text += (value >>> 0).toString(16).padStart(8, '0');
  }
  return text.slice(0, digits);
}
