// Where secrets are kept. They go in through the desk's calls and come out only to the clients and links of the account
// they belong to.
import type { KeyHome, KeyHomeStatus } from '#contract/accounts.ts';
import type { Result } from '#contract/failure.ts';

/** Which secret: an account's credentials, its broker partner's pair, or the secret of one OAuth client. */
export type KeyRef = { accountId: string; name: 'credentials' | 'broker' | `client:${string}` };

export type StoredHome = Exclude<KeyHome, 'none'>;

export type Keys = {
  status(): KeyHomeStatus;
  /** The status changed: the keychain began to wait, the sealed file was opened. */
  onChange(listener: () => void): () => void;
  /** Replaces what was there only once the new one is safely kept: there is never a moment without a key. */
  save(ref: KeyRef, secret: string, home: StoredHome): Promise<Result<null>>;
  /** Nothing when there is none. A keychain that waits for its prompt makes this wait, until `stopWaiting`. */
  read(ref: KeyRef): Promise<Result<{ secret: string; home: StoredHome } | undefined>>;
  /** From wherever it is. */
  remove(ref: KeyRef): Promise<Result<null>>;
  unseal(passphrase: string): Promise<Result<KeyHomeStatus>>;
  stopWaiting(): void;
};
