// The settings document: checked when it is read, so that a damaged file costs its contents and never the start.
import { z } from 'zod';
import { NamedWatchlist } from '#contract/market.ts';
import { GuardSettings } from '#contract/trading.ts';
import { DEFAULT_GUARDS } from '#main/domain/guards.ts';
import type { Log, SettingsStore } from '#main/ports.ts';
import { OAuthPlace } from '#main/services/oauth/places.ts';

const Settings = z.object({
  version: z.literal(1).default(1),
  /** The id under which the embedded account is known on this machine. */
  embeddedAccountId: z.uuid().optional(),
  /** The kill switch: trading is stopped until a person allows it again. */
  isStopped: z.boolean().default(false),
  guards: GuardSettings.default(() => GuardSettings.parse(DEFAULT_GUARDS)),
  watchlists: z.record(z.uuid(), z.array(NamedWatchlist).max(20)).default({}),
  /** Where each account's broker keeps its applications. */
  oauth: z.record(z.uuid(), OAuthPlace).default({}),
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
