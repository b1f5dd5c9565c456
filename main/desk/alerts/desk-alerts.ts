// The alerts of the whole desk: one teller, one memory, every open account listened to.
import type { Alert } from '#contract/alerts.ts';
import { watchAccount } from '#main/desk/alerts/account-alerts.ts';
import { createPriceAlerts, type PriceAlerts } from '#main/desk/alerts/price-alerts.ts';
import { createTeller, type Teller } from '#main/desk/alerts/teller.ts';
import type { AlertStore, WatchedAccount } from '#main/desk/alerts/types.ts';
import type { Clock, Delay } from '#main/ports.ts';

export type DeskAlerts = {
  store: AlertStore;
  prices: PriceAlerts;
  recent: Teller['recent'];
  onAlert: Teller['onAlert'];
  /** Listens to an account while it is open; answers a function that ends it. */
  watch(account: WatchedAccount): () => void;
  /** The price alerts of an account changed: their symbols are followed from now on. */
  follow(accountId: string): void;
};

type Deps = {
  store: AlertStore;
  clock: Clock;
  delay: Delay;
  newId: () => string;
  notify: (alert: Alert) => void;
};

export function createDeskAlerts(deps: Deps): DeskAlerts {
  const { store } = deps;
  const teller = createTeller(deps);
  const prices = createPriceAlerts({ ...deps, teller });
  const watched = new Map<string, WatchedAccount>();
  const follow = (accountId: string): void =>
    watched.get(accountId)?.followPrices(prices.symbols(accountId));

  return {
    store,
    prices,
    recent: teller.recent,
    onAlert: teller.onAlert,
    follow,
    watch(account) {
      const { accountId, name, book } = account;
      watched.set(accountId, account);
      const stops = [
        watchAccount(account, { ...deps, teller }),
        book.onChange((change) => {
          if (change.kind === 'prices') prices.onPrices(accountId, name, change.prices);
        }),
      ];
      follow(accountId);
      return () => {
        for (const stop of stops) stop();
        account.followPrices([]);
        watched.delete(accountId);
      };
    },
  };
}
