// The accounts of a desk, put together: the list, the units that are open, and what a person can do to either.
import { openWebSocket, type OpenSocket } from '#main/broker/streams/socket.ts';
import type { Ports } from '#main/ports.ts';
import { createAccounts, type Accounts } from '#main/desk/accounts/accounts.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import { createUnitBuilder } from '#main/desk/accounts/build-unit.ts';
import { createCheckKey } from '#main/desk/accounts/check-key.ts';
import { createProfiles, type Profiles } from '#main/desk/accounts/profiles.ts';
import { createUnits, type Units } from '#main/desk/accounts/units.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import type { OAuthSettingsStore } from '#main/desk/settings/oauth-settings.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { KillSwitch } from '#main/desk/kill-switch.ts';
import type { Lock } from '#main/desk/lock.ts';
import type { NewHosts } from '#main/desk/new-hosts.ts';
import type { Practice } from '#main/desk/practice/practice.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { OpenedSettings } from '#main/desk/settings/settings.ts';

type DeskAccounts = { profiles: Profiles; units: Units; accounts: Accounts };

type Deps = Pick<
  Ports,
  'clock' | 'delay' | 'random' | 'log' | 'neverLog' | 'info' | 'isFolderReadOnly'
> & {
  settings: OpenedSettings;
  lock: Pick<Lock, 'isLocked' | 'onChange'>;
  killSwitch: Pick<KillSwitch, 'isStopped' | 'stops'>;
  arming: Arming;
  newHosts: NewHosts;
  questions: Questions;
  keys: Keys;
  alerts: Pick<DeskAlerts, 'prices' | 'store'>;
  oauthSettings: OAuthSettingsStore;
  practice: Pick<Practice, 'connection'>;
  openSocket?: OpenSocket | undefined;
};

export function createDeskAccounts(deps: Deps): DeskAccounts {
  const { settings, killSwitch, arming, alerts, openSocket = openWebSocket } = deps;
  const { dataFolder } = deps.info;
  const newId = deps.random.uuid;
  const isAwaited = (accountId: string): boolean => alerts.prices.symbols(accountId).length > 0;
  const profiles: Profiles = createProfiles({
    settings,
    newId,
    isOpen: (accountId) => units.isOpen(accountId),
    isArmed: arming.isArmed,
    onRemoved: alerts.store.forget,
  });
  const units: Units = createUnits({
    ...deps,
    profiles,
    embedded: deps.practice.connection,
    refusal: arming.refusal,
    build: createUnitBuilder({
      ...deps,
      isStopped: killSwitch.isStopped,
      stops: killSwitch.stops,
      dataFolder,
      profiles,
      openSocket,
    }),
    isAwaited,
  });
  keepOpenWhileLocked(units, deps.lock);
  const checkKey = createCheckKey(deps);
  const accounts = createAccounts({
    ...deps,
    profiles,
    units,
    checkKey,
    isAwaited,
    dataFolder,
    newId,
  });
  return { profiles, units, accounts };
}

/**
 * A locked page watches nothing, yet orders and alerts go on: what was open when the desk was locked stays open, and is
 * still there for the page that comes back.
 */
export function keepOpenWhileLocked(
  units: Pick<Units, 'all' | 'hold'>,
  lock: Pick<Lock, 'isLocked' | 'onChange'>,
): void {
  let releases: (() => void)[] = [];
  let wasLocked = lock.isLocked();
  lock.onChange(() => {
    if (lock.isLocked() === wasLocked) return;
    wasLocked = lock.isLocked();
    for (const release of releases) release();
    releases = wasLocked ? units.all().map(({ unit }) => units.hold(unit.accountId)) : [];
  });
}
