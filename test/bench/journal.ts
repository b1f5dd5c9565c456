// A journal of many orders: how long it takes to be opened, read and searched, and how long main is held up by it. The anchor
// of each row is the same for a journal of a tenth of the orders: what costs the same does not grow with the past.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLaterChecks } from '#main/journal/later-checks.ts';
import { createReader, type Reader } from '#main/journal/reader.ts';
import { openJournal } from '#main/journal/journal.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';
import { systemClock, systemDelay } from '#main/shell/common/system.ts';
import { percentile, round, type BenchOptions, type Figures } from '#test/bench/measure.ts';

const ACCOUNT = '11111111-1111-4111-8111-111111111111';
const SYMBOLS = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'AMD', 'GOOG', 'META', 'SPY', 'QQQ', 'IWM'];
const ROUNDS = 5;
const FIRST_MS = 1_700_000_000_000;

export async function benchJournal(
  say: (line: string) => void,
  { orders }: BenchOptions,
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  try {
    const [small, large] = [join(folder, 'small'), join(folder, 'large')];
    fill(small, Math.round(orders / 10));
    fill(large, orders);
    const megabytes = Math.round(statSync(join(large, 'journal.db')).size / 2 ** 20);
    say(`${orders} orders, ${3 * orders} lines of evidence, ${megabytes} MB; a tenth beside it`);
    const figures: Figures = { orders, megabytes };
    const row = (name: string, [tenth, whole]: readonly [number, number]): void => {
      say(`${name}: ${round(whole, 1)} ms, of a tenth ${round(tenth, 1)} ms`);
      figures[name] = { whole: round(whole, 1), tenth: round(tenth, 1) };
    };
    const both = (run: (where: string) => number) => [run(small), run(large)] as const;
    row(
      'open, checked first',
      both((where) => median(1, () => timeToOpen(where, false))),
    );
    row(
      'open, checked later',
      both((where) => median(ROUNDS, () => timeToOpen(where, true))),
    );
    row(
      'what was last heard',
      both((where) => withJournal(where, (one) => timed(() => one.load()))),
    );
    row(
      'a search without a hit, in main',
      both((where) => withJournal(where, searchInMain, 1)),
    );
    for (const [name, beside] of BESIDE) {
      const [tenth, whole] = [await timeBeside(small, beside), await timeBeside(large, beside)];
      row(`${name}, in a thread`, [tenth.ms, whole.ms]);
      row(`${name}: main held up, at most`, [tenth.longestMs, whole.longestMs]);
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const timed = (work: () => unknown): number => {
  const before = performance.now();
  work();
  return performance.now() - before;
};

const median = (times: number, run: () => number): number =>
  percentile(Array.from({ length: times }, run), 50);

const optionsFor = (folder: string, isCheckedLater: boolean): JournalOptions => ({
  folder,
  accountId: ACCOUNT,
  clock: systemClock,
  log: () => undefined,
  isCheckedLater,
  checkedAtOnceBytes: 0,
});

function open(folder: string, isCheckedLater: boolean): Journal {
  const opened = openJournal(optionsFor(folder, isCheckedLater));
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value.journal;
}

function timeToOpen(folder: string, isCheckedLater: boolean): number {
  const before = performance.now();
  const journal = open(folder, isCheckedLater);
  const ms = performance.now() - before;
  journal.close();
  return ms;
}

function withJournal(folder: string, use: (journal: Journal) => number, rounds = ROUNDS): number {
  const journal = open(folder, true);
  try {
    return median(rounds, () => use(journal));
  } finally {
    journal.close();
  }
}

const NO_HIT = { kinds: [], text: 'zzzzqqq', limit: 200 };
const searchInMain = (journal: Journal): number => timed(() => journal.activity(NO_HIT));

type Beside = (path: string, reader: Reader) => Promise<unknown>;
const BESIDE: [name: string, beside: Beside][] = [
  ['a search without a hit', (path, { ask }) => ask('findActivity', path, NO_HIT, NOTHING_KEPT)],
  ['the check', (path, reader) => createLaterChecks(reader, () => undefined)(path)],
];
const NOTHING_KEPT = { intents: [], lines: [] };

async function timeBeside(folder: string, beside: Beside) {
  const reader = createReader(systemDelay);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  // Not the start of the thread, which is the same for every file.
  await reader.ask('findDamage', join(folder, 'none.db')).catch(() => undefined);
  delay.enable();
  const before = performance.now();
  await beside(join(folder, 'journal.db'), reader);
  const ms = performance.now() - before;
  delay.disable();
  reader.stop();
  return { ms, longestMs: delay.max / 1e6 };
}

/** Orders that were filled, each with what a journal keeps of it. */
function fill(folder: string, orders: number): void {
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(folder, 'journal.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  for (const sql of MIGRATIONS) db.exec(sql);
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  db.prepare('INSERT INTO owner VALUES (1, ?)').run(ACCOUNT);
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
    const at = FIRST_MS + n * 1_000;
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
    const fields = { symbol, side: 'buy', qty, at: time };
    intent.run(intentId, ACCOUNT, JSON.stringify(sent), symbol, title, at, id, accepted, at + 300);
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
    order.run(id, ACCOUNT, intentId, time, JSON.stringify(record), at + 400);
    const filled = { ...fields, orderId: id, price, cumQty: qty, executionId: `x-${n}` };
    execution.run(id, qty, `x-${n}`, JSON.stringify(filled), at + 400);
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
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
