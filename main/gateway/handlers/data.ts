import type { dataCalls } from '#contract/calls/data.ts';
import { ok } from '#contract/failure.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import type { Asking } from '#main/desk/asking.ts';
import type { Backups } from '#main/desk/backup/backups.ts';
import type { SecondPerson } from '#main/desk/second-person.ts';
import { resetSettings } from '#main/desk/reset-settings.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';
import type { Versions } from '#main/desk/settings/versions.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';

type Deps = {
  backups: Backups;
  settings: SettingsService;
  versions: Versions;
  alerts: Pick<DeskAlerts, 'store'>;
  units: Pick<Units, 'all'>;
  asking: Asking;
  secondPerson: SecondPerson;
};

export const createDataHandlers = (deps: Deps): HandlersOf<typeof dataCalls> => ({
  'data.backUp': deps.backups.backUp,
  'data.restore': deps.backups.restore,
  'data.cancel': async () => {
    deps.backups.work.cancel();
    return ok(null);
  },
  'data.resetSettings': () => resetSettings({ ...deps, alerts: deps.alerts.store }),
  'data.resetPractice': deps.backups.resetPractice,
});
