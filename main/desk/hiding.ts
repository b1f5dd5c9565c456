// While the person hides amounts, the tray and the system's notifications tell none either.
import type { Alert } from '#contract/alerts.ts';
import { hideNumbers } from '#contract/private-text.ts';
import { isPrivate, type SettingsService } from '#main/desk/settings/settings.ts';

export type Hiding = {
  text(text: string): string;
  alert(alert: Alert): Alert;
};

export function createHiding(settings: Pick<SettingsService, 'get'>): Hiding {
  const text = (whole: string): string => (isPrivate(settings.get()) ? hideNumbers(whole) : whole);
  return {
    text,
    alert: (alert) => ({ ...alert, title: text(alert.title), text: text(alert.text) }),
  };
}
