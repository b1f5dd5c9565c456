// Watchlists of an account.
import { malformed, notFound, unprocessable } from '#main/paper/refusal.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { assetRecord } from '#main/paper/market/records.ts';
import { readBody, readMember, readText, type Body } from '#main/paper/engine/read-fields.ts';
import { createWatchlistRows, type Watchlist } from '#main/paper/ledger/watchlist-rows.ts';
import type { Ledger } from '#main/paper/types.ts';

/** Which list is meant: by its id or by its name. */
export type WatchlistKey = { id: string } | { name: string };
export type WatchlistRecord = Record<string, unknown>;

export type Watchlists = {
  /** Without their assets. */
  all(accountId: string): WatchlistRecord[];
  create(accountId: string, body: unknown): WatchlistRecord;
  get(accountId: string, key: WatchlistKey): WatchlistRecord;
  update(accountId: string, key: WatchlistKey, body: unknown): WatchlistRecord;
  add(accountId: string, key: WatchlistKey, body: unknown): WatchlistRecord;
  removeSymbol(accountId: string, key: WatchlistKey, symbol: string): WatchlistRecord;
  remove(accountId: string, key: WatchlistKey): void;
};

const LONGEST_NAME = 64;
const LONGEST_SYMBOL = 64;
const MOST_SYMBOLS = 1_000;

export function createWatchlists(context: EngineContext, ledger: Ledger): Watchlists {
  const rows = createWatchlistRows(ledger);

  function find(accountId: string, key: WatchlistKey): Watchlist {
    const list =
      'id' in key ? rows.byId(accountId, key.id.toLowerCase()) : rows.byName(accountId, key.name);
    if (!list) throw notFound('watchlist not found');
    return list;
  }

  function save(list: Watchlist): WatchlistRecord {
    const updatedAt = context.timestamp(context.nowMs());
    const changed = { ...list, updatedAt, createdAt: list.createdAt || updatedAt };
    context.commit(() => rows.save(changed));
    return record(changed);
  }

  function requireFreeName(accountId: string, name: string): void {
    if (rows.byName(accountId, name)) throw unprocessable('watchlist name must be unique');
  }

  const symbolOf = (symbolOrId: string) => context.asset(symbolOrId).symbol;

  const record = ({ symbols, ...list }: Watchlist): WatchlistRecord => ({
    ...summary(list),
    assets: symbols.map((symbol) => assetRecord(context.asset(symbol))),
  });

  return {
    all: (accountId) => rows.all(accountId).map(summary),
    create(accountId, raw) {
      const body = readBody(raw);
      const name = readName(body);
      if (name === null) throw malformed('name is required');
      const symbols = readSymbols(body, symbolOf) ?? [];
      requireFreeName(accountId, name);
      const id = context.ids.uuid();
      return save({ id, accountId, name, symbols, createdAt: '', updatedAt: '' });
    },
    get: (accountId, key) => record(find(accountId, key)),
    update(accountId, key, raw) {
      const list = find(accountId, key);
      const body = readBody(raw);
      const name = readName(body);
      const symbols = readSymbols(body, symbolOf);
      if (name === null && symbols === null) throw malformed('name or symbols is required');
      if (name !== null && name !== list.name) requireFreeName(accountId, name);
      return save({ ...list, name: name ?? list.name, symbols: symbols ?? list.symbols });
    },
    add(accountId, key, raw) {
      const list = find(accountId, key);
      const given = readText(readBody(raw), 'symbol', LONGEST_SYMBOL);
      if (!given) throw malformed('symbol is required');
      const symbol = symbolOf(given);
      if (list.symbols.includes(symbol)) throw unprocessable(`duplicate symbol: ${symbol}`);
      if (list.symbols.length >= MOST_SYMBOLS) throw tooMany();
      return save({ ...list, symbols: [...list.symbols, symbol] });
    },
    removeSymbol(accountId, key, symbol) {
      const list = find(accountId, key);
      if (!list.symbols.includes(symbol)) throw notFound('symbol not found in watchlist');
      return save({ ...list, symbols: list.symbols.filter((each) => each !== symbol) });
    },
    remove(accountId, key) {
      const { id } = find(accountId, key);
      context.commit(() => rows.remove(id));
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
