// Codes and tokens. A code is used once and within ten minutes; a token lasts until it is revoked, and is good for nothing
// while its application is disabled. Only hashes are kept.
import { sha256 } from '#main/paper/oauth/clients.ts';
import { SCOPES } from '#main/paper/server/authenticator.ts';
import type { BrokerClock, Caller, Ledger, Row } from '#main/paper/types.ts';
import { grantIdOf } from '#main/wire/grant-id.ts';

export type Grant = {
  clientId: string;
  accountId: string;
  redirectUri: string;
  scope: string;
  /** PKCE, S256. */
  codeChallenge?: string;
  /** What was granted with a code keeps its name and its time when it becomes a token. */
  granted?: { id: string; ms: number };
};

export type Grants = ReturnType<typeof createGrants>;

type Deps = { ledger: Ledger; clock: BrokerClock; uuid(): string };

export const CODE_LIFE_MS = 600_000;
/** The last use is written down so often at most. */
const USE_STEP_MS = 1_000;

// An application that is registered anew under its id replaces its row, which is no deletion to a trigger.
const TABLES = `CREATE TABLE IF NOT EXISTS oauth_codes (
    hash TEXT PRIMARY KEY, record TEXT NOT NULL, expires_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS oauth_tokens (
    hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, account_id TEXT NOT NULL, scope TEXT NOT NULL,
    issued_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS oauth_token_facts (
    hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, granted_ms INTEGER NOT NULL, used_ms INTEGER) STRICT;
  CREATE TRIGGER IF NOT EXISTS oauth_client_removed AFTER DELETE ON oauth_clients BEGIN
    DELETE FROM oauth_tokens WHERE client_id = OLD.client_id;
    DELETE FROM oauth_codes WHERE json_extract(record, '$.clientId') = OLD.client_id;
  END;
  CREATE TRIGGER IF NOT EXISTS oauth_token_ended AFTER DELETE ON oauth_tokens BEGIN
    DELETE FROM oauth_token_facts WHERE hash = OLD.hash;
  END;
  DELETE FROM oauth_tokens WHERE client_id NOT IN (SELECT client_id FROM oauth_clients);
  INSERT OR IGNORE INTO oauth_token_facts SELECT hash, '', issued_ms, NULL FROM oauth_tokens`;

const GOOD = `FROM oauth_tokens t JOIN oauth_clients c ON c.client_id = t.client_id
  WHERE t.hash = ? AND json_extract(c.record, '$.status') = 'ACTIVE'`;

export function createGrants({ ledger, clock, uuid }: Deps) {
  ledger.db.exec(TABLES);
  const usedMs = new Map<string, number>();

  function markUse(hash: string): void {
    const now = clock.now();
    if (now - (usedMs.get(hash) ?? -Infinity) < USE_STEP_MS) return;
    usedMs.set(hash, now);
    ledger.run('UPDATE oauth_token_facts SET used_ms = ? WHERE hash = ?', now, hash);
  }

  return {
    issueCode(grant: Grant): string {
      const code = uuid();
      ledger.run('DELETE FROM oauth_codes WHERE expires_ms <= ?', clock.now());
      ledger.run(
        'INSERT INTO oauth_codes VALUES (?, ?, ?)',
        sha256(code),
        JSON.stringify({ ...grant, granted: { id: grantIdOf(code), ms: clock.now() } }),
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
    issueToken({ clientId, accountId, scope, granted }: Grant): string {
      const token = uuid();
      const { id, ms } = granted ?? { id: grantIdOf(token), ms: clock.now() };
      ledger.transaction(() => {
        ledger.run(
          'INSERT INTO oauth_tokens VALUES (?, ?, ?, ?, ?)',
          sha256(token),
          clientId,
          accountId,
          scope,
          clock.now(),
        );
        ledger.run('INSERT INTO oauth_token_facts VALUES (?, ?, ?, NULL)', sha256(token), id, ms);
      });
      return token;
    },
    callerOf(token: string): Caller | undefined {
      const tokenHash = sha256(token);
      const row = ledger.get(`SELECT t.account_id, t.scope ${GOOD}`, tokenHash);
      if (!row) return undefined;
      markUse(tokenHash);
      const granted = new Set(String(row['scope']).split(' '));
      return {
        accountId: String(row['account_id']),
        via: 'token',
        tokenHash,
        scopes: new Set(SCOPES.filter((scope) => granted.has(scope))),
      };
    },
    isGood: (tokenHash: string): boolean => ledger.get(`SELECT 1 ${GOOD}`, tokenHash) !== undefined,
    /** Everything that opens an account, the oldest first. */
    accessTo: (accountId: string) =>
      ledger
        .all(
          `SELECT t.hash, t.client_id, t.scope, f.grant_id, f.granted_ms, f.used_ms, c.record
           FROM oauth_tokens t JOIN oauth_clients c ON c.client_id = t.client_id
           JOIN oauth_token_facts f ON f.hash = t.hash WHERE t.account_id = ? ORDER BY t.rowid`,
          accountId,
        )
        .map(accessOf),
    /** Takes everything back that an application has of an account, its unused codes as well. Answers how many tokens. */
    revoke: (clientId: string, accountId: string): number =>
      ledger.transaction(() => {
        ledger.run(
          `DELETE FROM oauth_codes WHERE json_extract(record, '$.clientId') = ?
           AND json_extract(record, '$.accountId') = ?`,
          clientId,
          accountId,
        );
        return ledger.run(
          'DELETE FROM oauth_tokens WHERE client_id = ? AND account_id = ?',
          clientId,
          accountId,
        );
      }),
    /** What was issued for one code or decision, of whichever account where none is named. Answers how many tokens. */
    revokeGrant: (clientId: string, grantId: string, accountId: string | null = null): number =>
      ledger.run(
        `DELETE FROM oauth_tokens WHERE client_id = ? AND account_id = ifnull(?, account_id)
         AND hash IN (SELECT hash FROM oauth_token_facts WHERE grant_id = ?)`,
        clientId,
        accountId,
        grantId,
      ),
    /** One token, by the application that has it. */
    revokeToken: (clientId: string, token: string): void =>
      void ledger.run(
        'DELETE FROM oauth_tokens WHERE hash = ? AND client_id = ?',
        sha256(token),
        clientId,
      ),
  };
}

const timeOf = (ms: unknown): string | null =>
  typeof ms === 'number' || typeof ms === 'bigint' ? new Date(Number(ms)).toISOString() : null;

function accessOf(row: Row) {
  const client = JSON.parse(String(row['record'])) as { name: string; status: string };
  return {
    tokenHash: String(row['hash']),
    wire: {
      /** Of what an earlier edition issued none is known. */
      grant_id: String(row['grant_id']) || null,
      client_id: String(row['client_id']),
      name: client.name,
      status: client.status,
      scope: String(row['scope']),
      granted_at: timeOf(row['granted_ms']),
      last_used_at: timeOf(row['used_ms']),
    },
  };
}

/** The scope text in one spelling, or undefined when it names something unknown. `general` grants nothing of its own. */
export function parseScope(text: string): string | undefined {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  const known = names.every((name) => name === 'general' || SCOPES.some((scope) => scope === name));
  return known ? names.join(' ') : undefined;
}
