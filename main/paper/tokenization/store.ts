// Tokenization in the ledger's database: requests, idempotency keys and who may do what.
import type { Ledger, Row } from '#main/paper/types.ts';
import type {
  RequestFilter,
  RequestStatus,
  TokenizationRequest,
} from '#main/paper/tokenization/request.ts';

/** `none`: not an Authorized Participant. `read`: one that may not mint. */
type Permission = 'none' | 'read' | 'mint';
export type KeyRecord = { bodyHash: string; requestId: string; answer: string };

type Result = { status: RequestStatus; txHash: string | null; fees: string | null; atMs: number };

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

export function createTokenizationStore({ db, all, get, run }: Ledger) {
  db.exec(SCHEMA);
  const read = (row: Row) => JSON.parse(String(row['record'])) as TokenizationRequest;
  const readOne = (where: string, ...values: string[]) => {
    const row = get(`SELECT record FROM tokenization_requests ${where}`, ...values);
    return row && read(row);
  };
  const readAll = (where: string, ...values: (string | number)[]) =>
    all(`SELECT record FROM tokenization_requests ${where}`, ...values).map(read);
  const byId = (id: string) => readOne('WHERE id = ?', id);

  return {
    insert(request: TokenizationRequest): void {
      run(
        'INSERT INTO tokenization_requests (id, account_id, type, status, label, created_ms, record) VALUES (?, ?, ?, ?, ?, ?, ?)',
        request.id,
        request.accountId,
        request.type,
        request.status,
        request.clientRequestId,
        request.createdMs,
        JSON.stringify(request),
      );
    },
    finish(id: string, { status, txHash, fees, atMs }: Result): void {
      const request = byId(id);
      if (!request) return;
      const next: TokenizationRequest = { ...request, status, txHash, fees, updatedMs: atMs };
      run(
        'UPDATE tokenization_requests SET status = ?, record = ? WHERE id = ?',
        status,
        JSON.stringify(next),
        id,
      );
    },
    byId,
    /** The newest mint with this label. */
    byLabel: (accountId: string, label: string) =>
      readOne(
        "WHERE account_id = ? AND label = ? AND type = 'mint' ORDER BY seq DESC LIMIT 1",
        accountId,
        label,
      ),
    /** Newest first. */
    list: (accountId: string, { matches, createdFromMs }: RequestFilter) =>
      readAll(
        'WHERE account_id = ? AND created_ms >= ? ORDER BY seq DESC',
        accountId,
        createdFromMs,
      ).filter(matches),
    pending: () => readAll("WHERE status = 'pending' ORDER BY seq"),
    completedMints: () =>
      Number(
        get(
          "SELECT count(*) AS n FROM tokenization_requests WHERE type = 'mint' AND status = 'completed'",
        )?.['n'],
      ),
    all: () => readAll('ORDER BY seq'),
    /** The Idempotency-Key that each request was made under, by its id. */
    keys: () =>
      new Map(
        all('SELECT request_id, key FROM tokenization_keys').map((row) => [
          String(row['request_id']),
          String(row['key']),
        ]),
      ),
    keyRecord(accountId: string, key: string): KeyRecord | undefined {
      const row = get(
        'SELECT body_hash, request_id, answer FROM tokenization_keys WHERE account_id = ? AND key = ?',
        accountId,
        key,
      );
      return (
        row && {
          bodyHash: String(row['body_hash']),
          requestId: String(row['request_id']),
          answer: String(row['answer']),
        }
      );
    },
    saveKey(accountId: string, key: string, { bodyHash, requestId, answer }: KeyRecord): void {
      run(
        'INSERT INTO tokenization_keys VALUES (?, ?, ?, ?, ?)',
        accountId,
        key,
        bodyHash,
        requestId,
        answer,
      );
    },
    permission(accountId: string): Permission {
      const row = get(
        'SELECT permission FROM tokenization_permissions WHERE account_id = ?',
        accountId,
      );
      return row ? (row['permission'] as Permission) : 'none';
    },
    setPermission(accountId: string, permission: Permission): void {
      run('INSERT OR REPLACE INTO tokenization_permissions VALUES (?, ?)', accountId, permission);
    },
    clear(): void {
      db.exec('DELETE FROM tokenization_requests; DELETE FROM tokenization_keys');
    },
  };
}
