// The settings of a person as on a new desk. Accounts, keys, journals, price alerts, drawings, the lock, the second person and a
// stop stay as they are; guards that would hold back less are named in main's question.
import { isDeepStrictEqual } from 'node:util';
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { DEFAULT_GUARDS, GuardSettings } from '#contract/trading.ts';
import { uiAreas, type UiArea } from '#contract/ui.ts';
import { DEFAULT_ALERTS, type AlertStore } from '#main/desk/alerts/alert-store.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { Asking } from '#main/desk/asking.ts';
import { listed } from '#main/desk/questions.ts';
import type { SecondPerson } from '#main/desk/second-person.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';
import type { Versions } from '#main/desk/settings/versions.ts';
import { looserGuards } from '#main/domain/guards/looser.ts';

type Deps = {
  settings: SettingsService;
  versions: Versions;
  alerts: Pick<AlertStore, 'saveSettings'>;
  units: Pick<Units, 'all'>;
  asking: Pick<Asking, 'whyNot'>;
  secondPerson: Pick<SecondPerson, 'guards'>;
};

const STAY = 'The settings were not changed';

export async function resetSettings(deps: Deps): Promise<Result<null>> {
  const { settings, versions } = deps;
  const { guards: before } = settings.get();
  const guards = GuardSettings.parse(DEFAULT_GUARDS);
  const looser = looserGuards(before, guards);
  const whyNot = await deps.asking.whyNot({
    title: QUESTIONS.resetSettings,
    text: [
      'Layouts, watchlists, ticket presets, guards, alert settings, chart settings and appearance return to their defaults. Accounts, keys, journals, price alerts and drawings stay. If trading is stopped, it stays stopped.',
      looser.length > 0 && `These guards become looser:\n${listed(looser)}`,
    ]
      .filter(Boolean)
      .join('\n'),
    action: 'Reset',
  });
  if (whyNot !== undefined) return notAllowed(`${STAY}: ${whyNot}`);
  const refusal = await deps.secondPerson.guards(before, guards);
  if (refusal) return refusal;
  if (!isDeepStrictEqual(settings.get().guards, before))
    return notAllowed(`${STAY}: the guards were changed in the meantime.`);
  settings.update(({ ui, place: _place, ...rest }) => ({
    ...rest,
    // Whether it starts with the computer is the computer's, and what was drawn is a person's work: nobody asked about
    // either.
    ui: { system: ui?.system, drawings: ui?.drawings },
    guards,
    watchlists: {},
  }));
  // What another window remembers of before is outdated.
  const areas = (Object.keys(uiAreas) as UiArea[]).filter(
    (area) => area !== 'system' && area !== 'drawings',
  );
  for (const area of ['guards', ...areas] as const) versions.move(area, versions.of(area));
  deps.alerts.saveSettings(DEFAULT_ALERTS);
  for (const { watchlists } of deps.units.all()) watchlists.followAgain();
  return ok(null);
}
