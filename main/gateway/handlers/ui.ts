// What the screens remember between starts, each area a document of its own.
import type { uiCalls } from '#contract/calls/ui.ts';
import { invalid, ok } from '#contract/failure.ts';
import { uiAreas } from '#contract/ui.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { SettingsService } from '#main/services/settings.ts';

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
    'ui.set': async ({ area, value }) => {
      const length = lengthOf(value);
      if (length === undefined)
        return invalid(`What is to be remembered about ${area} cannot be written down.`, 'value');
      if (length > MOST_CHARACTERS)
        return invalid(`What is to be remembered about ${area} is too large.`, 'value');
      settings.update((all) => ({ ...all, ui: { ...all.ui, [area]: value } }));
      return ok(null);
    },
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
