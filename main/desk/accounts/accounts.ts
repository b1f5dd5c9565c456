// Everything a person can do to accounts, and what the desk does for them by itself: opens those with something
// unsettled, and asks about keys that could not be checked when they were saved.
import type { AccountProfile } from '#contract/accounts.ts';
import type { Input } from '#contract/calls.ts';
import { invalid, ok, type Result } from '#contract/failure.ts';
import type { FeedChoice } from '#contract/market-state.ts';
import type { Delay, Log, Ports } from '#main/ports.ts';
import { createAccountJournals } from '#main/desk/accounts/account-journals.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { CheckKey } from '#main/desk/accounts/check-key.ts';
import { createConnecting, nameIssue, type Connecting } from '#main/desk/accounts/connecting.ts';
import { createKeyRotation } from '#main/desk/accounts/key-rotation.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import { createRemoving } from '#main/desk/accounts/removing.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { NewHosts } from '#main/desk/new-hosts.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { OAuthSettingsStore } from '#main/desk/settings/oauth-settings.ts';

export type Accounts = {
  list(): AccountProfile[];
  open(accountId: string): Promise<Result<AccountProfile>>;
  check: Connecting['check'];
  connect(asked: Input<'accounts.connect'>): Promise<Result<AccountProfile>>;
  rotate(asked: Input<'accounts.rotate'>): Promise<Result<AccountProfile>>;
  rename(accountId: string, label: string): Result<AccountProfile>;
  setFeed(accountId: string, feed: FeedChoice): Result<AccountProfile>;
  reorder(accountIds: readonly string[]): Result<AccountProfile[]>;
  losses(accountId: string): Result<string[]>;
  remove(accountId: string, isLossAccepted: boolean): Promise<Result<AccountProfile[]>>;
  arm(accountId: string): Promise<Result<AccountProfile>>;
  disarm(accountId: string): Result<AccountProfile>;
  removeKey(accountId: string): Promise<Result<AccountProfile>>;
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
  questions: Pick<Questions, 'remove' | 'forgetKey' | 'replaceKey'>;
  oauthSettings: Pick<OAuthSettingsStore, 'get'>;
  dataFolder: string;
  newId: () => string;
  /** Somebody waits for news of it although no window shows it. */
  isAwaited?: (accountId: string) => boolean;
  delay: Delay;
  log: Log;
};

const ASK_AGAIN_MS = 30_000;

export function createAccounts(deps: Deps): Accounts {
  const { profiles, units, keys, arming, delay, log } = deps;
  const connecting = createConnecting(deps);
  const rotation = createKeyRotation(deps);
  const journals = createAccountJournals(deps);
  const removing = createRemoving({ ...deps, journals });
  /** Accounts that must be open although no window asked: something of theirs is open or awaited. */
  const wanted = new Set<string>();
  const stops: (() => void)[] = [];
  let cancelAsking: (() => void) | undefined;
  let isAsking = false;
  let isStopped = false;

  const run = (work: Promise<unknown>, what: string): void => {
    work.catch((error: unknown) => log('error', `${what} failed`, { error: String(error) }));
  };

  function openWanted(mayOpen: (accountId: string) => boolean = () => true): void {
    for (const accountId of wanted) {
      if (units.isOpen(accountId)) wanted.delete(accountId);
      else if (mayOpen(accountId)) run(units.open(accountId), 'opening an account');
    }
  }

  /** A prompt that was dismissed does not come back by itself: whoever waits for a key waits until it can be read. */
  function isReadable(accountId: string): boolean {
    const profile = profiles.get(accountId);
    const home = profile.ok ? profile.value.keyHome : 'none';
    const found = keys.status().homes.find((each) => each.home === home);
    return found !== undefined && found.isAvailable && found.why === undefined;
  }

  /** Nobody may open it for days, and the person is still to hear its news. What cannot be read yet may have some. */
  function isWanted(accountId: string): boolean {
    if (journals.read(accountId, (journal) => !journal.load().ok) === true) return true;
    if (journals.unsettled(accountId) > 0 || journals.openOrders(accountId) > 0) return true;
    if (journals.hasWayOut(accountId)) return true;
    return deps.isAwaited?.(accountId) === true;
  }

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

  async function viewAfter(accountId: string, done: Promise<Result<unknown>>) {
    const result = await done;
    return result.ok ? profiles.view(accountId) : result;
  }

  return {
    list: profiles.views,
    onChange: profiles.onChange,
    losses: removing.losses,
    reorder: profiles.reorder,
    check: connecting.check,
    open: (accountId) => viewAfter(accountId, units.open(accountId)),
    async connect(asked) {
      const connected = await connecting.connect(asked);
      if (!connected.ok) return connected;
      askLater();
      return profiles.view(connected.value);
    },
    async rotate({ accountId, ...asked }) {
      const rotated = await rotation.rotate(accountId, asked);
      if (!rotated.ok) return rotated;
      openWanted();
      askLater();
      return profiles.view(accountId);
    },
    rename(accountId, label) {
      const profile = profiles.get(accountId);
      if (!profile.ok) return profile;
      const issue = nameIssue(profiles, label, accountId);
      if (issue !== undefined) return invalid(issue, 'label');
      profiles.change(accountId, { label });
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
      if (!removed.ok) return removed;
      wanted.delete(accountId);
      return ok(profiles.views());
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
    start() {
      stops.push(
        keys.onChange(() => {
          profiles.touch();
          openWanted(isReadable);
        }),
        arming.onChange(profiles.touch),
      );
      for (const { accountId, environment } of profiles.all())
        if (environment !== 'embedded' && isWanted(accountId)) wanted.add(accountId);
      openWanted();
      verifyPending();
    },
    wake() {
      openWanted();
      verifyPending();
    },
    stop() {
      isStopped = true;
      cancelAsking?.();
      for (const stop of stops) stop();
    },
  };
}
