// What alerts remember, kept in the settings document.
import type { AlertSettings, PriceAlert } from '#contract/alerts.ts';
import type { Log } from '#main/ports.ts';
import type { AlertMemory } from '#main/desk/settings/settings-schema.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';

export function createAlertStore(settings: SettingsService, defaults: AlertSettings, log: Log) {
  const memory = (): AlertMemory => settings.get().alerts;
  const keep = (change: Partial<AlertMemory>): void =>
    settings.update((all) => ({ ...all, alerts: { ...all.alerts, ...change } }));
  /**
   * What the desk notes by itself while it hears of orders and prices. A disk that refuses it must not keep the alert, which
   * may be about that very disk, nor stand in the way of whoever else listens; in memory it is noted all the same.
   */
  function note(change: Partial<AlertMemory>): void {
    try {
      keep(change);
    } catch (error) {
      log('warn', 'what alerts remember could not be written', { error: String(error) });
    }
  }
  return {
    settings: (): AlertSettings => memory().settings ?? defaults,
    saveSettings: (next: AlertSettings) => keep({ settings: next }),
    told: (): readonly string[] => memory().told,
    saveTold: (told: readonly string[]) => note({ told: [...told] }),
    since: (accountId: string): number | undefined => memory().since[accountId],
    saveSince: (accountId: string, at: number) =>
      note({ since: { ...memory().since, [accountId]: at } }),
    priceAlerts: (): readonly PriceAlert[] => memory().prices,
    savePriceAlerts: (prices: readonly PriceAlert[]) => keep({ prices: [...prices] }),
    saveFired: (prices: readonly PriceAlert[]) => note({ prices: [...prices] }),
  };
}
