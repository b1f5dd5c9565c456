// Small facts about this data folder that belong to no account: its seed, its first account, how far its clock got.
import type { Ledger } from '#main/paper/parts.ts';

export type State = {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
};

export function createState({ db }: Ledger): State {
  db.exec(
    'CREATE TABLE IF NOT EXISTS paper_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
  );
  const read = db.prepare('SELECT value FROM paper_state WHERE name = ?');
  const write = db.prepare(
    'INSERT INTO paper_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    get(name) {
      const row = read.get(name);
      return row === undefined ? undefined : String(row['value']);
    },
    set(name, value) {
      write.run(name, value);
    },
  };
}
