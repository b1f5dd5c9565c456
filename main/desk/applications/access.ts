// What the operations of OAuth applications need: the broker's host, the broker partner's pair, the id under which the
// broker knows the account, and the secret of each application. A secret belongs to the host it was entered for: it is
// never sent to another, and a change of host forgets it.
import type { AccountProfile } from '#contract/accounts.ts';
import { fail, invalid, ok, type Failed, type Result } from '#contract/failure.ts';
import type { OAuthReadiness } from '#contract/oauth.ts';
import type { Book } from '#main/account/standing/book.ts';
import { isLoopbackHost } from '#main/domain/account-hosts.ts';
import { plainClientId } from '#main/domain/applications/authorization-link.ts';
import type { KeyPair } from '#main/ports.ts';
import type { KeyRef, Keys, StoredHome } from '#main/desk/keys/types.ts';
import { BoundPair, BoundSecret, readBound } from '#main/desk/applications/bound-secret.ts';
import type { OAuthPlaces } from '#main/desk/applications/places.ts';
import type { OAuthPlace } from '#main/desk/settings/settings-schema.ts';

/** The account inside Ballast, whose broker needs no questions. */
export type EmbeddedAccess = {
  accountId: string;
  host: string;
  pair: KeyPair;
  /** An application to try the page with. */
  demo?: { clientId: string; clientSecret: string; link: string } | undefined;
};

export type BrokerAccess = { host: string; pair: KeyPair; accountId: string };
export type AccessAccount = { profile: AccountProfile; unit: { book: Pick<Book, 'account'> } };
export type AccessChange = {
  brokerHost?: string | undefined;
  brokerPair?: KeyPair | undefined;
  brokerAccountId?: string | undefined;
};

export type Access = {
  readiness(account: AccessAccount): OAuthReadiness;
  configure(account: AccessAccount, change: AccessChange): Promise<Result<OAuthReadiness>>;
  saveClientSecret(
    account: AccessAccount,
    clientId: string,
    secret: string,
  ): Promise<Result<OAuthReadiness>>;
  removeClientSecret(account: AccessAccount, clientId: string): Promise<Result<OAuthReadiness>>;
  /** Everything for a request, or what is missing. */
  broker(account: AccessAccount): Promise<Result<BrokerAccess>>;
  hasClientSecret(account: AccessAccount, clientId: string): boolean;
  clientSecret(account: AccessAccount, clientId: string): Promise<Result<string>>;
};

type Deps = { places: OAuthPlaces; keys: Keys; embedded(): EmbeddedAccess | undefined };

const NO_HOST =
  'The broker’s address is missing: applications are kept there, for example at https://broker-api.sandbox.alpaca.markets.';
const NO_PAIR =
  'The broker’s key pair is missing: these operations are the broker partner’s, and the account’s own key does not open them.';
const NO_ACCOUNT_ID =
  'The id under which the broker knows this account is missing: it comes with the account’s first reading, or can be entered.';
const NO_SECRETS =
  'No client secret is stored: letting an application in needs the secret of that application.';

