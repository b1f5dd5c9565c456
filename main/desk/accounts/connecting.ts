// How a key comes into the desk: checked with the broker, then kept, then used. What was there before is replaced only
// when the new one is safe, so there is never a moment without a key.
import type { CredentialsInput, HostSet } from '#contract/accounts.ts';
import { fail, invalid, ok, type Result } from '#contract/failure.ts';
import { ALPACA_HOSTS, hostIssues, type Outside } from '#main/domain/account-hosts.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import { isUnanswered, type CheckedKey, type CheckKey } from '#main/desk/accounts/check-key.ts';
import {
  credentialsRef,
  homeOf,
  packCredentials,
  proofName,
  unpackCredentials,
} from '#main/desk/accounts/credentials.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { Keys, StoredHome } from '#main/desk/keys/types.ts';
import type { StoredProfile } from '#main/desk/settings/settings-schema.ts';

export type Connecting = {
  check(asked: Asked): Promise<Result<CheckedKey & { environment: Outside }>>;
  /** Answers the id of the new account. */
  connect(asked: Asked & Keeping & { label: string }): Promise<Result<string>>;
  rotate(
    accountId: string,
    asked: Keeping & { credentials: CredentialsInput },
  ): Promise<Result<null>>;
  /** Asks the broker about a key that was kept unchecked. Whether the question was answered. */
  verify(accountId: string): Promise<boolean>;
};

type Asked = { environment: Outside; hosts?: HostSet | undefined; credentials: CredentialsInput };
type Keeping = { keepIn: StoredHome; isUnverifiedAllowed: boolean };

type Deps = {
  profiles: Profiles;
  units: Pick<Units, 'useCredentials'>;
  keys: Keys;
  arming: Pick<Arming, 'refusal'>;
  checkKey: CheckKey;
  newId: () => string;
};

const MOST_ACCOUNTS = 50;

