// Where secrets are kept. They go in through the desk's calls and come out only to the clients and links of the account
// they belong to.
import type { KeyHome, KeyHomeStatus } from '#contract/accounts.ts';
import type { Result } from '#contract/failure.ts';

/** Which secret: an account's credentials, its broker partner's pair, or the secret of one OAuth client. */
export type KeyRef = {
  accountId: string;
  name: 'credentials' | 'broker' | `client:${string}`;
  /** The account's name, under which the keychain has it; absent for what was kept before it had names. */
  label?: string | undefined;
};

export type StoredHome = Exclude<KeyHome, 'none'>;

export type Keys = {
  /** As far as it is known; the keychain counts as there only once it has answered. */
  status(): KeyHomeStatus;
  /** Looks whether there is a keychain now, without making it ask for anything, and answers the status. */
  refreshStatus(): Promise<KeyHomeStatus>;
  /** The status changed: the keychain began to wait, the sealed file was opened. */
  onChange(listener: () => void): () => void;
  /** Whether it could be read now, without making the keychain ask for anything. Where that cannot be told, no. */
  isAtHand(ref: KeyRef, home: StoredHome): Promise<boolean>;
  /** Replaces what was there only once the new one is safely kept: there is never a moment without a key. */
  save(ref: KeyRef, secret: string, home: StoredHome): Promise<Result<null>>;
  /**
   * One more copy, written and read back; the others stay. Who makes it has written down before that there may be two,
   * and takes the other away with `removeCopy`.
   */
  copy(ref: KeyRef, secret: string, home: StoredHome): Promise<Result<null>>;
  removeCopy(ref: KeyRef, home: StoredHome): Promise<Result<null>>;
  /** Known to be open: nobody is asked by what is read or removed there now. */
  isOpen(home: StoredHome): boolean;
  /**
   * Nothing when there is none. A keychain that waits for its prompt makes this wait, until `stopWaiting`. Who knows the
   * home names it, so that no other is asked: looking for an absent key unlocks the keychain.
   */
  read(
    ref: KeyRef,
    home?: StoredHome,
  ): Promise<Result<{ secret: string; home: StoredHome } | undefined>>;
  /**
   * From wherever it is. Who knows the home names it: only then does a keychain that is missing or stays locked make this
   * fail, because only then is it known to hold something.
   */
  remove(ref: KeyRef, home?: StoredHome): Promise<Result<null>>;
  unseal(passphrase: string): Promise<Result<KeyHomeStatus>>;
  /** Of the sealed file; it is open afterwards. */
  changePassphrase(current: string, next: string): Promise<Result<KeyHomeStatus>>;
  stopWaiting(): void;
  /** Gives up waiting and forgets what is in memory. */
  stop(): void;
};
