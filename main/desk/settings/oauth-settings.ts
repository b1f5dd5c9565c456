// What is not secret about the broker that keeps an account's applications, as the settings document has it.
import { OAuthSettings } from '#main/desk/settings/read-settings.ts';

export type OAuthSettingsStore = {
  get(accountId: string): OAuthSettings;
  set(accountId: string, settings: OAuthSettings): void;
};

type Document = { oauth: Record<string, OAuthSettings> };
type Store<T extends Document> = { get(): T; update(change: (all: T) => T): void };

export const createOAuthSettings = <T extends Document>(
  settings: Store<T>,
): OAuthSettingsStore => ({
  get: (accountId) => settings.get().oauth[accountId] ?? OAuthSettings.parse({}),
  set: (accountId, changed) =>
    settings.update((all) => ({ ...all, oauth: { ...all.oauth, [accountId]: changed } })),
});
