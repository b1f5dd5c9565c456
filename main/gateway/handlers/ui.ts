// What the screens remember between starts, each area a document of its own.
import type { uiCalls } from '#contract/calls/ui.ts';
import { invalid, ok } from '#contract/failure.ts';
import { uiAreas, type Appearance } from '#contract/ui.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';

type Built = 'ui.get' | 'ui.set';

/** Layouts are documents of the docking library and have no schema of ours; their size is what can be held. */
const MOST_CHARACTERS = 200_000;

export function createUiHandlers(
  settings: SettingsService,
): Pick<HandlersOf<typeof uiCalls>, Built> {
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
