// Key pairs and the accounts they open. Secrets are never stored: in memory a keyed digest that dies with the process,
// on disk (for accounts added through the control interface) a salted scrypt hash, worked out once per start.
import { createHmac, createSecretKey, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Ledger } from '#main/paper/types.ts';

export type Keyring = ReturnType<typeof createKeyring>;
export type KeyPair = { keyId: string; secretKey: string };

type Deps = { ledger: Ledger; randomBytes(count: number): Uint8Array };
type Entry = { accountId: string; digest?: Buffer; salt?: Buffer; hash?: Buffer };

const HASH_BYTES = 32;
/** Guessing is not the danger on loopback (secrets are 40 random characters), a copied data folder is. */
const SCRYPT = { N: 4096, r: 8, p: 1 };

export function createKeyring({ ledger, randomBytes }: Deps) {
  const pepper = createSecretKey(randomBytes(HASH_BYTES));
  const decoy = digest('decoy');
  const entries = new Map<string, Entry>();
  ledger.db.exec(`CREATE TABLE IF NOT EXISTS paper_keys (
    key_id TEXT PRIMARY KEY, account_id TEXT NOT NULL, salt BLOB NOT NULL, hash BLOB NOT NULL) STRICT`);
  for (const row of ledger.all('SELECT key_id, account_id, salt, hash FROM paper_keys')) {
    entries.set(String(row['key_id']), {
      accountId: String(row['account_id']),
      salt: Buffer.from(row['salt'] as Uint8Array),
      hash: Buffer.from(row['hash'] as Uint8Array),
    });
  }

  function digest(secretKey: string): Buffer {
    return createHmac('sha256', pepper).update(secretKey).digest();
  }

  /** False when the key id is taken. */
  function add(
    { keyId, secretKey, accountId }: KeyPair & { accountId: string },
    keep: 'memory' | 'disk',
  ): boolean {
    const known = entries.get(keyId);
    if (known !== undefined && known.accountId !== accountId) return false;
    entries.set(keyId, { accountId, digest: digest(secretKey) });
    if (keep === 'disk') {
      const salt = randomBytes(16);
      ledger.run(
        'INSERT OR REPLACE INTO paper_keys VALUES (?, ?, ?, ?)',
        keyId,
        accountId,
        salt,
        scryptSync(secretKey, salt, HASH_BYTES, SCRYPT),
      );
    }
    return true;
  }

  return {
    add,
    /** From now on this pair alone opens the account; false when the key id is taken. */
    exchange(pair: KeyPair & { accountId: string }): boolean {
      const old = [...entries].filter(([, entry]) => entry.accountId === pair.accountId);
      return ledger.transaction(() => {
        if (!add(pair, 'disk')) return false;
        for (const [keyId] of old) {
          if (keyId === pair.keyId) continue;
          entries.delete(keyId);
          ledger.run('DELETE FROM paper_keys WHERE key_id = ?', keyId);
        }
        return true;
      });
    },
    /** The account that this pair opens. */
    accountOf(keyId: string, secretKey: string): string | undefined {
      const given = digest(secretKey);
      const entry = entries.get(keyId);
      if (entry?.salt && entry.hash && !entry.digest) {
        const hash = scryptSync(secretKey, entry.salt, HASH_BYTES, SCRYPT);
        if (timingSafeEqual(hash, entry.hash)) entry.digest = given;
      }
      const same = timingSafeEqual(entry?.digest ?? decoy, given);
      return same && entry ? entry.accountId : undefined;
    },
    keyIds: (accountId: string): readonly string[] =>
      [...entries].filter(([, entry]) => entry.accountId === accountId).map(([keyId]) => keyId),
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In the service's own shape: a paper key id of 20 letters and digits, a secret of 40. */
export function newKey(randomBytes: Deps['randomBytes']): KeyPair {
  const text = (count: number) =>
    Array.from(randomBytes(count), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return { keyId: `PK${text(18)}`, secretKey: text(40) };
}
