// The composition root: everything above the shells, put together from ports.
import { isResting } from '#contract/resting.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import type { OpenSocket } from '#main/broker/streams/socket.ts';
import { createArming } from '#main/desk/accounts/arming.ts';
import { createArchiving } from '#main/desk/archiving.ts';
import { createAsking, createDialogs, type Asking } from '#main/desk/asking.ts';
import { createBackups } from '#main/desk/backup/backups.ts';
import { createDeskAccounts } from '#main/desk/desk-accounts.ts';
import { createAlertStore } from '#main/desk/alerts/alert-store.ts';
import { createDeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import { createOAuthCredentials } from '#main/desk/applications/oauth-credentials.ts';
import { createOAuthSettings } from '#main/desk/settings/oauth-settings.ts';
import { createOAuth } from '#main/desk/applications/oauth.ts';
import { createRegistrations } from '#main/desk/applications/registrations.ts';
import { createConnectToken } from '#main/desk/applications/tokens.ts';
import { recordDeskEvents } from '#main/desk/desk-events.ts';
import { createHiding } from '#main/desk/hiding.ts';
import { createKeys } from '#main/desk/keys/keys.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import { createKillSwitch } from '#main/desk/kill-switch.ts';
import { createLock } from '#main/desk/lock.ts';
import { createNavigation, type Navigation } from '#main/desk/navigation.ts';
import { createNewHosts } from '#main/desk/new-hosts.ts';
import { createBreakIt } from '#main/desk/practice/break-it.ts';
import { SHOWN_AFTER_MS } from '#main/desk/order-line.ts';
import { createPractice } from '#main/desk/practice/practice.ts';
import { createWanted } from '#main/desk/practice/wanted.ts';
import { createQuestions } from '#main/desk/questions.ts';
import { createSecondPerson } from '#main/desk/second-person.ts';
import { openDocuments } from '#main/desk/settings/desk-documents.ts';
import {
  createSettings,
  createSystemChoices,
  type SystemChoicesService,
} from '#main/desk/settings/settings.ts';
import { shownWhileLocked } from '#main/desk/while-locked.ts';
import { summarize, type DeskSummary } from '#main/desk/summary.ts';
import { createSummaryNews } from '#main/desk/summary-news.ts';
import type { Dispatch } from '#main/gateway/dispatch.ts';
import type { Feeds } from '#main/gateway/feeds.ts';
import { createGateway } from '#main/gateway/gateway.ts';
import type { Ports } from '#main/ports.ts';
import { createUpdates } from '#main/updates/updates.ts';

// A shell knows the desk as a whole and none of its rooms, so it has the type from here.
export type { DeskSummary };
export { SHOWN_AFTER_MS };

export type Desk = {
  dispatch: Dispatch;
  feeds: Feeds;
  /** The desk in one glance, for the tray and for whoever asks before ending it. */
  summary(): DeskSummary;
  /** It may say something else. */
  onSummary(listener: () => void): () => void;
  /** What a person chose about windows and the system. */
  system: SystemChoicesService;
  /** Works at once, whatever else is going on, and never throws. Answers what the person should know about it. */
  stopTrading(): string | undefined;
  /** Asks the page to show something. */
  navigate: Navigation['navigate'];
  start(): Promise<void>;
  /** The computer's own lock: the desk locks with it, where it can be locked. */
  lock(): void;
  /** After sleep. */
  wake(): void;
  stop(): Promise<void>;
};

type Edges = { openSocket?: OpenSocket; keys?: Keys };

export function createDesk(ports: Ports, edges: Edges = {}): Desk {
  const { clock, random, log } = ports;
  const settings = createSettings({ store: ports.settings, log });
  const documents = openDocuments(ports, settings);
  const notes = (isLocked: boolean) => [
    ...(ports.notes ?? []),
    ...settings.notes(),
    ...documents.notes(),
    ...(isLocked ? [] : asking.notes()),
  ];
  const asking: Asking = createAsking({ ...ports, isLocked: () => lock.isLocked() });
  const questions = createQuestions(asking);
  const lock = createLock({ ...ports, document: documents.lock, notes, questions });
  lock.onChange(() => {
    if (lock.isLocked()) asking.end();
  });
  const killSwitch = createKillSwitch({ ...ports, settings, asking });
  const newHosts = createNewHosts(asking);
  const dialogs = createDialogs(ports, asking);
  const arming = createArming({ ...ports, asking, lock });
  const keys = edges.keys ?? createKeys(ports);
  const store = createAlertStore(documents.alerts);
  const hiding = createHiding(settings);
  const alerts = createDeskAlerts({
    ...ports,
    store,
    newId: random.uuid,
    notify(alert) {
      const { whileLocked } = store.settings();
      const shown = shownWhileLocked(hiding.alert(alert), lock.isLocked(), whileLocked);
      if (shown) ports.notify(shown);
    },
  });
  const practice = createPractice(ports);
  const oauthSettings = createOAuthSettings(settings);
  const common = {
    ...ports,
    settings,
    lock,
    killSwitch,
    arming,
    newHosts,
    questions,
    secondPerson: createSecondPerson({ ...ports, asking, settings }),
    keys,
    alerts,
  };

  const { profiles, units, journals, accounts } = createDeskAccounts({
    ...common,
    oauthSettings,
    practice,
    openSocket: edges.openSocket,
  });
  alerts.watchAll(units);
  alerts.followUnwatched(accounts);
  recordDeskEvents({ units, killSwitch, arming, lock });

  const credentials = createOAuthCredentials({
    settings: oauthSettings,
    keys,
    newHosts,
    embedded: practice.oauth,
  });
  const oauth = createOAuth({
    ...ports,
    ...dialogs,
    questions,
    arming,
    credentials,
    connectToken: createConnectToken({ keys, accounts, practice }),
  });
  const archiving = createArchiving({
    ...common,
    ...ports.info,
    units,
  });
  const updates = createUpdates({
    ...ports,
    document: documents.updates,
    asking,
    isLocked: lock.isLocked,
  });
  const navigation = createNavigation({ ...ports, isLocked: lock.isLocked });
  const { dispatch, feeds } = createGateway({
    ...common,
    ...dialogs,
    units,
    accounts,
    oauth,
    asking,
    backups: createBackups({
      ...common,
      alerts: documents.alerts,
      journals,
      asking,
      isLocked: lock.isLocked,
    }),
    archiving,
    updates,
    registrations: createRegistrations({ ...ports, ...practice, credentials, questions }),
    breakIt: createBreakIt(practice),
    wake: practice.wake,
    navigation,
    newIntentId: () => uuidV7(clock.wall(), random.secret(10)),
  });

  return {
    dispatch,
    feeds,
    summary: () =>
      summarize({
        accounts: units.all,
        unwatched: () => accounts.list().filter((one) => one.unwatched),
        resting: () => accounts.list().filter(isResting),
        isStopped: killSwitch.isStopped,
        isLocked: lock.isLocked,
        alerts: alerts.recent,
        hiding,
        now: ports.clock.wall,
      }),
    onSummary: createSummaryNews({
      units,
      alerts,
      parts: [lock, killSwitch, settings, accounts],
      log,
    }),
    system: createSystemChoices(settings),
    stopTrading() {
      killSwitch.stop();
      return killSwitch.note();
    },
    navigate: navigation.navigate,
    async start() {
      await practice.start(
        { profiles, units },
        createWanted({
          settings,
          journals,
          profiles,
          alertSymbols: alerts.prices.symbols,
          dataFolder: ports.info.dataFolder,
        }),
      );
      accounts.start();
      archiving.start();
      updates.start();
    },
    lock: () => void lock.lock(),
    wake() {
      lock.wake();
      for (const { unit } of units.all()) unit.wake();
      accounts.wake();
    },
    async stop() {
      archiving.stop();
      updates.stop();
      lock.stop();
      accounts.stop();
      alerts.stop();
      units.stop();
      oauth.stop();
      keys.stop();
      await practice.stop();
    },
  };
}
