// Watchlists of an account.
import { malformed, notFound, unprocessable } from '#main/paper/refusal.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { assetRecord } from '#main/paper/market/records.ts';
import { readBody, readMember, readText, type Body } from '#main/paper/engine/read-fields.ts';
import { createTable, excluded } from '#main/paper/engine/ledger/table.ts';
import type { Ledger } from '#main/paper/types.ts';

/** Which list is meant: by its id or by its name. */
export type WatchlistKey = { id: string } | { name: string };
type WatchlistRecord = Record<string, unknown>;

/** Symbols are in the order in which they were given. */
type Watchlist = {
  id: string;
  accountId: string;
  name: string;
  symbols: string[];
  createdAt: string;
  updatedAt: string;
};

const LONGEST_NAME = 64;
const LONGEST_SYMBOL = 64;
const MOST_SYMBOLS = 1_000;

export function createWatchlists(context: EngineContext, ledger: Ledger) {
  const table = createTable<Watchlist & { seq?: number }>(ledger, 'watchlists', {
    seq: 'auto',
    symbols: 'json',
  });
  const write = table.writer(
    `ON CONFLICT (id) DO UPDATE SET ${excluded('name symbols updated_at')}`,
  );
  const byName = (accountId: string, name: string) =>
    table.first('WHERE account_id = ? AND name = ?', accountId, name);

  function find(accountId: string, key: WatchlistKey): Watchlist {
    const list =
      'id' in key
        ? table.first('WHERE account_id = ? AND id = ?', accountId, key.id.toLowerCase())
        : byName(accountId, key.name);
    if (!list) throw notFound('watchlist not found');
    return list;
  }

  function save(list: Watchlist): WatchlistRecord {
    const updatedAt = context.timestamp(context.nowMs());
    const changed = { ...list, updatedAt, createdAt: list.createdAt || updatedAt };
    context.commit(() => write(changed));
    return record(changed);
  }

  function requireFreeName(accountId: string, name: string): void {
    if (byName(accountId, name)) throw unprocessable('watchlist name must be unique');
  }

  const symbolOf = (symbolOrId: string) => context.asset(symbolOrId).symbol;

  const record = ({ symbols, ...list }: Watchlist): WatchlistRecord => ({
    ...summary(list),
    assets: symbols.map((symbol) => assetRecord(context.asset(symbol))),
  });

  return {
    /** Without their assets. */
    all: (accountId: string) =>
      table.select('WHERE account_id = ? ORDER BY seq', accountId).map(summary),
    create(accountId: string, raw: unknown): WatchlistRecord {
      const body = readBody(raw);
      const name = readName(body);
      if (name === null) throw malformed('name is required');
      const symbols = readSymbols(body, symbolOf) ?? [];
      requireFreeName(accountId, name);
      const id = context.ids.uuid();
      return save({ id, accountId, name, symbols, createdAt: '', updatedAt: '' });
    },
    get: (accountId: string, key: WatchlistKey) => record(find(accountId, key)),
    update(accountId: string, key: WatchlistKey, raw: unknown): WatchlistRecord {
      const list = find(accountId, key);
      const body = readBody(raw);
      const name = readName(body);
      const symbols = readSymbols(body, symbolOf);
      if (name === null && symbols === null) throw malformed('name or symbols is required');
      if (name !== null && name !== list.name) requireFreeName(accountId, name);
      return save({ ...list, name: name ?? list.name, symbols: symbols ?? list.symbols });
    },
    add(accountId: string, key: WatchlistKey, raw: unknown): WatchlistRecord {
      const list = find(accountId, key);
      const given = readText(readBody(raw), 'symbol', LONGEST_SYMBOL);
      if (!given) throw malformed('symbol is required');
      const symbol = symbolOf(given);
      if (list.symbols.includes(symbol)) throw unprocessable(`duplicate symbol: ${symbol}`);
      if (list.symbols.length >= MOST_SYMBOLS) throw tooMany();
      return save({ ...list, symbols: [...list.symbols, symbol] });
    },
    removeSymbol(accountId: string, key: WatchlistKey, symbol: string): WatchlistRecord {
      const list = find(accountId, key);
      if (!list.symbols.includes(symbol)) throw notFound('symbol not found in watchlist');
      return save({ ...list, symbols: list.symbols.filter((each) => each !== symbol) });
    },
    remove(accountId: string, key: WatchlistKey): void {
      const { id } = find(accountId, key);
      context.commit(() => ledger.run('DELETE FROM watchlists WHERE id = ?', id));
    },
  };
}

function summary(list: Omit<Watchlist, 'symbols'>): WatchlistRecord {
  return {
    id: list.id,
    account_id: list.accountId,
    created_at: list.createdAt,
    updated_at: list.updatedAt,
    name: list.name,
  };
}

function readName(body: Body): string | null {
  const name = readText(body, 'name', LONGEST_NAME);
  if (name === '') throw malformed('name must not be empty');
  return name;
}

function readSymbols(body: Body, symbolOf: (given: string) => string): string[] | null {
  const given = readMember(body, 'symbols');
  if (given === null) return null;
  if (!Array.isArray(given)) throw malformed('symbols must be a list');
  if (given.length > MOST_SYMBOLS) throw tooMany();
  const symbols = given.map((each: unknown) => {
    if (typeof each !== 'string') throw malformed('symbols must be a list of strings');
    return symbolOf(each.slice(0, LONGEST_SYMBOL));
  });
  return [...new Set(symbols)];
}

const tooMany = () => unprocessable(`a watchlist holds at most ${MOST_SYMBOLS} symbols`);
