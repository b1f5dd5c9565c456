// The composition root: everything above the shells, put together from ports.
import { join } from 'node:path';
import { fail, ok, type Failed } from '#contract/failure.ts';
import type { AccountProfile } from '#contract/records.ts';
import { createDispatch, type Dispatch } from '#main/gateway/dispatch.ts';
import { createFeeds, type Feeds } from '#main/gateway/feeds.ts';
import { createSources } from '#main/gateway/sources.ts';
import { openWebSocket, type OpenSocket } from '#main/link/socket.ts';
import type { Ports } from '#main/ports.ts';
import { createAccountUnit, type AccountUnit } from '#main/services/account-unit.ts';
import { createEmbeddedBroker } from '#main/services/embedded-broker.ts';
import { createSettings } from '#main/services/settings.ts';
import { createWatchlist, type WatchlistService } from '#main/services/watchlist.ts';

export type Desk = {
  dispatch: Dispatch;
  feeds: Feeds;
  start(): Promise<void>;
  /** After sleep. */
  wake(): void;
  stop(): Promise<void>;
};

type OpenAccount = { profile: AccountProfile; unit: AccountUnit; watchlist: WatchlistService };

export function createDesk(ports: Ports, openSocket: OpenSocket = openWebSocket): Desk {
  const { clock, delay, random, log, info } = ports;
  const settings = createSettings({ store: ports.settings, log });
  const broker = createEmbeddedBroker({ ...ports, dataFolder: join(info.dataFolder, 'embedded') });
  const accounts = new Map<string, OpenAccount>();

  function report(name: string, error: unknown): string {
    const ref = random.uuid().slice(0, 8);
    const stack = error instanceof Error ? error.stack : String(error);
    log('error', 'a call failed inside the desk', { ref, name, stack });
    return ref;
  }

  const noAccount = (accountId: string): Failed =>
    fail({ kind: 'not-allowed', message: `No account ${accountId} is open in this desk.` });

  const dispatch = createDispatch({
    report,
    handlers: {
      'desk.info': async () => ok(info),
      'accounts.list': async () => ok([...accounts.values()].map(({ profile }) => profile)),
      'watchlist.get': async ({ accountId }) => {
        const account = accounts.get(accountId);
        return account ? ok(account.watchlist.get()) : noAccount(accountId);
      },
      'watchlist.add': async ({ accountId, symbol }) =>
        accounts.get(accountId)?.watchlist.add(symbol) ?? noAccount(accountId),
      'watchlist.remove': async ({ accountId, symbol }) =>
        accounts.get(accountId)?.watchlist.remove(symbol) ?? noAccount(accountId),
    },
  });

  const feeds = createFeeds({
    delay,
    report,
    sources: createSources((accountId) => {
      const account = accounts.get(accountId);
      return account ? ok(account.unit.book) : noAccount(accountId);
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
      const unit = createAccountUnit({ hosts, credentials, openSocket, clock, delay, random, log });
      const accountId = embeddedAccountId();
      const watchlist = createWatchlist({ accountId, unit, settings });
      accounts.set(accountId, {
        profile: { accountId, label: 'Practice account', environment: 'embedded' },
        unit,
        watchlist,
      });
      unit.start();
    },
    wake() {
      for (const { unit } of accounts.values()) unit.wake();
    },
    async stop() {
      for (const { unit } of accounts.values()) unit.stop();
      accounts.clear();
      await broker.stop();
    },
  };
}
