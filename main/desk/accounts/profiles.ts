// The list of accounts: what is kept of each in the settings, and what is known of it in this run. Whoever shows
// accounts hears of every change.
import type { AccountProfile } from '#contract/accounts.ts';
import type { Unwatched } from '#contract/unwatched.ts';
import { fail, notAllowed, ok, type Result } from '#contract/failure.ts';
import { afterStart, keyView } from '#main/desk/accounts/key-places.ts';
import type { KeyRef } from '#main/desk/keys/types.ts';
import { embeddedProfile, type StoredProfile } from '#main/desk/settings/read-settings.ts';
import type { OpenedSettings } from '#main/desk/settings/settings.ts';
import { createListeners } from '#main/tools/listeners.ts';

export type Profiles = {
  all(): readonly StoredProfile[];
  get(accountId: string): Result<StoredProfile>;
  /** As the screens see them, in the person's order. */
  views(): AccountProfile[];
  view(accountId: string): Result<AccountProfile>;
  add(profile: StoredProfile): void;
  change(accountId: string, change: Partial<Omit<StoredProfile, 'accountId' | 'hosts'>>): void;
  remove(accountId: string): void;
  /** It, or its key, is being removed: nothing may begin with it any more. */
  setBeingRemoved(accountId: string, isBeingRemoved: boolean): void;
  isBeingRemoved(accountId: string): boolean;
  /** The names of everything secret that is kept for it. */
  keyNames(accountId: string): KeyRef['name'][];
  reorder(accountIds: readonly string[]): Result<AccountProfile[]>;
  /** Why it cannot be used now, in a sentence; undefined when it can. */
  setProblem(accountId: string, problem: string | undefined): void;
  problem(accountId: string): string | undefined;
  /** Something that a view shows has changed elsewhere: opened, closed, armed. */
  touch(): void;
  onChange(listener: () => void): () => void;
};

type Deps = {
  settings: Pick<OpenedSettings, 'get' | 'update' | 'note'>;
  newId: () => string;
  isOpen: (accountId: string) => boolean;
  isArmed: (profile: StoredProfile) => boolean;
  unwatched?: (accountId: string) => Unwatched | undefined;
  /** What else is kept about the account goes with it. */
  onRemoved?: (accountId: string) => void;
};

export const KEY_IS_MISSING = 'Its key is not on this computer. Enter it again.';

export function createProfiles(deps: Deps): Profiles {
  const { settings } = deps;
  const problems = new Map<string, string>();
  const beingRemoved = new Set<string>();
  const listeners = createListeners();
  const all = (): readonly StoredProfile[] => settings.get().profiles;

  prepare();

  /** The practice account is made without a question; a key that was for one run is gone with it. */
  function prepare(): void {
    const kept = all().map(afterStart);
    const hasEmbedded = kept.some(({ environment }) => environment === 'embedded');
    const profiles = hasEmbedded ? kept : [embeddedProfile(deps.newId()), ...kept];
    // A full disk must not keep the desk from opening.
    if (JSON.stringify(profiles) !== JSON.stringify(all()))
      settings.note((everything) => ({ ...everything, profiles }));
    for (const { accountId, keyHome } of profiles)
      if (keyHome === 'none') problems.set(accountId, KEY_IS_MISSING);
  }

  function save(profiles: readonly StoredProfile[]): void {
    settings.update((everything) => ({ ...everything, profiles: [...profiles] }));
  }

  function get(accountId: string): Result<StoredProfile> {
    const profile = all().find((one) => one.accountId === accountId);
    return profile ? ok(profile) : notAllowed(`Ballast has no account ${accountId}.`);
  }

  function viewOf(profile: StoredProfile): AccountProfile {
    const problem = problems.get(profile.accountId);
    const { keyEntry: _entry, keyCopies: _copies, wasForOneRun = false, ...shown } = profile;
    const unwatched = deps.unwatched?.(profile.accountId);
    return {
      ...shown,
      ...keyView(profile),
      ...(wasForOneRun && shown.keyHome === 'none' && { wasForOneRun }),
      ...(problem === KEY_IS_MISSING && { isKeyMissing: true }),
      isArmed: deps.isArmed(profile),
      isOpen: deps.isOpen(profile.accountId),
      ...(problem !== undefined && { problem }),
      ...(unwatched && { unwatched }),
    };
  }

  return {
    all,
    get,
    views: () => all().map(viewOf),
    view(accountId) {
      const profile = get(accountId);
      return profile.ok ? ok(viewOf(profile.value)) : profile;
    },
    add(profile) {
      save([...all(), profile]);
      listeners.notify();
    },
    change(accountId, change) {
      save(all().map((one) => (one.accountId === accountId ? { ...one, ...change } : one)));
      listeners.notify();
    },
    remove(accountId) {
      settings.update(({ watchlists, oauth, ...rest }) => ({
        ...rest,
        profiles: rest.profiles.filter((one) => one.accountId !== accountId),
        watchlists: without(watchlists, accountId),
        oauth: without(oauth, accountId),
      }));
      deps.onRemoved?.(accountId);
      problems.delete(accountId);
      beingRemoved.delete(accountId);
      listeners.notify();
    },
    setBeingRemoved(accountId, isBeingRemoved) {
      if (isBeingRemoved) beingRemoved.add(accountId);
      else beingRemoved.delete(accountId);
      listeners.notify();
    },
    isBeingRemoved: (accountId) => beingRemoved.has(accountId),
    keyNames: (accountId) => [
      'credentials',
      'broker',
      ...(settings.get().oauth[accountId]?.clientIds ?? []).map((id) => `client:${id}` as const),
    ],
    reorder(accountIds) {
      const known = new Map(all().map((profile) => [profile.accountId, profile]));
      const ordered = accountIds.flatMap((accountId) => known.get(accountId) ?? []);
      if (ordered.length !== known.size || new Set(accountIds).size !== known.size)
        return fail({
          kind: 'invalid',
          issues: [{ path: 'accountIds', message: 'Every account must be named once.' }],
        });
      save(ordered);
      listeners.notify();
      return ok(ordered.map(viewOf));
    },
    setProblem(accountId, problem) {
      if (problems.get(accountId) === problem) return;
      if (problem === undefined) problems.delete(accountId);
      else problems.set(accountId, problem);
      listeners.notify();
    },
    problem: (accountId) => problems.get(accountId),
    touch: listeners.notify,
    onChange: listeners.add,
  };
}

function without<T>(record: Record<string, T>, accountId: string): Record<string, T> {
  const { [accountId]: _gone, ...others } = record;
  return others;
}
