// Credentials on their way into and out of the place where keys are kept.
import { CredentialsInput, type KeyHome } from '#contract/accounts.ts';
import type { Credentials } from '#main/ports.ts';
import { parseJson } from '#main/tools/json.ts';
import type { KeyRef, StoredHome } from '#main/desk/keys/types.ts';

export const credentialsRef = ({ accountId, keyEntry }: Entry): KeyRef => ({
  accountId,
  name: 'credentials',
  label: keyEntry,
});
type Entry = { accountId: string; keyEntry?: string | undefined };

/** Where a profile says that its key is; so that no other place is asked. */
export const homeOf = ({ keyHome }: { keyHome: KeyHome }): StoredHome | undefined =>
  keyHome === 'none' ? undefined : keyHome;

export const packCredentials = (credentials: Credentials): string => JSON.stringify(credentials);

/** Undefined when what was kept is not a key of ours; it is never quoted. */
export function unpackCredentials(secret: string): Credentials | undefined {
  const parsed = CredentialsInput.safeParse(parseJson(secret));
  return parsed.success ? parsed.data : undefined;
}

/** Every text of it that must never be written down. */
export const secretsIn = (credentials: Credentials): string[] => Object.values(credentials);

export const proofName = (credentials: Credentials): 'key' | 'token' =>
  'token' in credentials ? 'token' : 'key';
