// One unit per account, open from the start to the end: orders and alerts go on whatever is looked at. Only what a window
// watches has prices. Opening waits for the key, however long a keychain makes it wait.
import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Credentials, Hosts, Ports } from '#main/ports.ts';
import { credentialsRef, homeOf, unpackCredentials } from '#main/desk/accounts/credentials.ts';
import { KEY_IS_MISSING, type Profiles } from '#main/desk/accounts/profiles.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { BegunCancel } from '#main/account/orders/cancel-loop.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { StoredProfile } from '#main/desk/settings/read-settings.ts';
import type { WatchlistService } from '#main/desk/watchlists.ts';
import { createListeners } from '#main/tools/listeners.ts';

/** Where an account's broker is, and how the account proves itself there. */
export type BrokerConnection = { hosts: Hosts; credentials: Credentials };

export type OpenAccount = {
  /** As it is at the moment of asking. */
  readonly profile: AccountProfile;
  unit: AccountUnit;
  watchlists: WatchlistService;
};

export type Units = {
  all(): OpenAccount[];
  /** Only what is open; asking keeps it in sight for some seconds. Every call and feed names an account; any other is refused. */
  get(accountId: string): Result<OpenAccount>;
  open(accountId: string): Promise<Result<OpenAccount>>;
  isOpen(accountId: string): boolean;
  isOpening(accountId: string): boolean;
  /** It is being opened anew, with the key that it had: no keychain is asked. */
  hasKeyOfBefore(accountId: string): boolean;
  /** Keeps it in sight until the answered function is called. */
  hold(accountId: string): () => void;
  /** A key that was replaced: an open unit goes on with it, one that is being opened begins with it. */
  useCredentials(accountId: string, credentials: Credentials): void;
  close(accountId: string): void;
  /** Called with each account as it opens. */
  onOpen(listener: (account: OpenAccount) => void): () => void;
  /** Called with the account and the reason whenever a unit ends that windows may still watch. */
  onClose(listener: (accountId: string) => void): () => void;
  stop(): void;
};

type Deps = Pick<Ports, 'delay' | 'log'> & {
  profiles: Profiles;
  keys: Pick<Keys, 'read' | 'status' | 'onChange'>;
  /** The practice broker's, once it runs. */
  embedded: () => Result<BrokerConnection>;
  /** Why an account may not be opened here at all. */
  refusal: (environment: StoredProfile['environment']) => string | undefined;
  build: (
    profile: StoredProfile,
    connection: BrokerConnection,
    onReadLate: () => void,
  ) => Result<{ unit: AccountUnit; watchlists: WatchlistService }>;
};

type Entry = {
  account: OpenAccount;
  /** Its key may be one that no keychain tells a second time. */
  connection: BrokerConnection;
  holds: number;
  cancelRest: (() => void) | undefined;
};

/** What a unit that is opened anew has of the one before. */
type Left = { connection: BrokerConnection; cancels: readonly BegunCancel[] };

/** Who comes back within it finds the prices as they were. */
export const REST_MS = 10_000;
const OPEN_ANEW_MS = 500;

