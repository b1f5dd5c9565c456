// What is not secret about an account's way to its broker, kept in the settings document.
import { z } from 'zod';

export const OAuthPlace = z.object({
  brokerHost: z.string().max(200).optional(),
  brokerAccountId: z.string().max(64).optional(),
  /** The pair itself is among the keys. */
  hasBrokerPair: z.boolean().default(false),
  /** Of these the secrets are among the keys. */
  clientIds: z.array(z.string().max(64)).max(100).default([]),
});
export type OAuthPlace = z.infer<typeof OAuthPlace>;

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
