// What the account settings say, apart from how they draw it.
import type { AccountProfile, KeyHome } from '#contract/accounts.ts';

export type StoredHome = Exclude<KeyHome, 'none'>;

export const HOME_NAMES: Record<StoredHome, string> = {
  keychain: 'This computer’s keychain',
  'sealed-file': 'A file sealed with a passphrase',
  'this-run': 'Memory, for this run only',
};

export const HOME_MEANINGS: Record<StoredHome, string> = {
  keychain: 'Opened with your login.',
  'sealed-file': 'Ballast asks for the passphrase once each time it starts.',
  'this-run': 'Nothing is saved. You enter the key again after the next start.',
};

export const HOME_PLACES: Record<StoredHome, string> = {
  keychain: 'in the keychain',
  'sealed-file': 'in the sealed file',
  'this-run': 'in memory, for this run only',
};

/** It was for one run, was forgotten, or is not where it was kept. */
const isKeyMissed = ({ keyHome, isKeyMissing = false }: AccountProfile): boolean =>
  keyHome === 'none' || isKeyMissing;

/** It must be entered again: it is missed, or is where this computer cannot read it. */
export function isKeyGone(profile: AccountProfile): boolean {
  const { environment, isOpen, unwatched } = profile;
  if (environment === 'embedded') return false;
  return isKeyMissed(profile) || (!isOpen && unwatched?.remedy === 'enter-key');
}

/** Where the key of an account is, and whether the broker has accepted it. */
export function keyWords(profile: AccountProfile): string {
  const { environment, proof, keyHome, isVerified } = profile;
  if (environment === 'embedded') return 'A new key is made at each start';
  const what = proof === 'token' ? 'Token' : 'Key';
  if (keyHome === 'none') return `${what} not on this computer`;
  const where = HOME_PLACES[keyHome];
  if (isKeyMissed(profile)) return `${what} was ${where} but is not there now`;
  return `${what} ${where}, ${isVerified ? 'checked with the broker' : 'not checked yet'}`;
}

/** The list with one account moved to another place. */
export function moved(accountIds: readonly string[], accountId: string, to: number): string[] {
  const rest = accountIds.filter((id) => id !== accountId);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), accountId, ...rest.slice(place)];
}
