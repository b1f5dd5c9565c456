// The third-party applications that may ask for a person's consent. Their secrets are kept as salted hashes.
import { createHash, scryptSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Ledger } from '#main/paper/parts.ts';

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
  /** The one account whose key may use this client; absent: every account's key. */
  owner_account_id: z.uuid().optional(),
});
export type OAuthClientDraft = z.infer<typeof OAuthClientDraft>;

export type OAuthClient = Omit<OAuthClientDraft, 'client_id' | 'client_secret'> & {
  client_id: string;
};

export type OAuthClients = {
  /** Registers a client, or replaces the one with the same id; answers the secret, which cannot be read again. */
  register(draft: OAuthClientDraft): { client: OAuthClient; clientSecret: string };
  find(clientId: string): OAuthClient | undefined;
  /** The client, when the secret is its own. */
  verify(clientId: string, secret: string): OAuthClient | undefined;
  list(): readonly OAuthClient[];
  remove(clientId: string): boolean;
};

type Deps = { ledger: Ledger; uuid(): string; randomBytes(count: number): Uint8Array };

export function createOAuthClients({ ledger: { db }, uuid, randomBytes }: Deps): OAuthClients {
  db.exec(`CREATE TABLE IF NOT EXISTS oauth_clients (
    client_id TEXT PRIMARY KEY, record TEXT NOT NULL, salt BLOB NOT NULL, secret_hash BLOB NOT NULL) STRICT`);
  const one = db.prepare('SELECT record, salt, secret_hash FROM oauth_clients WHERE client_id = ?');

  return {
    register({ client_id, client_secret, ...rest }) {
      const client: OAuthClient = { ...rest, client_id: plainId(client_id ?? uuid()) };
      const clientSecret = client_secret ?? plainId(uuid());
      const salt = randomBytes(16);
      db.prepare('INSERT OR REPLACE INTO oauth_clients VALUES (?, ?, ?, ?)').run(
        client.client_id,
        JSON.stringify(client),
        salt,
        hashSecret(clientSecret, salt),
      );
      return { client, clientSecret };
    },
    find(clientId) {
      const row = one.get(plainId(clientId));
      return row && parseClient(row['record']);
    },
    verify(clientId, secret) {
      const row = one.get(plainId(clientId));
      if (!row) return undefined;
      const given = hashSecret(secret, row['salt'] as Uint8Array);
      return timingSafeEqual(given, row['secret_hash'] as Uint8Array)
        ? parseClient(row['record'])
        : undefined;
    },
    list: () =>
      db
        .prepare('SELECT record FROM oauth_clients ORDER BY rowid')
        .all()
        .map((row) => parseClient(row['record'])),
    remove: (clientId) =>
      db.prepare('DELETE FROM oauth_clients WHERE client_id = ?').run(plainId(clientId)).changes >
      0,
  };
}

/** Ids are typed as UUIDs and shown as 32 hex digits; both spellings name the same client. */
export const plainId = (id: string) => id.replaceAll('-', '').toLowerCase();

/** For values that are random and long, where a plain hash is enough. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const parseClient = (record: unknown) => JSON.parse(String(record)) as OAuthClient;
const hashSecret = (secret: string, salt: Uint8Array) =>
  scryptSync(secret, salt, 32, { N: 4096, r: 8, p: 1 });
