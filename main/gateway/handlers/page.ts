// What the page asks for itself: what its screens remember between starts, each area a document of its own, and what
// only a shell can do for it.
import type { uiCalls } from '#contract/calls/ui.ts';
import { MOST_CHART_WINDOWS } from '#contract/chart-window.ts';
import { fail, invalid, notAllowed, ok } from '#contract/failure.ts';
import { uiAreas, type UiArea, type UiDocument } from '#contract/ui.ts';
import type { Versioned } from '#contract/versioned.ts';
import { readActivity } from '#main/account/activity.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';
import type { Versions } from '#main/desk/settings/versions.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';
import type { OpenChart, Ports, SaveFile } from '#main/ports.ts';
import { plainReason } from '#main/tools/plain-reason.ts';

type Deps = {
  on: OnAccount;
  settings: SettingsService;
  versions: Versions;
  info?: Pick<Ports['info'], 'shell'>;
  saveFile?: SaveFile | undefined;
  openChart?: OpenChart | undefined;
};

/** Layouts are documents of the docking library and have no schema of ours; their size is what can be held. */
const MOST_CHARACTERS = 200_000;

export function createPageHandlers(deps: Deps): HandlersOf<typeof uiCalls> {
  const { on, settings, versions, info, saveFile, openChart } = deps;
  let wasTold = false;
  const documentOf = <A extends UiArea>(area: A): Versioned<UiDocument<A>> => ({
    // The areas of the settings are read by these same schemas; the index alone cannot say so.
    value: (settings.get().ui?.[area] ?? uiAreas[area].parse({})) as UiDocument<A>,
    version: versions.of(area),
  });
  return {
    'ui.get': async () =>
      ok({
        appearance: documentOf('appearance'),
        layouts: documentOf('layouts'),
        views: documentOf('views'),
        chart: documentOf('chart'),
        presets: documentOf('presets'),
        drawings: documentOf('drawings'),
        system: documentOf('system'),
        keys: documentOf('keys'),
        tables: documentOf('tables'),
      }),
    'ui.set': async ({ area, value, from, to }) => {
      const length = lengthOf(value);
      if (length === undefined)
        return invalid(`The settings for ${area} cannot be saved.`, 'value');
      if (length > MOST_CHARACTERS)
        return invalid(`The settings for ${area} are too large to save.`, 'value');
      if (versions.of(area) !== from) {
        const message = `The settings for ${area} were changed in another window.`;
        return fail({ kind: 'outdated', message, now: documentOf(area) });
      }
      settings.update((all) => ({ ...all, ui: { ...all.ui, [area]: value } }));
      // Only now: what could not be kept is no new version.
      versions.move(area, from, to);
      return ok(null);
    },
    'places.first': async () => {
      // In a browser every tab is a window of its own; in Electron there is one desk, however often it is made anew.
      const isTold = wasTold && info?.shell !== 'electron';
      wasTold = true;
      return ok(isTold ? null : (settings.get().place ?? null));
    },
    'places.leave': async (place) => {
      wasTold = true;
      settings.update((all) => ({ ...all, place }));
      return ok(null);
    },
    'files.save': async ({ suggestedName, text }) => {
      if (!saveFile) return notAllowed('This page downloads its own files.');
      try {
        return ok({ path: await saveFile(suggestedName, text) });
      } catch (error) {
        // A full disk or a folder that may not be written to: the person chose the place and can choose another.
        return notAllowed(`The file was not saved: ${plainReason(error)}.`);
      }
    },
    'windows.openChart': (chart) =>
      on(chart, () => {
        if (!openChart) return notAllowed('This page opens its own windows.');
        if (openChart(chart)) return ok(null);
        const message = `There are already ${MOST_CHART_WINDOWS} charts in their own windows. Close one of them first.`;
        return notAllowed(message);
      }),
    'activity.list': (input) => on(input, ({ unit }) => readActivity(unit.journal, input)),
  };
}

/** Electron carries values between processes that a file cannot hold: rings, and numbers without an end. */
function lengthOf(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}