export function createAccess({ places, keys, embedded }: Deps): Access {
  const insideOf = ({ profile }: AccessAccount): EmbeddedAccess | undefined => {
    const inside = embedded();
    return inside?.accountId === profile.accountId ? inside : undefined;
  };

  function placeOf({ profile }: AccessAccount): OAuthPlace {
    const place = places.get(profile.accountId);
    const host = place.brokerHost ?? profile.hosts?.broker;
    return { ...place, ...(host !== undefined && { brokerHost: host }) };
  }

  function readiness(account: AccessAccount): OAuthReadiness {
    const inside = insideOf(account);
    const place = placeOf(account);
    const brokerAccountId = place.brokerAccountId ?? ownIdOf(account);
    const hasBrokerHost = inside !== undefined || place.brokerHost !== undefined;
    const hasBrokerPair = inside !== undefined || place.hasBrokerPair;
    const clientIds = [
      ...new Set([...(inside?.demo ? [inside.demo.clientId] : []), ...place.clientIds]),
    ];
    return {
      hasBrokerHost,
      hasBrokerPair,
      ...(brokerAccountId !== undefined && { brokerAccountId }),
      clientIds,
      missing: [
        ...(hasBrokerHost ? [] : [NO_HOST]),
        ...(hasBrokerPair ? [] : [NO_PAIR]),
        ...(brokerAccountId === undefined ? [NO_ACCOUNT_ID] : []),
        ...(clientIds.length > 0 ? [] : [NO_SECRETS]),
      ],
      isEmbedded: inside !== undefined,
      ...(inside?.demo && { demoLink: inside.demo.link }),
    };
  }

  /** The place is written first, without the secrets that do not belong to it any more; keys that fail come after. */
  async function configure(
    account: AccessAccount,
    change: AccessChange,
  ): Promise<Result<OAuthReadiness>> {
    if (insideOf(account)) return notNeeded();
    const { accountId } = account.profile;
    const before = placeOf(account);
    const host = change.brokerHost ?? before.brokerHost;
    if (host !== undefined && !isSafeHost(host))
      return invalid(
        'The broker’s address must be https, unless it is on this computer',
        'brokerHost',
      );
    const origin = originOf(host);
    if (change.brokerPair && origin === undefined)
      return invalid('Enter the broker’s address together with its key pair', 'brokerHost');
    const isMoved = origin !== originOf(before.brokerHost);
    const brokerAccountId = change.brokerAccountId ?? before.brokerAccountId;
    const place: OAuthPlace = {
      ...(host !== undefined && { brokerHost: host }),
      ...(brokerAccountId !== undefined && brokerAccountId !== '' && { brokerAccountId }),
      hasBrokerPair: !isMoved && before.hasBrokerPair,
      clientIds: isMoved ? [] : before.clientIds,
    };
    places.set(accountId, place);
    const names = ['broker' as const, ...before.clientIds.map(clientRefName)];
    for (const name of isMoved ? names : []) {
      const removed = await keys.remove({ accountId, name });
      if (!removed.ok) return removed;
    }
    if (change.brokerPair) {
      const secret = JSON.stringify({ origin, ...change.brokerPair });
      const saved = await keys.save({ accountId, name: 'broker' }, secret, homeFor(account));
      if (!saved.ok) return saved;
      places.set(accountId, { ...place, hasBrokerPair: true });
    }
    return ok(readiness(account));
  }

  async function saveClientSecret(
    account: AccessAccount,
    clientId: string,
    secret: string,
  ): Promise<Result<OAuthReadiness>> {
    const { accountId } = account.profile;
    const id = plainClientId(clientId);
    if (!/^[\da-f]{32}$/.test(id))
      return invalid(
        'The client id must be 32 hexadecimal digits, with or without hyphens',
        'clientId',
      );
    const origin = originOf(hostOf(account));
    if (origin === undefined) return fail({ kind: 'not-allowed', message: NO_HOST });
    const saved = await keys.save(
      { accountId, name: clientRefName(id) },
      JSON.stringify({ origin, secret }),
      homeFor(account),
    );
    if (!saved.ok) return saved;
    const place = places.get(accountId);
    places.set(accountId, { ...place, clientIds: [...new Set([...place.clientIds, id])] });
    return ok(readiness(account));
  }

  async function removeClientSecret(
    account: AccessAccount,
    clientId: string,
  ): Promise<Result<OAuthReadiness>> {
    const { accountId } = account.profile;
    const id = plainClientId(clientId);
    const removed = await keys.remove({ accountId, name: clientRefName(id) });
    if (!removed.ok) return removed;
    const place = places.get(accountId);
    places.set(accountId, { ...place, clientIds: place.clientIds.filter((each) => each !== id) });
    return ok(readiness(account));
  }

  const hostOf = (account: AccessAccount): string | undefined =>
    insideOf(account)?.host ?? placeOf(account).brokerHost;

  async function broker(account: AccessAccount): Promise<Result<BrokerAccess>> {
    const place = placeOf(account);
    const accountId = place.brokerAccountId ?? ownIdOf(account);
    const inside = insideOf(account);
    if (accountId === undefined) return missing(NO_ACCOUNT_ID);
    if (inside) return ok({ host: inside.host, pair: inside.pair, accountId });
    const { brokerHost: host } = place;
    if (host === undefined) return missing(NO_HOST);
    const ref: KeyRef = { accountId: account.profile.accountId, name: 'broker' };
    const read = await readBound(keys, ref, originOf(host), BoundPair);
    if (!read.ok) return read;
    if (!read.value) return missing(NO_PAIR);
    const { keyId, secretKey } = read.value;
    return ok({ host, pair: { keyId, secretKey }, accountId });
  }

  async function clientSecret(account: AccessAccount, clientId: string): Promise<Result<string>> {
    const id = plainClientId(clientId);
    // Only what was put there is asked for: the demo must work where no keychain answers.
    if (placeOf(account).clientIds.includes(id)) {
      const ref: KeyRef = { accountId: account.profile.accountId, name: clientRefName(id) };
      const read = await readBound(keys, ref, originOf(hostOf(account)), BoundSecret);
      if (!read.ok) return read;
      if (read.value) return ok(read.value.secret);
    }
    const demo = insideOf(account)?.demo;
    if (demo && plainClientId(demo.clientId) === id) return ok(demo.clientSecret);
    return missing('The secret of this application is not stored here. Add it under Apps first.');
  }

  return {
    readiness,
    configure,
    saveClientSecret,
    removeClientSecret,
    broker,
    hasClientSecret: (account, clientId) =>
      readiness(account).clientIds.some((id) => plainClientId(id) === plainClientId(clientId)),
    clientSecret,
  };
}

export const clientRefName = (clientId: string): `client:${string}` =>
  `client:${plainClientId(clientId)}`;
const notNeeded = (): Failed =>
  fail({
    kind: 'not-allowed',
    message: 'The practice account needs nothing here: its broker is inside Ballast.',
  });
const missing = (message: string): Failed => fail({ kind: 'not-allowed', message });

/** The broker's id of the account is the one that it tells with the account itself. */
function ownIdOf({ unit }: AccessAccount): string | undefined {
  const id = unit.book.account()?.account['id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

const originOf = (host: string | undefined): string | undefined =>
  host === undefined ? undefined : URL.parse(host)?.origin;

function isSafeHost(host: string): boolean {
  const url = URL.parse(host);
  return url !== null && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
}

/** Beside the account's own key. */
const homeFor = ({ profile }: AccessAccount): StoredHome =>
  profile.keyHome === 'none' ? 'this-run' : profile.keyHome;
