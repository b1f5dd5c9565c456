// What alerts remember. What the desk notes by itself while it hears of orders and prices holds whatever the disk says:
// a disk that refuses it must not hold back the alert, which may be about that very disk, nor the other listeners.
import type { Alert, AlertSettings, PriceAlert } from '#contract/alerts.ts';
import type { Document } from '#main/desk/settings/document.ts';
import type { AlertMemory } from '#main/desk/settings/read-settings.ts';

export type AlertStore = {
  settings(): AlertSettings;
  saveSettings(settings: AlertSettings): void;
  /** Ids of the events that the person was notified of, oldest first. */
  notified(): readonly string[];
  /** The last alerts, oldest first. */
  recent(): readonly Alert[];
  /** Ids of those that nobody has looked at. */
  unseen(): readonly string[];
  saveUnseen(alertIds: readonly string[]): void;
  /** All three in one write: a burst of alerts waits for the disk once for each. */
  saveNotified(
    alertIds: readonly string[],
    recent: readonly Alert[],
    unseen: readonly string[],
  ): void;
  /** From when on events of an account are news; epoch ms. */
  since(accountId: string): number | undefined;
  saveSince(accountId: string, at: number): void;
  priceAlerts(): readonly PriceAlert[];
  /** Because a person asked for it: throws when it cannot be kept. */
  savePriceAlerts(alerts: readonly PriceAlert[]): void;
  /** Because one was reached: never throws. */
  saveFired(alerts: readonly PriceAlert[]): void;
  /** The account was removed. */
  forget(accountId: string): void;
};

/** Nothing is heard until a person chooses it. */
export const DEFAULT_ALERTS: AlertSettings = {
  ways: {
    fill: 'notify',
    cancel: 'tray',
    refusal: 'notify',
    unknown: 'notify',
    late: 'notify',
    expired: 'notify',
    'no-exit': 'notify',
    'guard-stop': 'tray',
    mint: 'notify',
    elsewhere: 'notify',
    redeem: 'notify',
    price: 'notify',
    'stream-down': 'notify',
    unwatched: 'notify',
    journal: 'notify',
  },
  isDoNotDisturb: false,
  whileLocked: 'all',
  streamDownAfterSeconds: 15,
};

export function createAlertStore(document: Document<AlertMemory>): AlertStore {
  const memory = document.get;
  const keep = (change: Partial<AlertMemory>): void => document.change({ ...memory(), ...change });
  const note = (change: Partial<AlertMemory>): void => document.note({ ...memory(), ...change });
  return {
    settings: () => memory().settings ?? DEFAULT_ALERTS,
    saveSettings: (next) => keep({ settings: next }),
    // The document calls them `told`, and a name in a file stays.
    notified: () => memory().told,
    recent: () => memory().recent,
    unseen: () => memory().unseen,
    saveUnseen: (alertIds) => note({ unseen: [...alertIds] }),
    saveNotified: (alertIds, recent, unseen) =>
      note({ told: [...alertIds], recent: [...recent], unseen: [...unseen] }),
    since: (accountId) => memory().since[accountId],
    saveSince: (accountId, at) => note({ since: { ...memory().since, [accountId]: at } }),
    priceAlerts: () => memory().prices,
    savePriceAlerts: (prices) => keep({ prices: [...prices] }),
    saveFired: (prices) => note({ prices: [...prices] }),
    forget(accountId) {
      const { [accountId]: _gone, ...since } = memory().since;
      note({
        since,
        prices: memory().prices.filter((one) => one.accountId !== accountId),
        recent: memory().recent.filter(({ target }) => target.accountId !== accountId),
      });
    },
  };
}
