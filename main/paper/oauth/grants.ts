// Codes and tokens. A code is used once and within ten minutes; a token lasts until it is revoked. Only hashes are kept.
import { sha256 } from '#main/paper/oauth/clients.ts';
import { SCOPES } from '#main/paper/server/authenticator.ts';
import type { BrokerClock, Caller, Ledger } from '#main/paper/types.ts';

export type Grant = {
  clientId: string;
  accountId: string;
  redirectUri: string;
  scope: string;
  /** PKCE, S256. */
  codeChallenge?: string;
};

export type Grants = ReturnType<typeof createGrants>;

type Deps = { ledger: Ledger; clock: BrokerClock; uuid(): string };

const CODE_LIFE_MS = 600_000;

export function createGrants({ ledger, clock, uuid }: Deps) {
  ledger.db.exec(`CREATE TABLE IF NOT EXISTS oauth_codes (
    hash TEXT PRIMARY KEY, record TEXT NOT NULL, expires_ms INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS oauth_tokens (
    hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, account_id TEXT NOT NULL, scope TEXT NOT NULL,
    issued_ms INTEGER NOT NULL) STRICT`);

  return {
    issueCode(grant: Grant): string {
      const code = uuid();
      ledger.run('DELETE FROM oauth_codes WHERE expires_ms <= ?', clock.now());
      ledger.run(
        'INSERT INTO oauth_codes VALUES (?, ?, ?)',
        sha256(code),
        JSON.stringify(grant),
        clock.now() + CODE_LIFE_MS,
      );
      return code;
    },
    /** Uses the code up, whatever comes of it. */
    redeemCode(code: string): Grant | undefined {
      const row = ledger.get(
        'DELETE FROM oauth_codes WHERE hash = ? RETURNING record, expires_ms',
        sha256(code),
      );
      if (!row || Number(row['expires_ms']) <= clock.now()) return undefined;
      return JSON.parse(String(row['record'])) as Grant;
    },
    issueToken({ clientId, accountId, scope }: Grant): string {
      const token = uuid();
      ledger.run(
        'INSERT INTO oauth_tokens VALUES (?, ?, ?, ?, ?)',
        sha256(token),
        clientId,
        accountId,
        scope,
        clock.now(),
      );
      return token;
    },
    callerOf(token: string): Caller | undefined {
      const row = ledger.get(
        'SELECT account_id, scope FROM oauth_tokens WHERE hash = ?',
        sha256(token),
      );
      if (!row) return undefined;
      const granted = new Set(String(row['scope']).split(' '));
      return {
        accountId: String(row['account_id']),
        via: 'token',
        scopes: new Set(SCOPES.filter((scope) => granted.has(scope))),
      };
    },
  };
}

/** The scope text in one spelling, or undefined when it names something unknown. `general` grants nothing of its own. */
export function parseScope(text: string): string | undefined {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  const known = names.every((name) => name === 'general' || SCOPES.some((scope) => scope === name));
  return known ? names.join(' ') : undefined;
}
