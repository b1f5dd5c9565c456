// Everything a person can do to accounts, and what the desk does for them by itself: keeps them watched, and asks about
// keys that could not be checked when they were saved.
import type { AccountProfile } from '#contract/accounts.ts';
import type { Input } from '#contract/calls.ts';
import { invalid, ok, type Result } from '#contract/failure.ts';
import type { FeedChoice } from '#contract/market-state.ts';
import type { Delay, Log, Ports } from '#main/ports.ts';
import type { AccountJournals } from '#main/desk/accounts/account-journals.ts';
import { createAccountRecord } from '#main/desk/accounts/account-record.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { CheckKey } from '#main/desk/accounts/check-key.ts';
import { createConnecting, nameIssue, type Connecting } from '#main/desk/accounts/connecting.ts';
import { createStoppableChecks } from '#main/desk/accounts/stoppable-checks.ts';
import { createKeyRotation } from '#main/desk/accounts/key-rotation.ts';
import { createKeyMoves } from '#main/desk/accounts/key-moves.ts';
import { createKeyWork } from '#main/desk/accounts/key-work.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import { createRemoving } from '#main/desk/accounts/removing.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { Watching } from '#main/desk/accounts/watching.ts';
import type { Keys, StoredHome } from '#main/desk/keys/types.ts';
import type { NewHosts } from '#main/desk/new-hosts.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { OAuthSettingsStore } from '#main/desk/settings/oauth-settings.ts';

