// Market moves made by hand. Kept in the ledger, because the market is a function of seed and time and forgets them:
// without them a restart would change the past that orders were filled in.
import type { Decimal } from '#main/domain/decimal.ts';
import type { Ledger, Market } from '#main/paper/parts.ts';

export type Shock = { symbol: string | null; factor: string; at: string };
export type Shocks = {
  add(symbol: string | undefined, factor: Decimal, atMs: number): Shock;
};

export function createShocks({
  ledger: { db },
  market,
}: {
  ledger: Ledger;
  market: Market;
}): Shocks {
  db.exec(
    'CREATE TABLE IF NOT EXISTS paper_shocks (symbol TEXT, factor TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT',
  );
  const apply = (symbol: string | undefined, factor: Decimal, atMs: number) =>
    market.shock({ ...(symbol === undefined ? {} : { symbol }), factor, atMs });
  for (const row of db
    .prepare('SELECT symbol, factor, at_ms FROM paper_shocks ORDER BY rowid')
    .all()) {
    const symbol = row['symbol'] === null ? undefined : String(row['symbol']);
    apply(symbol, String(row['factor']) as Decimal, Number(row['at_ms']));
  }
  return {
    add(symbol, factor, atMs) {
      db.prepare('INSERT INTO paper_shocks VALUES (?, ?, ?)').run(symbol ?? null, factor, atMs);
      apply(symbol, factor, atMs);
      return { symbol: symbol ?? null, factor, at: new Date(atMs).toISOString() };
    },
  };
}