export function createConnecting(deps: Deps): Connecting {
  const { profiles, units, keys, arming, checkKey } = deps;
  const busy = new Set<string>();
  /** How often each account's key was replaced: an answer about an older one is none. */
  const rotations = new Map<string, number>();

  /** Everything that can be said without asking anybody. */
  function settle({ environment, hosts = ALPACA_HOSTS[environment] }: Asked): Result<HostSet> {
    const issues = hostIssues(environment, hosts);
    if (issues.length > 0) return fail({ kind: 'invalid', issues });
    const refusal = arming.refusal(environment);
    return refusal === undefined ? ok(hosts) : fail({ kind: 'not-allowed', message: refusal });
  }

  /** Undefined when the broker could not be asked and the person allows to keep the key all the same. */
  async function ask(
    asked: { environment: Outside; hosts: HostSet; credentials: CredentialsInput },
    isUnverifiedAllowed: boolean,
  ): Promise<Result<CheckedKey | undefined>> {
    const checked = await checkKey(asked);
    if (!checked.ok && isUnverifiedAllowed && isUnanswered(checked.failure)) return ok(undefined);
    return checked;
  }

  function sameAccount(asked: Pick<StoredProfile, 'proof' | 'hosts' | 'accountNumber'>) {
    return profiles
      .all()
      .find(
        ({ proof, hosts, accountNumber }) =>
          accountNumber !== undefined &&
          accountNumber === asked.accountNumber &&
          proof === asked.proof &&
          hosts?.rest === asked.hosts?.rest,
      );
  }

  async function connect(
    asked: Asked & Keeping & { label: string },
    accountId: string,
  ): Promise<Result<string>> {
    const hosts = settle(asked);
    if (!hosts.ok) return hosts;
    const name = nameIssue(profiles, asked.label);
    if (name !== undefined) return invalid(name, 'label');
    if (profiles.all().length >= MOST_ACCOUNTS)
      return fail({ kind: 'not-allowed', message: `There are ${MOST_ACCOUNTS} accounts already.` });
    const checked = await ask({ ...asked, hosts: hosts.value }, asked.isUnverifiedAllowed);
    if (!checked.ok) return checked;
    const profile: StoredProfile = {
      accountId,
      label: asked.label,
      environment: asked.environment,
      hosts: hosts.value,
      proof: proofName(asked.credentials),
      keyHome: asked.keepIn,
      isVerified: checked.value !== undefined,
      ...checked.value,
    };
    const twin = sameAccount(profile);
    if (twin)
      return fail({
        kind: 'not-allowed',
        message: `This account is connected already as “${twin.label}”. Replace its key there.`,
      });
    const saved = await keys.save(
      credentialsRef(accountId),
      packCredentials(asked.credentials),
      asked.keepIn,
    );
    if (!saved.ok) return saved;
    try {
      // The name may have been taken while the broker and the keychain were asked.
      const taken = nameIssue(profiles, asked.label);
      if (taken !== undefined) throw new NameTaken(taken);
      profiles.add(profile);
    } catch (error) {
      await keys.remove(credentialsRef(accountId), asked.keepIn);
      if (error instanceof NameTaken) return invalid(error.message, 'label');
      throw error;
    }
    return ok(accountId);
  }

  async function rotate(
    accountId: string,
    { credentials, keepIn, isUnverifiedAllowed }: Keeping & { credentials: CredentialsInput },
  ): Promise<Result<null>> {
    const found = profiles.get(accountId);
    if (!found.ok) return found;
    const { environment, hosts, accountNumber, label } = found.value;
    if (environment === 'embedded' || !hosts)
      return fail({ kind: 'not-allowed', message: 'The practice account has no key to replace.' });
    const settled = settle({ environment, hosts, credentials });
    if (!settled.ok) return settled;
    const checked = await ask({ environment, hosts, credentials }, isUnverifiedAllowed);
    if (!checked.ok) return checked;
    const reported = checked.value?.accountNumber;
    if (reported !== undefined && accountNumber !== undefined && reported !== accountNumber)
      return fail({
        kind: 'not-allowed',
        message: `This key opens account ${reported}, and “${label}” is account ${accountNumber}. Connect it as an account of its own.`,
      });
    if (!profiles.get(accountId).ok) return profiles.get(accountId) as Result<never>;
    const saved = await keys.save(credentialsRef(accountId), packCredentials(credentials), keepIn);
    if (!saved.ok) return saved;
    const kept = profiles.get(accountId);
    if (!kept.ok) {
      // Removed while the keychain waited: a key that belongs to nothing must not stay.
      await keys.remove(credentialsRef(accountId), keepIn);
      return kept;
    }
    profiles.change(accountId, {
      keyHome: keepIn,
      proof: proofName(credentials),
      isVerified: reported !== undefined,
      ...(reported !== undefined && { accountNumber: reported }),
    });
    rotations.set(accountId, (rotations.get(accountId) ?? 0) + 1);
    profiles.setProblem(accountId, undefined);
    units.useCredentials(accountId, credentials);
    return ok(null);
  }

  return {
    async check(asked) {
      const hosts = settle(asked);
      if (!hosts.ok) return hosts;
      const checked = await checkKey({ ...asked, hosts: hosts.value });
      return checked.ok ? ok({ ...checked.value, environment: asked.environment }) : checked;
    },
    connect: (asked) => connect(asked, deps.newId()),
    async rotate(accountId, asked) {
      if (busy.has(accountId))
        return fail({ kind: 'not-allowed', message: 'Its key is being replaced already.' });
      busy.add(accountId);
      try {
        return await rotate(accountId, asked);
      } finally {
        busy.delete(accountId);
      }
    },
    async verify(accountId) {
      const found = profiles.get(accountId);
      if (!found.ok || found.value.isVerified || busy.has(accountId)) return true;
      const { environment, hosts } = found.value;
      if (environment === 'embedded' || !hosts || arming.refusal(environment)) return true;
      const rotation = rotations.get(accountId);
      const kept = await keys.read(credentialsRef(accountId), homeOf(found.value));
      const credentials = kept.ok && kept.value ? unpackCredentials(kept.value.secret) : undefined;
      if (!credentials) return true;
      const checked = await checkKey({ environment, hosts, credentials });
      // A key that was replaced meanwhile has been checked on its own, or is asked about next time.
      const now = profiles.get(accountId);
      if (!now.ok || now.value.isVerified || busy.has(accountId)) return true;
      if (rotations.get(accountId) !== rotation) return false;
      if (!checked.ok) {
        if (isUnanswered(checked.failure)) return false;
        profiles.setProblem(accountId, wordsOf(checked.failure));
        return true;
      }
      acceptNumber(profiles, now.value, checked.value.accountNumber);
      return true;
    },
  };
}

class NameTaken extends Error {}

const wordsOf = (failure: { kind: string; message?: string }): string =>
  `The broker did not accept its key: ${failure.message ?? failure.kind}`;

/** Two accounts of the same name are one mistake away from each other. */
export function nameIssue(
  profiles: Profiles,
  label: string,
  accountId?: string,
): string | undefined {
  const isSame = (other: string) => other.toLowerCase() === label.toLowerCase();
  const twin = profiles.all().find((one) => one.accountId !== accountId && isSame(one.label));
  return twin && `Another account is called “${twin.label}” already.`;
}

/** The broker said whose account this is: the key is verified, or it is the key of somebody else. */
export function acceptNumber(
  profiles: Profiles,
  profile: StoredProfile,
  accountNumber: string,
): 'accepted' | 'other-account' {
  const { accountId, isVerified } = profile;
  if (profile.accountNumber !== undefined && profile.accountNumber !== accountNumber) {
    profiles.setProblem(accountId, otherAccount(profile.accountNumber, accountNumber));
    return 'other-account';
  }
  if (!isVerified || profile.accountNumber === undefined)
    profiles.change(accountId, { isVerified: true, accountNumber });
  return 'accepted';
}

export const otherAccount = (expected: string, reported: string): string =>
  `Its key opens account ${reported}, not ${expected}. Nothing is traded with it; replace the key.`;
