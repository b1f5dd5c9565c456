// The composition root: everything above the shells, put together from ports.
import { join } from 'node:path';
import { describeFailure, fail, ok, type Result } from '#contract/failure.ts';
import { createDeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import { DEFAULT_ALERTS } from '#main/desk/alerts/loudness.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { createDispatch, type Dispatch } from '#main/gateway/dispatch.ts';
import { createFeeds, type Feeds } from '#main/gateway/feeds.ts';
import { createHandlers } from '#main/gateway/handlers.ts';
import { createSources } from '#main/gateway/sources.ts';
import { openWebSocket, type OpenSocket } from '#main/broker/links/socket.ts';
import type { KeyPair, Ports } from '#main/ports.ts';
import { createAccounts } from '#main/desk/accounts/accounts.ts';
import { createAirlock } from '#main/desk/accounts/airlock.ts';
import { createUnitBuilder } from '#main/desk/accounts/build-unit.ts';
import { createCheckKey } from '#main/desk/accounts/check-key.ts';
import { holdWhileLocked } from '#main/desk/accounts/hold-while-locked.ts';
import { createProfiles, type Profiles } from '#main/desk/accounts/profiles.ts';
import { createUnits, type Access, type Units } from '#main/desk/accounts/units.ts';
import { watchedAccount } from '#main/desk/alerts/watched-account.ts';
import { createAlertStore } from '#main/desk/alerts/alert-store.ts';
import { createBreakIt } from '#main/desk/practice/break-it.ts';
import { createDeskEvents } from '#main/desk/desk-events.ts';
import { createEmbeddedBroker } from '#main/desk/practice/embedded-broker.ts';
import { createKeys } from '#main/desk/keys/keys.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import { createKillSwitch } from '#main/desk/kill-switch.ts';
import { createLock } from '#main/desk/lock.ts';
import { createAccess, type EmbeddedAccess } from '#main/desk/applications/access.ts';
import { openEmbeddedApps } from '#main/desk/applications/demo-app.ts';
import { createOAuth } from '#main/desk/applications/oauth.ts';
import { createOAuthPlaces } from '#main/desk/applications/places.ts';
import { createSettings, isReviewSkipped } from '#main/desk/settings/settings.ts';
import { summarize, type DeskSummary } from '#main/desk/summary.ts';
import {
  createSystemChoices,
  type SystemChoicesService,
} from '#main/desk/settings/system-choices.ts';
import { createVisits, type Visits } from '#main/desk/visits.ts';

export type { DeskSummary };

export type Desk = {
  dispatch: Dispatch;
  feeds: Feeds;
  /** The desk in one glance, for the tray and for whoever asks before ending it. */
  summary(): DeskSummary;
  /** What a person chose about windows and the system. */
  system: SystemChoicesService;
  /** Works at once, whatever else is going on, and never throws. Answers what the person should know about it. */
  stopTrading(): string | undefined;
  /** Asks the page to show something. */
  visit: Visits['go'];
  start(): Promise<void>;
  /** The computer's own lock: the desk locks with it, where it can be locked. */
  lock(): void;
  /** After sleep. */
  wake(): void;
  stop(): Promise<void>;
};

type Edges = { openSocket?: OpenSocket; keys?: Keys };

export function createDesk(ports: Ports, edges: Edges = {}): Desk {
  const { clock, delay, random, log, info } = ports;
  const settings = createSettings({ store: ports.settings, log });
  const lock = createLock({ settings, notes: settings.notes, clock, delay, random, log });
  const killSwitch = createKillSwitch({
    ...ports,
    settings,
    confirm: async (question) => (await ports.confirm(question)) && !lock.isLocked(),
  });
  const airlock = createAirlock({ ...ports, shell: info.shell, isLocked: lock.isLocked });
  const keys = edges.keys ?? createKeys(ports);
  const broker = createEmbeddedBroker({ ...ports, dataFolder: join(info.dataFolder, 'embedded') });
  const visits = createVisits(ports);
  const alerts = createDeskAlerts({
    ...ports,
    store: createAlertStore(settings, DEFAULT_ALERTS, log),
    newId: random.uuid,
  });
  const isAwaited = (accountId: string): boolean => alerts.prices.symbols(accountId).length > 0;
  let embedded: Result<Access & { credentials: KeyPair }> = fail({
    kind: 'not-allowed',
    message: 'The embedded broker has not started yet.',
  });

  const profiles: Profiles = createProfiles({
    settings,
    newId: random.uuid,
    isOpen: (accountId) => units.isOpen(accountId),
    isArmed: airlock.isArmed,
  });
  const units: Units = createUnits({
    profiles,
    keys,
    embedded: () => embedded,
    refusal: airlock.refusal,
    build: createUnitBuilder({
      ...ports,
      dataFolder: info.dataFolder,
      settings,
      profiles: () => profiles,
      airlock,
      isStopped: killSwitch.isStopped,
      stops: killSwitch.stops,
      openSocket: edges.openSocket ?? openWebSocket,
    }),
    isAwaited,
    delay,
    log,
  });
  const places = createOAuthPlaces(settings);
  const accounts = createAccounts({
    ...ports,
    profiles,
    units,
    keys,
    airlock,
    checkKey: createCheckKey(ports),
    places,
    isAwaited,
    dataFolder: info.dataFolder,
    newId: random.uuid,
  });

  let embeddedApps: EmbeddedAccess | undefined;
  const oauth = createOAuth({
    ...ports,
    access: createAccess({
      places,
      keys,
      embedded: () => embeddedApps,
    }),
    async connectToken(label, token, like) {
      const inside = embedded.ok ? embedded.value.hosts : undefined;
      const hosts = like.environment === 'embedded' ? inside : like.hosts;
      const { homes } = await keys.look();
      const hasKeychain = homes.some(({ home, isAvailable }) => home === 'keychain' && isAvailable);
      return accounts.connect({
        label,
        environment: like.environment === 'live' ? 'live' : 'paper',
        hosts,
        credentials: { token },
        // The embedded broker moves with each start, so nothing that opens it is worth keeping.
        keepIn: hasKeychain && like.environment !== 'embedded' ? 'keychain' : 'this-run',
        isUnverifiedAllowed: false,
      });
    },
  });

  function report(name: string, error: unknown): string {
    const ref = random.uuid().slice(0, 8);
    const stack = error instanceof Error ? error.stack : String(error);
    log('error', 'a call failed inside the desk', { ref, name, stack });
    return ref;
  }

  const newIntentId = (): string => uuidV7(clock.wall(), random.secret(10));
  const dispatch = createDispatch({
    report,
    isLocked: lock.isLocked,
    handlers: createHandlers({
      info,
      accounts: units,
      management: accounts,
      keys,
      lock,
      killSwitch,
      settings,
      newIntentId,
      alerts,
      oauth,
      breakIt: createBreakIt({ access: () => embedded }),
      saveFile: ports.saveFile,
      openChart: ports.openChart,
    }),
  });
  const feeds = createFeeds({
    delay,
    report,
    isLocked: lock.isLocked,
    sources: createSources({
      unitOf(accountId) {
        const account = units.get(accountId);
        return account.ok ? ok(account.value.unit) : account;
      },
      hold: units.hold,
      killSwitch,
      isReviewSkipped: () => isReviewSkipped(settings.get()),
      onStopChange(listener) {
        const stops = [killSwitch, airlock, settings].map(({ onChange }) => onChange(listener));
        return () => stops.forEach((stop) => stop());
      },
      desk: lock,
      accounts,
      alerts,
      visits,
    }),
  });
  const unwatch = new Map<string, () => void>();
  const events = createDeskEvents({ isStopped: killSwitch.isStopped, isLocked: lock.isLocked });
  units.onOpen((account) => {
    const { accountId, journal } = account.unit;
    unwatch.set(accountId, alerts.watch(watchedAccount(account)));
    events.open({ accountId, journal, isArmed: () => airlock.isArmed(account.unit) });
  });
  for (const { onChange } of [killSwitch, airlock, lock]) onChange(events.look);
  units.onClose((accountId) => {
    events.close(accountId);
    unwatch.get(accountId)?.();
    unwatch.delete(accountId);
    feeds.end(accountId, { kind: 'not-allowed', message: 'This account was closed.' });
  });
  holdWhileLocked(units, lock);
  lock.onChange(() => {
    if (lock.isLocked()) airlock.disarmAll();
    feeds.setLocked(lock.isLocked());
  });

  async function openEmbedded(accountId: string): Promise<void> {
    const access = await broker.start();
    ports.neverLog(access.credentials.secretKey);
    embedded = ok(access);
    const opened = await units.open(accountId);
    if (!opened.ok) throw new Error(describeFailure(opened.failure));
    embeddedApps = await openEmbeddedApps({ ...ports, ...access, accountId });
  }

  return {
    dispatch,
    feeds,
    summary: () =>
      summarize({
        accounts: units.all,
        isStopped: killSwitch.isStopped,
        isLocked: lock.isLocked,
        alerts: alerts.recent,
      }),
    system: createSystemChoices(settings),
    stopTrading() {
      killSwitch.stop();
      return killSwitch.note();
    },
    visit: visits.go,
    async start() {
      for (const { accountId, environment } of profiles.all())
        if (environment === 'embedded')
          await openEmbedded(accountId).catch((error: unknown) => {
            // Other accounts are worth opening without it; a desk with nothing but it is not.
            if (profiles.all().length === 1) throw error;
            log('error', 'the practice account did not open', { error: String(error) });
            profiles.setProblem(accountId, `The practice account did not open: ${String(error)}.`);
          });
      accounts.start();
    },
    lock: () => void lock.lock(),
    wake() {
      lock.wake();
      for (const { unit } of units.all()) unit.wake();
      accounts.wake();
    },
    async stop() {
      lock.stop();
      accounts.stop();
      for (const stop of unwatch.values()) stop();
      units.stop();
      oauth.stop();
      keys.stop();
      await broker.stop();
    },
  };
}
