// What alerts remember, kept in the settings document.
import type { AlertSettings, PriceAlert } from '#contract/alerts.ts';
import type { Log } from '#main/ports.ts';
import type { AlertMemory } from '#main/desk/settings/read-settings.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';

export type AlertStore = {
  settings(): AlertSettings;
  saveSettings(settings: AlertSettings): void;
  /** Ids of the events that the person was notified of, oldest first. */
  notified(): readonly string[];
  saveNotified(alertIds: readonly string[]): void;
  /** From when on events of an account are news; epoch ms. */
  since(accountId: string): number | undefined;
  saveSince(accountId: string, at: number): void;
  priceAlerts(): readonly PriceAlert[];
  /** Because a person asked for it: throws when it cannot be kept. */
  savePriceAlerts(alerts: readonly PriceAlert[]): void;
  /** Because one was reached: never throws. */
  saveFired(alerts: readonly PriceAlert[]): void;
};

export const DEFAULT_ALERTS: AlertSettings = {
  ways: {
    fill: 'notify',
    cancel: 'tray',
    refusal: 'notify',
    unknown: 'sound',
    late: 'sound',
    expired: 'notify',
    'guard-stop': 'tray',
    mint: 'notify',
    price: 'sound',
    'stream-down': 'notify',
    journal: 'sound',
  },
  isDoNotDisturb: false,
  streamDownAfterSeconds: 15,
};

export function createAlertStore(settings: SettingsService, log: Log): AlertStore {
  const memory = (): AlertMemory => settings.get().alerts;
  const keep = (change: Partial<AlertMemory>): void =>
    settings.update((all) => ({ ...all, alerts: { ...all.alerts, ...change } }));
  /**
   * What the desk notes by itself while it hears of orders and prices. A disk that refuses it must not hold back the alert,
   * which may be about that very disk, nor the other listeners; in memory it is noted all the same.
   */
  function note(change: Partial<AlertMemory>): void {
    try {
      keep(change);
    } catch (error) {
      log('warn', 'what alerts remember could not be written', { error: String(error) });
    }
  }
  return {
    settings: () => memory().settings ?? DEFAULT_ALERTS,
    saveSettings: (next) => keep({ settings: next }),
    // The document calls them `told`, and a name in a file stays.
    notified: () => memory().told,
    saveNotified: (alertIds) => note({ told: [...alertIds] }),
    since: (accountId) => memory().since[accountId],
    saveSince: (accountId, at) => note({ since: { ...memory().since, [accountId]: at } }),
    priceAlerts: () => memory().prices,
    savePriceAlerts: (prices) => keep({ prices: [...prices] }),
    saveFired: (prices) => note({ prices: [...prices] }),
  };
}
