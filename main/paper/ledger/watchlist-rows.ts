// Watchlists: names and symbols in the order in which they were given.
import type { Ledger } from '#main/paper/types.ts';
import {
  createRowCodec,
  valuesClause,
  type Columns,
  type Row,
} from '#main/paper/ledger/columns.ts';

export type Watchlist = {
  id: string;
  accountId: string;
  name: string;
  symbols: string[];
  createdAt: string;
  updatedAt: string;
};

export type WatchlistRows = {
  save(list: Watchlist): void;
  remove(id: string): void;
  all(accountId: string): Watchlist[];
  byId(accountId: string, id: string): Watchlist | undefined;
  byName(accountId: string, name: string): Watchlist | undefined;
};

type Stored = Omit<Watchlist, 'symbols'> & { symbols: string };

const COLUMNS: Columns<Stored> = {
  id: ['id', 'text'],
  accountId: ['account_id', 'text'],
  name: ['name', 'text'],
  symbols: ['symbols', 'text'],
  createdAt: ['created_at', 'text'],
  updatedAt: ['updated_at', 'text'],
};

export function createWatchlistRows({ db }: Ledger): WatchlistRows {
  const codec = createRowCodec(COLUMNS);
  const write = db.prepare(
    `INSERT INTO watchlists ${valuesClause(codec.columns)} ON CONFLICT (id) DO UPDATE SET
       name = excluded.name, symbols = excluded.symbols, updated_at = excluded.updated_at`,
  );
  const drop = db.prepare('DELETE FROM watchlists WHERE id = ?');
  const every = db.prepare('SELECT * FROM watchlists WHERE account_id = ? ORDER BY seq');
  const byId = db.prepare('SELECT * FROM watchlists WHERE account_id = ? AND id = ?');
  const byName = db.prepare('SELECT * FROM watchlists WHERE account_id = ? AND name = ?');

  const read = (row: Row): Watchlist => {
    const stored = codec.fromRow(row);
    return { ...stored, symbols: JSON.parse(stored.symbols) as string[] };
  };
  const first = (row: Row | undefined) => row && read(row);

  return {
    save: (list) =>
      void write.run(...codec.toValues({ ...list, symbols: JSON.stringify(list.symbols) })),
    remove: (id) => void drop.run(id),
    all: (accountId) => every.all(accountId).map(read),
    byId: (accountId, id) => first(byId.get(accountId, id)),
    byName: (accountId, name) => first(byName.get(accountId, name)),
  };
}
