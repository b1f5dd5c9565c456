// The accounts of a desk, put together: the list, the units that are open, and what a person can do to either.
import { openWebSocket, type OpenSocket } from '#main/broker/streams/socket.ts';
import type { Ports } from '#main/ports.ts';
import {
  createAccountJournals,
  type AccountJournals,
} from '#main/desk/accounts/account-journals.ts';
import { createAccounts, type Accounts } from '#main/desk/accounts/accounts.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import { createUnitBuilder } from '#main/desk/accounts/build-unit.ts';
import { createCheckKey } from '#main/desk/accounts/check-key.ts';
import { createProfiles, type Profiles } from '#main/desk/accounts/profiles.ts';
import { createUnits, type Units } from '#main/desk/accounts/units.ts';
import { createWatching, type Watching } from '#main/desk/accounts/watching.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import type { OAuthSettingsStore } from '#main/desk/settings/oauth-settings.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { KillSwitch } from '#main/desk/kill-switch.ts';
import type { NewHosts } from '#main/desk/new-hosts.ts';
import type { Practice } from '#main/desk/practice/practice.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { OpenedSettings } from '#main/desk/settings/settings.ts';

type DeskAccounts = {
  profiles: Profiles;
  units: Units;
  journals: AccountJournals;
  accounts: Accounts;
};

type Deps = Pick<
  Ports,
  'clock' | 'delay' | 'random' | 'log' | 'neverLog' | 'info' | 'isFolderReadOnly'
> & {
  settings: OpenedSettings;
  killSwitch: Pick<KillSwitch, 'isStopped' | 'stops'>;
  arming: Arming;
  newHosts: NewHosts;
  questions: Questions;
  keys: Keys;
  alerts: Pick<DeskAlerts, 'forget'>;
  oauthSettings: OAuthSettingsStore;
  practice: Pick<Practice, 'connection' | 'wake'>;
  openSocket?: OpenSocket | undefined;
};

export function createDeskAccounts(deps: Deps): DeskAccounts {
  const { settings, killSwitch, arming, alerts, openSocket = openWebSocket } = deps;
  const { dataFolder } = deps.info;
  const newId = deps.random.uuid;
  const profiles: Profiles = createProfiles({
    settings,
    newId,
    isOpen: (accountId) => units.isOpen(accountId),
    isArmed: arming.isArmed,
    unwatched: (accountId) => watching.unwatched(accountId),
    onRemoved: alerts.forget,
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
  });
  const journals = createAccountJournals({ ...deps, profiles, units, dataFolder });
  const watching: Watching = createWatching({ ...deps, profiles, units, journals });
  const checkKey = createCheckKey(deps);
  const accounts = createAccounts({
    ...deps,
    profiles,
    units,
    checkKey,
    journals,
    watching,
    dataFolder,
    newId,
    wake: deps.practice.wake,
  });
  return { profiles, units, journals, accounts };
}
