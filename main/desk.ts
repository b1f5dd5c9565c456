// The composition root: everything above the shells, put together from ports.
import { join } from 'node:path';
import { describeFailure, ok } from '#contract/failure.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { createDispatch, type Dispatch } from '#main/gateway/dispatch.ts';
import { createFeeds, type Feeds } from '#main/gateway/feeds.ts';
import { createHandlers } from '#main/gateway/handlers.ts';
import { createSources } from '#main/gateway/sources.ts';
import { openWebSocket, type OpenSocket } from '#main/link/socket.ts';
import type { Ports } from '#main/ports.ts';
import { openAccountUnit } from '#main/services/account-unit.ts';
import { createDeskAccounts } from '#main/services/desk-accounts.ts';
import { createEmbeddedBroker } from '#main/services/embedded-broker.ts';
import { createKillSwitch } from '#main/services/kill-switch.ts';
import { createSettings } from '#main/services/settings.ts';
import { createWatchlists } from '#main/services/watchlists.ts';

export type Desk = {
  dispatch: Dispatch;
  feeds: Feeds;
  start(): Promise<void>;
  /** After sleep. */
  wake(): void;
  stop(): Promise<void>;
};

/** The embedded market has no more; real price streams carry what their plan allows. */
const MOST_EMBEDDED_SYMBOLS = 500;

export function createDesk(ports: Ports, openSocket: OpenSocket = openWebSocket): Desk {
  const { clock, delay, random, log, info } = ports;
  const settings = createSettings({ store: ports.settings, log });
  const killSwitch = createKillSwitch(settings, ports.confirm);
  const broker = createEmbeddedBroker({ ...ports, dataFolder: join(info.dataFolder, 'embedded') });
  const accounts = createDeskAccounts();

  function report(name: string, error: unknown): string {
    const ref = random.uuid().slice(0, 8);
    const stack = error instanceof Error ? error.stack : String(error);
    log('error', 'a call failed inside the desk', { ref, name, stack });
    return ref;
  }

  const newIntentId = (): string => uuidV7(clock.wall(), random.secret(10));
  const dispatch = createDispatch({
    report,
    handlers: createHandlers({
      info,
      accounts,
      killSwitch,
      settings,
      newIntentId,
      saveFile: ports.saveFile,
    }),
  });
  const feeds = createFeeds({
    delay,
    report,
    sources: createSources({
      unitOf(accountId) {
        const account = accounts.get(accountId);
        return account.ok ? ok(account.value.unit) : account;
      },
      isStopped: killSwitch.isStopped,
      onStopChange: killSwitch.onChange,
    }),
  });

  function embeddedAccountId(): string {
    const known = settings.get().embeddedAccountId;
    if (known !== undefined) return known;
    const accountId = random.uuid();
    settings.update((all) => ({ ...all, embeddedAccountId: accountId }));
    return accountId;
  }

  return {
    dispatch,
    feeds,
    async start() {
      const { hosts, credentials } = await broker.start();
      const accountId = embeddedAccountId();
      const opened = openAccountUnit({
        accountId,
        environment: 'embedded',
        hosts,
        credentials,
        refusesReusedIds: true,
        folder: join(info.dataFolder, 'accounts', accountId),
        guards: () => settings.get().guards,
        isStopped: killSwitch.isStopped,
        openSocket,
        clock,
        delay,
        random,
        log,
      });
      if (!opened.ok) throw new Error(describeFailure(opened.failure));
      const unit = opened.value;
      accounts.add({
        profile: {
          accountId,
          label: 'Practice account',
          environment: 'embedded',
          proof: 'key',
          keyHome: 'this-run',
          isVerified: true,
          isArmed: true,
          isOpen: true,
        },
        unit,
        watchlists: createWatchlists({
          accountId,
          unit,
          settings,
          mostSymbols: MOST_EMBEDDED_SYMBOLS,
          newId: random.uuid,
        }),
      });
      unit.start();
    },
    wake() {
      for (const { unit } of accounts.all()) unit.wake();
    },
    async stop() {
      for (const { unit } of accounts.all()) unit.stop();
      accounts.clear();
      await broker.stop();
    },
  };
}