export function createUnits(deps: Deps): Units {
  const { profiles, delay, log } = deps;
  const entries = new Map<string, Entry>();
  const opening = new Map<string, { done: Promise<Result<OpenAccount>>; goOn: () => void }>();
  /** Keys that were replaced while the account was being opened with the old one. */
  const replaced = new Map<string, Credentials>();
  const left = new Map<string, Left>();
  const openListeners = createListeners<[OpenAccount]>(log);
  const closeListeners = createListeners<[string]>(log);
  const connectionOf = createConnectionReader(deps);
  let isStopped = false;

  /** A key that is entered meanwhile does not wait for the one of before, which may be behind a prompt. */
  async function openNow(
    accountId: string,
    isReplaced: Promise<undefined>,
  ): Promise<Result<OpenAccount>> {
    const before = profiles.get(accountId);
    if (!before.ok) return before;
    const read = await Promise.race([
      ofOneBefore(before.value) ?? connectionOf(before.value),
      isReplaced,
    ]);
    // It, or its key, may have been removed while the keychain waited.
    const profile = profiles.get(accountId);
    if (!profile.ok) return profile;
    const connection = connectionWith(profile.value, replaced.get(accountId)) ?? read;
    if (!connection?.ok) return troubled(accountId, connection ?? notAllowed(KEY_IS_MISSING));
    if (profile.value.keyHome === 'none' || profiles.isBeingRemoved(accountId))
      return notAllowed(KEY_IS_MISSING);
    if (isStopped) return notAllowed('Ballast is closing.');
    const built = deps.build(profile.value, connection.value, () => openAnew(accountId));
    if (!built.ok) return troubled(accountId, built);
    const account: OpenAccount = {
      ...built.value,
      get profile() {
        const view = profiles.view(accountId);
        if (!view.ok) throw new Error('an open account has no profile');
        return view.value;
      },
    };
    const entry: Entry = {
      account,
      connection: connection.value,
      holds: 0,
      cancelRest: undefined,
    };
    entries.set(accountId, entry);
    profiles.setProblem(accountId, undefined);
    openListeners.notify(account);
    const { unit } = account;
    // The first price of the practice account comes before anybody could ask for it.
    if (unit.environment === 'embedded') see(entry);
    else unit.setInSight(unit.isAtWork());
    unit.start();
    unit.trading.goOnCanceling(left.get(accountId)?.cancels ?? []);
    left.delete(accountId);
    profiles.touch();
    return ok(account);
  }

  function troubled(accountId: string, result: Result<never>): Result<never> {
    if (!result.ok) profiles.setProblem(accountId, describeFailure(result.failure));
    return result;
  }

  function open(accountId: string): Promise<Result<OpenAccount>> {
    const entry = entries.get(accountId);
    if (entry) return Promise.resolve(ok(entry.account));
    const running = opening.get(accountId);
    if (running) return running.done;
    const { promise: isReplaced, resolve } = Promise.withResolvers<undefined>();
    const done = openNow(accountId, isReplaced).finally(() => {
      opening.delete(accountId);
      replaced.delete(accountId);
      profiles.touch();
    });
    opening.set(accountId, { done, goOn: () => resolve(undefined) });
    return done;
  }

  /** The practice broker may have been started again since, with another key. */
  function ofOneBefore({
    accountId,
    environment,
  }: StoredProfile): Result<BrokerConnection> | undefined {
    const before = environment === 'embedded' ? undefined : left.get(accountId);
    return before && ok(before.connection);
  }

  /**
   * Its journal could be read only now: a unit that begins with it knows all of it, as after any start. What the journal
   * does not have, it gets from the unit before.
   */
  function openAnew(accountId: string): void {
    const entry = entries.get(accountId);
    if (!entry) return;
    log('info', 'an account is opened anew with its journal', { accountId });
    const { account, connection } = entry;
    const cancels = account.unit.trading.untakenCancels();
    close(accountId);
    left.set(accountId, { connection, cancels });
    // Windows that show it see it closed first, and begin anew with it.
    delay(OPEN_ANEW_MS, () => {
      open(accountId).catch((error: unknown) =>
        log('error', 'an account could not be opened anew', { error: String(error) }),
      );
    });
  }

  /** From now on, and for some seconds after the last who watches it is gone. */
  function see(entry: Entry): void {
    const { unit } = entry.account;
    entry.cancelRest?.();
    entry.cancelRest = undefined;
    unit.setInSight(true);
    if (entry.holds > 0) return;
    entry.cancelRest = delay(REST_MS, () =>
      unit.isAtWork() ? see(entry) : unit.setInSight(false),
    );
  }

  function close(accountId: string): void {
    left.delete(accountId);
    const entry = entries.get(accountId);
    if (!entry) return;
    entries.delete(accountId);
    entry.cancelRest?.();
    entry.account.unit.stop();
    closeListeners.notify(accountId);
    profiles.touch();
  }

  return {
    open,
    close,
    isOpen: (accountId) => entries.has(accountId),
    isOpening: (accountId) => opening.has(accountId),
    hasKeyOfBefore: (accountId) => left.has(accountId),
    all: () => [...entries.values()].map(({ account }) => account),
    get(accountId) {
      const entry = entries.get(accountId);
      if (!entry) return notAllowed(`Account ${accountId} is not open in Ballast.`);
      see(entry);
      return ok(entry.account);
    },
    hold(accountId) {
      const entry = entries.get(accountId);
      if (!entry) return () => undefined;
      let isHeld = true;
      entry.holds++;
      see(entry);
      return () => {
        if (!isHeld) return;
        isHeld = false;
        entry.holds--;
        if (entries.get(accountId) === entry) see(entry);
      };
    },
    useCredentials(accountId, credentials) {
      if (opening.has(accountId)) replaced.set(accountId, credentials);
      opening.get(accountId)?.goOn();
      for (const one of [entries.get(accountId), left.get(accountId)])
        if (one) one.connection = { ...one.connection, credentials };
      entries.get(accountId)?.account.unit.useCredentials(credentials);
    },
    onOpen: openListeners.add,
    onClose: closeListeners.add,
    stop() {
      isStopped = true;
      for (const { account, cancelRest } of entries.values()) {
        cancelRest?.();
        account.unit.stop();
      }
      entries.clear();
    },
  };
}

function connectionWith(
  { hosts }: StoredProfile,
  credentials: Credentials | undefined,
): Result<BrokerConnection> | undefined {
  return hosts && credentials && ok({ hosts, credentials });
}

function createConnectionReader({
  profiles,
  keys,
  embedded,
  refusal: refusalOf,
}: Pick<Deps, 'profiles' | 'keys' | 'embedded' | 'refusal'>) {
  return async (profile: StoredProfile): Promise<Result<BrokerConnection>> => {
    if (profile.environment === 'embedded') return embedded();
    const refusal = refusalOf(profile.environment);
    if (refusal !== undefined) return notAllowed(refusal);
    if (!profile.hosts) throw new Error('an account outside has no hosts');
    if (profile.keyHome === 'none') return notAllowed(KEY_IS_MISSING);
    const kept = await readKey(profile);
    if (!kept.ok) return kept;
    const credentials = kept.value && unpackCredentials(kept.value.secret);
    if (!credentials) return notAllowed(KEY_IS_MISSING);
    return ok({ hosts: profile.hosts, credentials });
  };

  /** However long that takes, the screen says what it waits for. */
  async function readKey(profile: StoredProfile): ReturnType<Keys['read']> {
    const { accountId } = profile;
    const showWaiting = (): void => {
      const now = profiles.get(accountId);
      // One that was replaced is elsewhere, whatever the keychain still waits for.
      if (keys.status().isWaiting && now.ok && now.value.keyHome === 'keychain')
        profiles.setProblem(accountId, 'The keychain is waiting for an answer to its prompt.');
    };
    showWaiting();
    const stop = keys.onChange(showWaiting);
    try {
      return await keys.read(credentialsRef(profile), homeOf(profile));
    } finally {
      stop();
    }
  }
}
