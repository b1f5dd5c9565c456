// Accounts, positions, the close of each trading day, and how far the market has been matched.
import type { Ledger } from '#main/paper/types.ts';
import type { Money, Shares } from '#main/paper/engine/units.ts';
import { createRowCodec, valuesClause, type Columns } from '#main/paper/ledger/columns.ts';

export type AccountRow = {
  id: string;
  number: string;
  createdMs: number;
  createdAt: string;
  initialCash: Money;
  cash: Money;
  /** JSON. */
  configurations: string;
};
export type PositionRow = { accountId: string; symbol: string; qty: Shares; cost: Money };
/** An account at the close of a trading day: the `last_*` values, and a place to replay from. */
export type CloseRow = {
  accountId: string;
  date: string;
  timeMs: number;
  /** The last activity that is in it. */
  seq: number;
  cash: Money;
  equity: Money;
  maintenanceMargin: Money;
  /** JSON: quantity by symbol. */
  holdings: string;
};
export type Progress = { matchedMs: number; stamp: string };

export type AccountRows = {
  saveAccount(row: AccountRow): void;
  savePosition(row: PositionRow): void;
  saveClose(row: CloseRow): void;
  saveProgress(progress: Progress): void;
  accounts(): AccountRow[];
  positions(): PositionRow[];
  /** The newest close before `date`. */
  closeBefore(accountId: string, date: string): CloseRow | undefined;
  /** Closes dated in [from, to], oldest first. */
  closes(accountId: string, from: string, to: string): CloseRow[];
  progress(): Progress | undefined;
  /** Everything but the accounts themselves; a watchlist is no trade and stays. */
  clearTrading(): void;
};

const ACCOUNT: Columns<AccountRow> = {
  id: ['id', 'text'],
  number: ['number', 'text'],
  createdMs: ['created_ms', 'int'],
  createdAt: ['created_at', 'text'],
  initialCash: ['initial_cash', 'money'],
  cash: ['cash', 'money'],
  configurations: ['configurations', 'text'],
};
const POSITION: Columns<PositionRow> = {
  accountId: ['account_id', 'text'],
  symbol: ['symbol', 'text'],
  qty: ['qty', 'shares'],
  cost: ['cost', 'money'],
};
const CLOSE: Columns<CloseRow> = {
  accountId: ['account_id', 'text'],
  date: ['date', 'text'],
  timeMs: ['time_ms', 'int'],
  seq: ['seq', 'int'],
  cash: ['cash', 'money'],
  equity: ['equity', 'money'],
  maintenanceMargin: ['maintenance_margin', 'money'],
  holdings: ['holdings', 'text'],
};

export function createAccountRows({ db }: Ledger): AccountRows {
  const account = createRowCodec(ACCOUNT);
  const position = createRowCodec(POSITION);
  const close = createRowCodec(CLOSE);
  const writeAccount = db.prepare(
    `INSERT INTO accounts ${valuesClause(account.columns)} ON CONFLICT (id) DO UPDATE SET
       cash = excluded.cash, configurations = excluded.configurations`,
  );
  const writePosition = db.prepare(
    `INSERT INTO positions ${valuesClause(position.columns)} ON CONFLICT (account_id, symbol) DO UPDATE SET
       qty = excluded.qty, cost = excluded.cost`,
  );
  const dropPosition = db.prepare('DELETE FROM positions WHERE account_id = ? AND symbol = ?');
  const writeClose = db.prepare(`INSERT OR IGNORE INTO closes ${valuesClause(close.columns)}`);
  const writeProgress = db.prepare(
    `INSERT INTO progress (only, matched_ms, stamp) VALUES (1, ?, ?) ON CONFLICT (only) DO UPDATE SET
       matched_ms = excluded.matched_ms, stamp = excluded.stamp`,
  );
  const readAccounts = db.prepare('SELECT * FROM accounts ORDER BY created_at, id');
  const readPositions = db.prepare('SELECT * FROM positions ORDER BY account_id, symbol');
  const readClose = db.prepare(
    'SELECT * FROM closes WHERE account_id = ? AND date < ? ORDER BY date DESC LIMIT 1',
  );
  const readCloses = db.prepare(
    'SELECT * FROM closes WHERE account_id = ? AND date BETWEEN ? AND ? ORDER BY date',
  );
  const readProgress = db.prepare('SELECT * FROM progress');

  return {
    saveAccount: (row) => void writeAccount.run(...account.toValues(row)),
    savePosition(row) {
      if (row.qty === 0n) dropPosition.run(row.accountId, row.symbol);
      else writePosition.run(...position.toValues(row));
    },
    saveClose: (row) => void writeClose.run(...close.toValues(row)),
    saveProgress: ({ matchedMs, stamp }) => void writeProgress.run(matchedMs, stamp),
    accounts: () => readAccounts.all().map(account.fromRow),
    positions: () => readPositions.all().map(position.fromRow),
    closeBefore(accountId, date) {
      const row = readClose.get(accountId, date);
      return row && close.fromRow(row);
    },
    closes: (accountId, from, to) => readCloses.all(accountId, from, to).map(close.fromRow),
    progress() {
      const row = readProgress.get();
      return row && { matchedMs: Number(row['matched_ms']), stamp: String(row['stamp']) };
    },
    clearTrading() {
      for (const table of ['activities', 'orders', 'positions', 'closes', 'progress']) {
        db.exec(`DELETE FROM ${table}`);
      }
    },
  };
}
