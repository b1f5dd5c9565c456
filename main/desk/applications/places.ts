// What is not secret about an account's way to its broker, kept in the settings document.
import { OAuthPlace } from '#main/desk/settings/settings-schema.ts';

export type OAuthPlaces = {
  get(accountId: string): OAuthPlace;
  set(accountId: string, place: OAuthPlace): void;
};

type Document = { oauth: Record<string, OAuthPlace> };
type Store<T extends Document> = { get(): T; update(change: (all: T) => T): void };

export const createOAuthPlaces = <T extends Document>(settings: Store<T>): OAuthPlaces => ({
  get: (accountId) => settings.get().oauth[accountId] ?? OAuthPlace.parse({}),
  set: (accountId, place) =>
    settings.update((all) => ({ ...all, oauth: { ...all.oauth, [accountId]: place } })),
});
