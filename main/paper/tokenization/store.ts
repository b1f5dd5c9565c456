// Tokenization in the ledger's database: requests, idempotency keys and who may do what.
import type { Ledger } from '#main/paper/parts.ts';
import type { RequestFilter } from '#main/paper/tokenization/filters.ts';
import type { RequestStatus, TokenizationRequest } from '#main/paper/tokenization/request.ts';

/** `none`: not an Authorized Participant. `read`: one that may not mint. */
export type Permission = 'none' | 'read' | 'mint';
export type KeyRecord = { bodyHash: string; requestId: string; answer: string };

export type TokenizationStore = {
  insert(request: TokenizationRequest): void;
  finish(
    id: string,
    change: { status: RequestStatus; txHash: string | null; fees: string | null; atMs: number },
  ): void;
  byId(id: string): TokenizationRequest | undefined;
  /** The newest mint with this label. */
  byLabel(accountId: string, label: string): TokenizationRequest | undefined;
  /** Newest first. */
  list(accountId: string, filter: RequestFilter): readonly TokenizationRequest[];
  pending(): readonly TokenizationRequest[];
  completedMints(): number;
  all(): readonly TokenizationRequest[];
  /** The Idempotency-Key that each request was made under, by its id. */
  keys(): ReadonlyMap<string, string>;
  keyRecord(accountId: string, key: string): KeyRecord | undefined;
  saveKey(accountId: string, key: string, record: KeyRecord): void;
  permission(accountId: string): Permission;
  setPermission(accountId: string, permission: Permission): void;
  clear(): void;
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS tokenization_requests (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
    type TEXT NOT NULL, status TEXT NOT NULL, label TEXT, created_ms INTEGER NOT NULL,
    record TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS tokenization_by_label ON tokenization_requests (account_id, label);
  CREATE INDEX IF NOT EXISTS tokenization_by_time ON tokenization_requests (account_id, created_ms);
  CREATE INDEX IF NOT EXISTS tokenization_by_status ON tokenization_requests (status);
  CREATE TABLE IF NOT EXISTS tokenization_keys (
    account_id TEXT NOT NULL, key TEXT NOT NULL, body_hash TEXT NOT NULL, request_id TEXT NOT NULL,
    answer TEXT NOT NULL, PRIMARY KEY (account_id, key)) STRICT;
  CREATE TABLE IF NOT EXISTS tokenization_permissions (
    account_id TEXT PRIMARY KEY, permission TEXT NOT NULL) STRICT`;

export function createTokenizationStore({ db }: Ledger): TokenizationStore {
  db.exec(SCHEMA);
  const select = 'SELECT record FROM tokenization_requests';
  const byId = db.prepare(`${select} WHERE id = ?`);
  const byLabel = db.prepare(
    `${select} WHERE account_id = ? AND label = ? AND type = 'mint' ORDER BY seq DESC LIMIT 1`,
  );
  const update = db.prepare('UPDATE tokenization_requests SET status = ?, record = ? WHERE id = ?');
  const read = (row: Record<string, unknown> | undefined) =>
    row && (JSON.parse(String(row['record'])) as TokenizationRequest);
  const readAll = (sql: string, ...values: (string | number)[]) =>
    db
      .prepare(`${select} ${sql}`)
      .all(...values)
      .map((row) => JSON.parse(String(row['record'])) as TokenizationRequest);

  return {
    insert(request) {
      db.prepare(
        'INSERT INTO tokenization_requests (id, account_id, type, status, label, created_ms, record) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ).run(
        request.id,
        request.accountId,
        request.type,
        request.status,
        request.clientRequestId,
        request.createdMs,
        JSON.stringify(request),
      );
    },
    finish(id, { status, txHash, fees, atMs }) {
      const request = read(byId.get(id));
      if (!request) return;
      const next: TokenizationRequest = { ...request, status, txHash, fees, updatedMs: atMs };
      update.run(status, JSON.stringify(next), id);
    },
    byId: (id) => read(byId.get(id)),
    byLabel: (accountId, label) => read(byLabel.get(accountId, label)),
    list: (accountId, { matches, createdFromMs }) =>
      readAll(
        'WHERE account_id = ? AND created_ms >= ? ORDER BY seq DESC',
        accountId,
        createdFromMs,
      ).filter(matches),
    pending: () => readAll("WHERE status = 'pending' ORDER BY seq"),
    completedMints: () =>
      Number(
        db
          .prepare(
            "SELECT count(*) AS n FROM tokenization_requests WHERE type = 'mint' AND status = 'completed'",
          )
          .get()?.['n'],
      ),
    all: () => readAll('ORDER BY seq'),
    keys: () =>
      new Map(
        db
          .prepare('SELECT request_id, key FROM tokenization_keys')
          .all()
          .map((row) => [String(row['request_id']), String(row['key'])]),
      ),
    keyRecord(accountId, key) {
      const row = db
        .prepare(
          'SELECT body_hash, request_id, answer FROM tokenization_keys WHERE account_id = ? AND key = ?',
        )
        .get(accountId, key);
      return (
        row && {
          bodyHash: String(row['body_hash']),
          requestId: String(row['request_id']),
          answer: String(row['answer']),
        }
      );
    },
    saveKey(accountId, key, { bodyHash, requestId, answer }) {
      db.prepare('INSERT INTO tokenization_keys VALUES (?, ?, ?, ?, ?)').run(
        accountId,
        key,
        bodyHash,
        requestId,
        answer,
      );
    },
    permission(accountId) {
      const row = db
        .prepare('SELECT permission FROM tokenization_permissions WHERE account_id = ?')
        .get(accountId);
      return row ? (row['permission'] as Permission) : 'none';
    },
    setPermission(accountId, permission) {
      db.prepare('INSERT OR REPLACE INTO tokenization_permissions VALUES (?, ?)').run(
        accountId,
        permission,
      );
    },
    clear() {
      db.exec('DELETE FROM tokenization_requests; DELETE FROM tokenization_keys');
    },
  };
}
