// What became of the codes: who asked for a token with which one, and why it got none. The application is told by the
// standard error; what is written down here is for the person whose account it is.
import { sha256 } from '#main/paper/oauth/clients.ts';
import { CODE_LIFE_MS, type Grant } from '#main/paper/oauth/grants.ts';
import type { BrokerClock, Ledger } from '#main/paper/types.ts';

export type ExchangeOutcome =
  | 'exchanged'
  | 'wrong_secret'
  | 'disabled'
  | 'unknown_code'
  | 'expired_code'
  | 'used_code'
  | 'replayed_code'
  | 'revoked_code'
  | 'other_client'
  | 'other_redirect'
  | 'other_verifier';

export type Exchanges = ReturnType<typeof createExchanges>;

type Deps = { ledger: Ledger; clock: BrokerClock };

/** As long as a refusal can say more of a code than that it is not known. */
const REMEMBERED_MS = 86_400_000;
const MOST = 500;
const LISTED = 50;

export function createExchanges({ ledger, clock }: Deps) {
  ledger.db.exec(`CREATE TABLE IF NOT EXISTS oauth_code_uses (
    hash TEXT PRIMARY KEY, issued_ms INTEGER NOT NULL, account_id TEXT NOT NULL, used_ms INTEGER) STRICT;
    CREATE TABLE IF NOT EXISTS oauth_exchanges (
    id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, client_id TEXT NOT NULL, account_id TEXT, outcome TEXT NOT NULL)
    STRICT`);

  return {
    codeIssued(code: string, { accountId }: Pick<Grant, 'accountId'>): void {
      ledger.run('DELETE FROM oauth_code_uses WHERE issued_ms <= ?', clock.now() - REMEMBERED_MS);
      ledger.run(
        'INSERT INTO oauth_code_uses (hash, issued_ms, account_id) VALUES (?, ?, ?)',
        sha256(code),
        clock.now(),
        accountId,
      );
    },
    /** Marks the code as used; why it cannot be, when it was not there to be redeemed. */
    useCode(code: string): 'unknown_code' | 'expired_code' | 'used_code' | 'revoked_code' {
      const hash = sha256(code);
      const row = ledger.get('SELECT issued_ms, used_ms FROM oauth_code_uses WHERE hash = ?', hash);
      if (!row) return 'unknown_code';
      if (row['used_ms'] !== null) return 'used_code';
      ledger.run('UPDATE oauth_code_uses SET used_ms = ? WHERE hash = ?', clock.now(), hash);
      const isOld = Number(row['issued_ms']) + CODE_LIFE_MS <= clock.now();
      return isOld ? 'expired_code' : 'revoked_code';
    },
    record(clientId: string, code: string, outcome: ExchangeOutcome): void {
      const row = ledger.get('SELECT account_id FROM oauth_code_uses WHERE hash = ?', sha256(code));
      const accountId = row ? String(row['account_id']) : null;
      ledger.run(
        'INSERT INTO oauth_exchanges (at_ms, client_id, account_id, outcome) VALUES (?, ?, ?, ?)',
        clock.now(),
        clientId,
        accountId,
        outcome,
      );
      ledger.run(
        'DELETE FROM oauth_exchanges WHERE id <= (SELECT max(id) FROM oauth_exchanges) - ?',
        MOST,
      );
    },
    /** The newest first. */
    list: () =>
      ledger.all('SELECT * FROM oauth_exchanges ORDER BY id DESC LIMIT ?', LISTED).map((row) => ({
        at: new Date(Number(row['at_ms'])).toISOString(),
        client_id: String(row['client_id']),
        account_id: row['account_id'] === null ? null : String(row['account_id']),
        outcome: row['outcome'] as ExchangeOutcome,
      })),
  };
}
