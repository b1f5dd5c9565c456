// What is not secret about the broker that keeps an account's applications, as the settings document has it: where it is,
// and which secrets there are, so that nobody has to look for one: that may unlock a keychain. Of secrets that live only
// in this run nothing is written down: after a restart none is called present that is gone.
import type { KeyRef, StoredHome } from '#main/desk/keys/types.ts';
import { OAuthSettings } from '#main/desk/settings/read-settings.ts';

type SecretName = Exclude<KeyRef['name'], 'credentials'>;

export type OAuthSettingsStore = {
  /** With what this run alone has. */
  get(accountId: string): OAuthSettings;
  /** Which secrets there are stays as it is. */
  setBroker(accountId: string, broker: Pick<OAuthSettings, 'brokerHost' | 'brokerAccountId'>): void;
  addSecret(accountId: string, name: SecretName, home: StoredHome): void;
  dropSecret(accountId: string, name: SecretName): void;
};

type Document = { oauth: Record<string, OAuthSettings> };
type Store<T extends Document> = { get(): T; update(change: (all: T) => T): void };

export const clientRefName = (clientId: string): `client:${string}` => `client:${clientId}`;

export function createOAuthSettings<T extends Document>(settings: Store<T>): OAuthSettingsStore {
  const ofThisRun = new Map<string, SecretName[]>();
  const runNames = (accountId: string) => ofThisRun.get(accountId) ?? [];
  const stored = (accountId: string) => settings.get().oauth[accountId] ?? OAuthSettings.parse({});

  function write(accountId: string, change: Partial<OAuthSettings>): void {
    const changed = { ...stored(accountId), ...change };
    settings.update((all) => ({ ...all, oauth: { ...all.oauth, [accountId]: changed } }));
  }

  function dropSecret(accountId: string, name: SecretName): void {
    ofThisRun.set(
      accountId,
      runNames(accountId).filter((each) => each !== name),
    );
    const names = namesIn(stored(accountId));
    if (names.includes(name)) write(accountId, marksOf(names.filter((each) => each !== name)));
  }

  return {
    get: (accountId) => ({
      ...stored(accountId),
      ...marksOf([...namesIn(stored(accountId)), ...runNames(accountId)]),
    }),
    setBroker(accountId, broker) {
      const { hasBrokerPair, clientIds } = stored(accountId);
      const changed = { hasBrokerPair, clientIds, ...broker };
      settings.update((all) => ({ ...all, oauth: { ...all.oauth, [accountId]: changed } }));
    },
    addSecret(accountId, name, home) {
      dropSecret(accountId, name);
      if (home === 'this-run') ofThisRun.set(accountId, [...runNames(accountId), name]);
      else write(accountId, marksOf([...namesIn(stored(accountId)), name]));
    },
    dropSecret,
  };
}

const namesIn = ({ hasBrokerPair, clientIds }: OAuthSettings): SecretName[] => [
  ...(hasBrokerPair ? ['broker' as const] : []),
  ...clientIds.map(clientRefName),
];

const marksOf = (names: readonly SecretName[]) => ({
  hasBrokerPair: names.includes('broker'),
  clientIds: [
    ...new Set(names.flatMap((name) => (name === 'broker' ? [] : [name.slice('client:'.length)]))),
  ],
});