export type Accounts = {
  list(): AccountProfile[];
  open(accountId: string): Promise<Result<AccountProfile>>;
  check: Connecting['check'];
  /** Of keys that were just typed; those that are checked by themselves go on. */
  stopCheck(): void;
  connect(asked: Input<'accounts.connect'>): Promise<Result<AccountProfile>>;
  rotate(asked: Input<'accounts.rotate'>): Promise<Result<AccountProfile>>;
  rename(accountId: string, label: string): Result<AccountProfile>;
  setFeed(accountId: string, feed: FeedChoice): Result<AccountProfile>;
  reorder(accountIds: readonly string[]): Result<AccountProfile[]>;
  losses(accountId: string): Promise<Result<string[]>>;
  /** What its journal knows, as a text for a file. */
  record(accountId: string): Result<{ text: string }>;
  /** Of the sealed file. Asked past the page where it may hold the key of a live account. */
  changePassphrase(current: string, next: string): ReturnType<Keys['changePassphrase']>;
  remove(accountId: string, isLossAccepted: boolean): Promise<Result<AccountProfile[]>>;
  arm(accountId: string): Promise<Result<AccountProfile>>;
  disarm(accountId: string): Result<AccountProfile>;
  removeKey(accountId: string): Promise<Result<AccountProfile>>;
  moveKey(accountId: string, keepIn: StoredHome): Promise<Result<AccountProfile>>;
  onChange(listener: () => void): () => void;
  start(): void;
  /** After sleep: what waits for the broker is asked now. */
  wake(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock'> & {
  profiles: Profiles;
  units: Units;
  keys: Keys;
  arming: Arming;
  checkKey: CheckKey;
  newHosts: NewHosts;
  questions: Pick<
    Questions,
    'remove' | 'forgetKey' | 'replaceKey' | 'moveKey' | 'changePassphrase'
  >;
  oauthSettings: Pick<OAuthSettingsStore, 'get'>;
  dataFolder: string;
  newId: () => string;
  journals: AccountJournals;
  watching: Watching;
  /** The practice account is started when it is asked for. */
  wake: (accountId: string) => Promise<void> | undefined;
  delay: Delay;
  log: Log;
};

const ASK_AGAIN_MS = 30_000;

export function createAccounts(deps: Deps): Accounts {
  const { profiles, units, keys, watching, arming, delay, log } = deps;
  const checks = createStoppableChecks(deps.checkKey);
  const connecting = createConnecting({ ...deps, checkKey: checks.checkKey });
  const keyMoves = createKeyMoves(deps);
  const keyWork = createKeyWork();
  const rotation = createKeyRotation({ ...deps, keyMoves, keyWork, checkTyped: checks.checkKey });
  const removing = createRemoving({ ...deps, keyWork });
  const stops: (() => void)[] = [];
  let cancelAsking: (() => void) | undefined;
  let isAsking = false;
  let isStopped = false;

  const run = (work: Promise<unknown>, what: string): void => {
    work.catch((error: unknown) => log('error', `${what} failed`, { error: String(error) }));
  };

  /** Keys that were saved while the broker could not be reached. */
  function verifyPending(): void {
    cancelAsking?.();
    cancelAsking = undefined;
    const pending = profiles.all().filter(({ isVerified, keyHome, environment }) => {
      return environment !== 'embedded' && !isVerified && keyHome !== 'none';
    });
    if (isAsking || isStopped || pending.length === 0) return;
    isAsking = true;
    run(
      Promise.all(pending.map(({ accountId }) => rotation.verify(accountId)))
        .then((answered) => {
          if (!answered.every(Boolean)) askLater();
        })
        .finally(() => (isAsking = false)),
      'checking a key',
    );
  }

  function askLater(): void {
    if (!isStopped) cancelAsking ??= delay(ASK_AGAIN_MS, verifyPending);
  }

  const sweep = (): void => run(keyMoves.sweep(), 'removing a second copy of a key');

  async function viewAfter(accountId: string, done: Promise<Result<unknown>>) {
    const result = await done;
    return result.ok ? profiles.view(accountId) : result;
  }

  return {
    list: profiles.views,
    onChange: profiles.onChange,
    losses: removing.losses,
    record: createAccountRecord(deps),
    async changePassphrase(current, next) {
      const hasLive = profiles.all().some(({ environment }) => environment === 'live');
      const refusal = hasLive ? await deps.questions.changePassphrase() : undefined;
      return refusal ?? keys.changePassphrase(current, next);
    },
    reorder: profiles.reorder,
    check: connecting.check,
    stopCheck: checks.stop,
    async open(accountId) {
      await deps.wake(accountId);
      const isLost = watching.unwatched(accountId) !== undefined;
      const opened = await viewAfter(accountId, units.open(accountId));
      // The page that asked looks at it next.
      const account = units.get(accountId);
      if (account.ok && isLost) account.value.unit.wake();
      // What opened one key may have opened others.
      watching.wake();
      return opened;
    },
    async connect(asked) {
      const connected = await connecting.connect(asked);
      if (!connected.ok) return connected;
      askLater();
      watching.open(connected.value);
      return profiles.view(connected.value);
    },
    async rotate({ accountId, ...asked }) {
      const rotated = await rotation.rotate(accountId, asked);
      if (!rotated.ok) return rotated;
      watching.open(accountId);
      askLater();
      return profiles.view(accountId);
    },
    rename(accountId, label) {
      const profile = profiles.get(accountId);
      if (!profile.ok) return profile;
      const issue = nameIssue(profiles, label, accountId);
      if (issue !== undefined) return invalid(issue, 'label');
      profiles.change(accountId, { label });
      run(rotation.relabel(accountId), 'naming an entry of the keychain');
      return profiles.view(accountId);
    },
    setFeed(accountId, feed) {
      const profile = profiles.get(accountId);
      if (!profile.ok) return profile;
      profiles.change(accountId, { feed });
      units
        .all()
        .find(({ unit }) => unit.accountId === accountId)
        ?.unit.chooseFeed(feed);
      return profiles.view(accountId);
    },
    async remove(accountId, isLossAccepted) {
      const removed = await removing.remove(accountId, isLossAccepted);
      return removed.ok ? ok(profiles.views()) : removed;
    },
    async arm(accountId) {
      const profile = profiles.get(accountId);
      return profile.ok ? viewAfter(accountId, arming.arm(profile.value)) : profile;
    },
    disarm(accountId) {
      arming.disarm(accountId);
      return profiles.view(accountId);
    },
    removeKey: (accountId) => viewAfter(accountId, removing.removeKey(accountId)),
    moveKey: (accountId, keepIn) => viewAfter(accountId, rotation.move(accountId, keepIn)),
    start() {
      stops.push(
        keys.onChange(sweep),
        // Its key was read, so that the keychain is open.
        units.onOpen(({ unit }) =>
          run(rotation.relabel(unit.accountId).then(sweep), 'naming an entry of the keychain'),
        ),
        arming.onChange(profiles.touch),
      );
      watching.start();
      verifyPending();
    },
    wake() {
      watching.wake();
      verifyPending();
    },
    stop() {
      isStopped = true;
      watching.stop();
      cancelAsking?.();
      for (const stop of stops) stop();
    },
  };
}
