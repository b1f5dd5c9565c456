// Small facts about this data folder that belong to no account: its seed, its first account, how far its clock got.
import type { Ledger } from '#main/paper/types.ts';

export type Metadata = ReturnType<typeof createMetadata>;

export function createMetadata(ledger: Ledger) {
  ledger.db.exec(
    'CREATE TABLE IF NOT EXISTS paper_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
  );
  return {
    get(name: string): string | undefined {
      const row = ledger.get('SELECT value FROM paper_state WHERE name = ?', name);
      return row && String(row['value']);
    },
    set(name: string, value: string): void {
      ledger.run(
        'INSERT INTO paper_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        value,
      );
    },
  };
}
