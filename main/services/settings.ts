// The settings document: checked when it is read, so that a damaged file costs its contents and never the start.
import { z } from 'zod';
import { NamedWatchlist } from '#contract/market.ts';
import { GuardSettings } from '#contract/trading.ts';
import { uiAreas } from '#contract/ui.ts';
import { DEFAULT_GUARDS } from '#main/domain/guards.ts';
import type { Log, SettingsStore } from '#main/ports.ts';

/** What the screens remember. A damaged area costs itself alone. */
const UiSettings = z.object({
  appearance: uiAreas.appearance.optional().catch(undefined),
  layouts: uiAreas.layouts.optional().catch(undefined),
  views: uiAreas.views.optional().catch(undefined),
  chart: uiAreas.chart.optional().catch(undefined),
  system: uiAreas.system.optional().catch(undefined),
});

const Settings = z.object({
  version: z.literal(1).default(1),
  /** The id under which the embedded account is known on this machine. */
  embeddedAccountId: z.uuid().optional(),
  /** The kill switch: trading is stopped until a person allows it again. */
  isStopped: z.boolean().default(false),
  guards: GuardSettings.default(() => GuardSettings.parse(DEFAULT_GUARDS)),
  watchlists: z.record(z.uuid(), z.array(NamedWatchlist).max(20)).default({}),
  ui: UiSettings.optional().catch(undefined),
});
export type Settings = z.infer<typeof Settings>;

export type SettingsService = {
  get(): Settings;
  update(change: (settings: Settings) => Settings): void;
};

export function createSettings(deps: { store: SettingsStore; log: Log }): SettingsService {
  const stored = Settings.safeParse(deps.store.read() ?? {});
  if (!stored.success)
    deps.log('warn', 'the settings could not be read; starting with the defaults', {
      why: stored.error.issues[0]?.message,
    });
  let settings = stored.success ? stored.data : Settings.parse({});
  return {
    get: () => settings,
    update(change) {
      settings = Settings.parse(change(settings));
      deps.store.write(settings);
    },
  };
}
