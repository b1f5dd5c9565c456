// How an account comes into the desk: its key is checked with the broker, then kept, then used.
import type { CredentialsInput, HostSet } from '#contract/accounts.ts';
import { fail, invalid, isUnanswered, notAllowed, ok, type Result } from '#contract/failure.ts';
import { isSameName } from '#contract/names.ts';
import { ALPACA_HOSTS, hostIssues, type Outside } from '#main/domain/account-hosts.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { CheckedKey, CheckKey } from '#main/desk/accounts/check-key.ts';
import { credentialsRef, packCredentials, proofName } from '#main/desk/accounts/credentials.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { Keys, StoredHome } from '#main/desk/keys/types.ts';
import type { NewHosts } from '#main/desk/new-hosts.ts';
import type { StoredProfile } from '#main/desk/settings/read-settings.ts';

export type Connecting = {
  check(asked: Asked): Promise<Result<CheckedKey & { environment: Outside }>>;
  /** Answers the id of the new account. */
  connect(asked: Asked & Keeping & { label: string }): Promise<Result<string>>;
};

type Asked = { environment: Outside; hosts?: HostSet | undefined; credentials: CredentialsInput };
export type Keeping = { keepIn: StoredHome; isUnverifiedAllowed: boolean };

type Deps = {
  profiles: Profiles;
  keys: Keys;
  arming: Pick<Arming, 'refusal'>;
  checkKey: CheckKey;
  newHosts: NewHosts;
  newId: () => string;
};

const MOST_ACCOUNTS = 50;

export function createConnecting(deps: Deps): Connecting {
  const { profiles, keys, arming, checkKey, newHosts } = deps;

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
    const hosts = usableHosts(arming, asked);
    if (!hosts.ok) return hosts;
    const name = nameIssue(profiles, asked.label);
    if (name !== undefined) return invalid(name, 'label');
    if (profiles.all().length >= MOST_ACCOUNTS)
      return notAllowed(`There are already ${MOST_ACCOUNTS} accounts.`);
    const refusal = await newHosts.refusal(Object.values(hosts.value));
    if (refusal) return refusal;
    const checked = await checkIfPossible(
      checkKey,
      { ...asked, hosts: hosts.value },
      asked.isUnverifiedAllowed,
    );
    if (!checked.ok) return checked;
    const profile: StoredProfile = {
      accountId,
      label: asked.label,
      environment: asked.environment,
      hosts: hosts.value,
      proof: proofName(asked.credentials),
      keyHome: asked.keepIn,
      ...(asked.keepIn === 'keychain' && { keyEntry: asked.label }),
      isVerified: checked.value !== undefined,
      ...checked.value,
    };
    const twin = sameAccount(profile);
    if (twin)
      return notAllowed(
        `This account is already connected as “${twin.label}”. Replace its key there.`,
      );
    const saved = await keys.save(
      credentialsRef(profile),
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
      await keys.remove(credentialsRef(profile), asked.keepIn);
      if (error instanceof NameTaken) return invalid(error.message, 'label');
      throw error;
    }
    return ok(accountId);
  }

  return {
    async check(asked) {
      const hosts = usableHosts(arming, asked);
      if (!hosts.ok) return hosts;
      const refusal = await newHosts.refusal(Object.values(hosts.value));
      if (refusal) return refusal;
      const checked = await checkKey({ ...asked, hosts: hosts.value });
      return checked.ok ? ok({ ...checked.value, environment: asked.environment }) : checked;
    },
    connect: (asked) => connect(asked, deps.newId()),
  };
}

class NameTaken extends Error {}

/** Two accounts of the same name are one mistake away from each other. */
export function nameIssue(
  profiles: Profiles,
  label: string,
  accountId?: string,
): string | undefined {
  const isSame = (other: string) => isSameName(other.toLowerCase(), label.toLowerCase());
  const twin = profiles.all().find((one) => one.accountId !== accountId && isSame(one.label));
  return twin && `Another account is already called “${twin.label}”.`;
}

/** Everything that can be said about an address without asking anybody. */
export function usableHosts(
  arming: Pick<Arming, 'refusal'>,
  { environment, hosts = ALPACA_HOSTS[environment] }: Omit<Asked, 'credentials'>,
): Result<HostSet> {
  const issues = hostIssues(environment, hosts);
  if (issues.length > 0) return fail({ kind: 'invalid', issues });
  const refusal = arming.refusal(environment);
  return refusal === undefined ? ok(hosts) : notAllowed(refusal);
}

/** Undefined when the broker could not be asked and the person allows to keep the key all the same. */
export async function checkIfPossible(
  checkKey: CheckKey,
  asked: Parameters<CheckKey>[0],
  isUnverifiedAllowed: boolean,
): Promise<Result<CheckedKey | undefined>> {
  const checked = await checkKey(asked);
  if (!checked.ok && isUnverifiedAllowed && isUnanswered(checked.failure)) return ok(undefined);
  return checked;
}
