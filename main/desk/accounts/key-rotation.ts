// How the key of an account is replaced, and how one that was kept unchecked is verified. The old key goes only when the
// new one is safe, so there is never a moment without a key.
import type { CredentialsInput } from '#contract/accounts.ts';
import { isUnanswered, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { CheckKey } from '#main/desk/accounts/check-key.ts';
import { checkIfPossible, usableHosts, type Keeping } from '#main/desk/accounts/connecting.ts';
import {
  credentialsRef,
  homeOf,
  packCredentials,
  proofName,
  unpackCredentials,
} from '#main/desk/accounts/credentials.ts';
import type { KeyMoves } from '#main/desk/accounts/key-moves.ts';
import type { KeyWork } from '#main/desk/accounts/key-work.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { Keys, StoredHome } from '#main/desk/keys/types.ts';
import type { NewHosts } from '#main/desk/new-hosts.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { StoredProfile } from '#main/desk/settings/read-settings.ts';

type NewKey = Keeping & { credentials: CredentialsInput };

type KeyRotation = {
  rotate(accountId: string, asked: NewKey): Promise<Result<null>>;
  /** Keeps the same key elsewhere. */
  move(accountId: string, keepIn: StoredHome): Promise<Result<null>>;
  /** Its entry in the keychain gets the name that the account has now. */
  relabel(accountId: string): Promise<Result<null>>;
  /** Asks the broker about a key that was kept unchecked. Whether the question was answered. */
  verify(accountId: string): Promise<boolean>;
};

type Deps = {
  profiles: Profiles;
  units: Pick<Units, 'useCredentials'>;
  keys: Keys;
  arming: Pick<Arming, 'refusal'>;
  checkKey: CheckKey;
  /** Of a key that a person typed, who can stop it. */
  checkTyped: CheckKey;
  newHosts: NewHosts;
  questions: Pick<Questions, 'replaceKey'>;
  keyMoves: Pick<KeyMoves, 'keep' | 'move' | 'relabel'>;
  keyWork: Pick<KeyWork, 'alone' | 'isBusy'>;
};

export function createKeyRotation(deps: Deps): KeyRotation {
  const { profiles, units, keys, arming, checkKey, questions } = deps;
  const { alone, isBusy } = deps.keyWork;
  /** How often each account's key was replaced: an answer about an older one is none. */
  const rotations = new Map<string, number>();

  async function replace(
    accountId: string,
    { credentials, keepIn, isUnverifiedAllowed }: NewKey,
  ): Promise<Result<null>> {
    const found = profiles.get(accountId);
    if (!found.ok) return found;
    const { environment, hosts, accountNumber, label, keyHome } = found.value;
    if (environment === 'embedded' || !hosts)
      return notAllowed('The practice account has no key to replace.');
    const usable = usableHosts(arming, { environment, hosts });
    if (!usable.ok) return usable;
    // Without a key nobody has agreed to its addresses: a restored file may have named them.
    const unknown =
      keyHome === 'none' ? await deps.newHosts.refusal(Object.values(hosts)) : undefined;
    if (unknown) return unknown;
    const checked = await checkIfPossible(
      deps.checkTyped,
      { environment, hosts, credentials },
      isUnverifiedAllowed,
    );
    if (!checked.ok) return checked;
    const reported = checked.value?.accountNumber;
    if (reported !== undefined && accountNumber !== undefined && reported !== accountNumber)
      return notAllowed(
        `This key opens account ${reported}, and “${label}” is account ${accountNumber}. Connect it as a separate account.`,
      );
    // Unchecked it may be no key at all, and the broker can be kept from answering.
    const isAsked = environment === 'live' && reported === undefined;
    const refusal = isAsked ? await questions.replaceKey(found.value) : undefined;
    if (refusal) return refusal;
    const present = profiles.get(accountId);
    if (!present.ok) return present;
    const kept = await deps.keyMoves.keep(accountId, packCredentials(credentials), keepIn, {
      proof: proofName(credentials),
      isVerified: reported !== undefined,
      ...(reported !== undefined && { accountNumber: reported }),
    });
    if (!kept.ok) return kept;
    rotations.set(accountId, (rotations.get(accountId) ?? 0) + 1);
    profiles.setProblem(accountId, undefined);
    units.useCredentials(accountId, credentials);
    return ok(null);
  }

  return {
    rotate: (accountId, asked) => alone(accountId, () => replace(accountId, asked)),
    move: (accountId, keepIn) => alone(accountId, () => deps.keyMoves.move(accountId, keepIn)),
    relabel: (accountId) => alone(accountId, () => deps.keyMoves.relabel(accountId)),
    async verify(accountId) {
      const found = profiles.get(accountId);
      if (!found.ok || found.value.isVerified) return true;
      if (isBusy(accountId)) return false;
      const { environment, hosts } = found.value;
      if (environment === 'embedded' || !hosts || arming.refusal(environment)) return true;
      const rotation = rotations.get(accountId);
      const [ref, home] = [credentialsRef(found.value), homeOf(found.value)];
      // Nobody waits for this: a keychain that would ask its person is left alone.
      if (home && !(await keys.isAtHand(ref, home))) return false;
      const kept = await keys.read(ref, home);
      const credentials = kept.ok && kept.value ? unpackCredentials(kept.value.secret) : undefined;
      if (!credentials) return true;
      const checked = await checkKey({ environment, hosts, credentials });
      // A key that was replaced meanwhile has been checked on its own, or is asked about next time.
      const now = profiles.get(accountId);
      if (!now.ok || now.value.isVerified || now.value.keyHome === 'none') return true;
      if (isBusy(accountId) || rotations.get(accountId) !== rotation) return false;
      if (!checked.ok) {
        if (isUnanswered(checked.failure)) return false;
        profiles.setProblem(accountId, refusalText(checked.failure));
        return true;
      }
      acceptNumber(profiles, now.value, checked.value.accountNumber);
      return true;
    },
  };
}

const refusalText = (failure: { kind: string; message?: string }): string =>
  `The broker did not accept its key: ${failure.message ?? failure.kind}`;

/** The broker said whose account this is: the key is verified, or it is the key of somebody else. */
export function acceptNumber(
  profiles: Profiles,
  profile: StoredProfile,
  accountNumber: string,
): void {
  const { accountId, isVerified } = profile;
  if (profile.accountNumber !== undefined && profile.accountNumber !== accountNumber) {
    profiles.setProblem(accountId, otherAccount(profile.accountNumber, accountNumber));
    return;
  }
  if (!isVerified || profile.accountNumber === undefined)
    profiles.change(accountId, { isVerified: true, accountNumber });
}

export const otherAccount = (expected: string, reported: string): string =>
  `Its key opens account ${reported}, not ${expected}. Trading with it is off; replace the key.`;
