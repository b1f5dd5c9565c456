// Accounts, positions, the close of each trading day, and how far the market has been matched.
import type { Decimal } from '#main/domain/decimal.ts';
import type { Configurations } from '#main/paper/engine/configurations.ts';
import type { Money, Shares } from '#main/paper/engine/units.ts';
import { createTable, excluded } from '#main/paper/engine/ledger/table.ts';
import type { Ledger } from '#main/paper/types.ts';

type AccountRow = {
  id: string;
  number: string;
  createdMs: number;
  createdAt: string;
  initialCash: Money;
  cash: Money;
  configurations: Configurations;
};
type PositionRow = { accountId: string; symbol: string; qty: Shares; cost: Money };
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
  holdings: [symbol: string, qty: Decimal][];
};
type Progress = { matchedMs: number; timestamp: string };

export function createAccountRows(ledger: Ledger) {
  const accounts = createTable<AccountRow>(ledger, 'accounts', {
    initialCash: 'money',
    cash: 'money',
    configurations: 'json',
  });
  const positions = createTable<PositionRow>(ledger, 'positions', { qty: 'shares', cost: 'money' });
  const closes = createTable<CloseRow>(ledger, 'closes', {
    cash: 'money',
    equity: 'money',
    maintenanceMargin: 'money',
    holdings: 'json',
  });
  const writePosition = positions.writer(
    `ON CONFLICT (account_id, symbol) DO UPDATE SET ${excluded('qty cost')}`,
  );

  return {
    saveAccount: accounts.writer(
      `ON CONFLICT (id) DO UPDATE SET ${excluded('cash configurations')}`,
    ),
    savePosition(row: PositionRow): void {
      if (row.qty !== 0n) return writePosition(row);
      ledger.run(
        'DELETE FROM positions WHERE account_id = ? AND symbol = ?',
        row.accountId,
        row.symbol,
      );
    },
    saveClose: closes.writer('ON CONFLICT DO NOTHING'),
    saveProgress({ matchedMs, timestamp }: Progress): void {
      ledger.run(
        `INSERT INTO progress (only, matched_ms, stamp) VALUES (1, ?, ?)
         ON CONFLICT (only) DO UPDATE SET ${PROGRESS}`,
        matchedMs,
        timestamp,
      );
    },
    accounts: () => accounts.select('ORDER BY created_at, id'),
    positions: () => positions.select('ORDER BY account_id, symbol'),
    /** The newest close before `date`. */
    closeBefore: (accountId: string, date: string) =>
      closes.first('WHERE account_id = ? AND date < ? ORDER BY date DESC LIMIT 1', accountId, date),
    /** Closes dated in [from, to], oldest first. */
    closes: (accountId: string, from: string, to: string) =>
      closes.select(
        'WHERE account_id = ? AND date BETWEEN ? AND ? ORDER BY date',
        accountId,
        from,
        to,
      ),
    progress(): Progress | undefined {
      const row = ledger.get('SELECT * FROM progress');
      return row && { matchedMs: Number(row['matched_ms']), timestamp: String(row['stamp']) };
    },
    /** Everything but the accounts themselves; a watchlist is no trade and stays. */
    clearTrading(): void {
      for (const table of ['activities', 'orders', 'positions', 'closes', 'progress']) {
        ledger.db.exec(`DELETE FROM ${table}`);
      }
    },
  };
}

const PROGRESS = excluded('matched_ms stamp');
