// The third-party applications that may ask for a person's consent. Their secrets are kept as salted hashes.
import { createHash, scryptSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SCOPES } from '#main/paper/server/authenticator.ts';
import type { Ledger, Row } from '#main/paper/types.ts';

export const OAuthClientDraft = z.strictObject({
  client_id: z
    .string()
    .regex(/^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i, 'is a UUID')
    .optional(),
  client_secret: z.string().min(1).max(256).optional(),
  name: z.string().min(1).max(200),
  redirect_uri: z.array(z.url()).min(1).max(20),
  description: z.string().max(2000).default(''),
  url: z.string().max(500).default(''),
  terms_of_use: z.string().max(500).default(''),
  privacy_policy: z.string().max(500).default(''),
  status: z.enum(['ACTIVE', 'DISABLED']).default('ACTIVE'),
  live_trading_approved: z.boolean().default(false),
  /** What it may ask for; absent: every scope of this broker. */
  scopes: z.array(z.enum([...SCOPES, 'general'])).optional(),
  /** The one account whose key may use this client; absent: every account's key. */
  owner_account_id: z.uuid().optional(),
});
export type OAuthClientDraft = z.infer<typeof OAuthClientDraft>;

export type OAuthClient = Omit<OAuthClientDraft, 'client_id' | 'client_secret'> & {
  client_id: string;
};

export type OAuthClients = ReturnType<typeof createOAuthClients>;

type Deps = { ledger: Ledger; uuid(): string; randomBytes(count: number): Uint8Array };

export function createOAuthClients({ ledger, uuid, randomBytes }: Deps) {
  ledger.db.exec(`CREATE TABLE IF NOT EXISTS oauth_clients (
    client_id TEXT PRIMARY KEY, record TEXT NOT NULL, salt BLOB NOT NULL, secret_hash BLOB NOT NULL) STRICT`);
  const rowOf = (clientId: string) =>
    ledger.get(
      'SELECT record, salt, secret_hash FROM oauth_clients WHERE client_id = ?',
      plainId(clientId),
    );

  return {
    /** Registers a client, or replaces the one with the same id; answers the secret, which cannot be read again. */
    register({ client_id, client_secret, ...rest }: OAuthClientDraft) {
      const client: OAuthClient = { ...rest, client_id: plainId(client_id ?? uuid()) };
      const clientSecret = client_secret ?? plainId(uuid());
      const salt = randomBytes(16);
      ledger.run(
        'INSERT OR REPLACE INTO oauth_clients VALUES (?, ?, ?, ?)',
        client.client_id,
        JSON.stringify(client),
        salt,
        hashSecret(clientSecret, salt),
      );
      return { client, clientSecret };
    },
    /** Disabled, it gets no code and no token until it is active again. */
    setStatus(clientId: string, status: OAuthClient['status']): OAuthClient | undefined {
      const row = rowOf(clientId);
      if (!row) return undefined;
      const client: OAuthClient = { ...parseClient(row), status };
      ledger.run(
        'UPDATE oauth_clients SET record = ? WHERE client_id = ?',
        JSON.stringify(client),
        client.client_id,
      );
      return client;
    },
    /** The one before it is good for nothing from now on. */
    renewSecret(clientId: string): string | undefined {
      const clientSecret = plainId(uuid());
      const salt = randomBytes(16);
      const changed = ledger.run(
        'UPDATE oauth_clients SET salt = ?, secret_hash = ? WHERE client_id = ?',
        salt,
        hashSecret(clientSecret, salt),
        plainId(clientId),
      );
      return changed > 0 ? clientSecret : undefined;
    },
    find(clientId: string): OAuthClient | undefined {
      const row = rowOf(clientId);
      return row && parseClient(row);
    },
    /** The client, when the secret is its own. */
    verify(clientId: string, secret: string): OAuthClient | undefined {
      const row = rowOf(clientId);
      if (!row) return undefined;
      const given = hashSecret(secret, row['salt'] as Uint8Array);
      return timingSafeEqual(given, row['secret_hash'] as Uint8Array)
        ? parseClient(row)
        : undefined;
    },
    list: () => ledger.all('SELECT record FROM oauth_clients ORDER BY rowid').map(parseClient),
    remove: (clientId: string) =>
      ledger.run('DELETE FROM oauth_clients WHERE client_id = ?', plainId(clientId)) > 0,
  };
}

/** Ids are typed as UUIDs and shown as 32 hex digits; both spellings name the same client. */
export const plainId = (id: string) => id.replaceAll('-', '').toLowerCase();

/** For values that are random and long, where a plain hash is enough. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const parseClient = (row: Row) => JSON.parse(String(row['record'])) as OAuthClient;
const hashSecret = (secret: string, salt: Uint8Array) =>
  scryptSync(secret, salt, 32, { N: 4096, r: 8, p: 1 });
