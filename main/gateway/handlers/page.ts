// What the page asks for itself: what its screens remember between starts, each area a document of its own, and what
// only a shell can do for it.
import type { uiCalls } from '#contract/calls/ui.ts';
import { MOST_CHART_WINDOWS } from '#contract/chart-window.ts';
import { invalid, notAllowed, ok } from '#contract/failure.ts';
import { uiAreas, type Appearance } from '#contract/ui.ts';
import { readActivity } from '#main/account/activity.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';
import type { OpenChart, SaveFile } from '#main/ports.ts';
import { messageOf } from '#main/tools/message-of.ts';

type Deps = {
  on: OnAccount;
  settings: SettingsService;
  saveFile?: SaveFile | undefined;
  openChart?: OpenChart | undefined;
};

/** Layouts are documents of the docking library and have no schema of ours; their size is what can be held. */
const MOST_CHARACTERS = 200_000;

export function createPageHandlers(deps: Deps): HandlersOf<typeof uiCalls> {
  const { on, settings, saveFile, openChart } = deps;
  return {
    'ui.get': async () => {
      const stored = settings.get().ui;
      return ok({
        appearance: stored?.appearance ?? uiAreas.appearance.parse({}),
        layouts: stored?.layouts ?? uiAreas.layouts.parse({}),
        views: stored?.views ?? uiAreas.views.parse({}),
        chart: stored?.chart ?? uiAreas.chart.parse({}),
        system: stored?.system ?? uiAreas.system.parse({}),
      });
    },
    'ui.set': async (input) => {
      const { area, value } = input;
      const length = lengthOf(value);
      if (length === undefined)
        return invalid(`What is to be remembered about ${area} cannot be written down.`, 'value');
      if (length > MOST_CHARACTERS)
        return invalid(`What is to be remembered about ${area} is too large.`, 'value');
      settings.update((all) => {
        const next =
          input.area === 'appearance' && input.members
            ? withMembers(all.ui?.appearance, input.value, input.members)
            : value;
        return { ...all, ui: { ...all.ui, [area]: next } };
      });
      return ok(null);
    },
    'files.save': async ({ suggestedName, text }) => {
      if (!saveFile) return notAllowed('This page downloads its files by itself.');
      try {
        return ok({ path: await saveFile(suggestedName, text) });
      } catch (error) {
        // A full disk or a folder that may not be written to: the person chose the place and can choose another.
        return notAllowed(`The file was not saved. ${messageOf(error)}`);
      }
    },
    'windows.openChart': (chart) =>
      on(chart, () => {
        if (!openChart) return notAllowed('This page opens its windows by itself.');
        if (openChart(chart)) return ok(null);
        const message = `There are ${MOST_CHART_WINDOWS} charts in windows of their own already. Close one of them first.`;
        return notAllowed(message);
      }),
    'activity.list': (input) => on(input, ({ unit }) => readActivity(unit.journal, input)),
  };
}

function withMembers(
  stored: Appearance = uiAreas.appearance.parse({}),
  value: Appearance,
  members: readonly (keyof Appearance)[],
): Appearance {
  return { ...stored, ...Object.fromEntries(members.map((name) => [name, value[name]])) };
}

/** Electron carries values between processes that a file cannot hold: rings, and numbers without an end. */
function lengthOf(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}
