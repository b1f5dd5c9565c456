// What the operations of OAuth applications need: the broker's host, the broker partner's pair, the id under which the
// broker knows the account, and the secret of each application. A secret belongs to the host it was entered for: it is
// never sent to another, and a change of host forgets it.
import { z } from 'zod';
import { invalid, notAllowed, ok, type Failed, type Result } from '#contract/failure.ts';
import type { OAuthReadiness } from '#contract/oauth.ts';
import { isLoopbackHost } from '#main/domain/account-hosts.ts';
import { plainClientId } from '#main/domain/applications/authorization-link.ts';
import type { KeyPair } from '#main/ports.ts';
import type { KeyRef, Keys, StoredHome } from '#main/desk/keys/types.ts';
import type { NewHosts } from '#main/desk/new-hosts.ts';
import {
  NO_ACCOUNT_ID,
  NO_HOST,
  NO_PAIR,
  ownIdOf,
  readinessOf,
  type BrokerAccount,
} from '#main/desk/applications/readiness.ts';
import type { EmbeddedOAuth } from '#main/desk/practice/demo-app.ts';
import { clientRefName, type OAuthSettingsStore } from '#main/desk/settings/oauth-settings.ts';
import type { OAuthSettings } from '#main/desk/settings/read-settings.ts';
import { parseJson } from '#main/tools/json.ts';

/** `accountId` is the broker's id of the account. */
export type BrokerLogin = { host: string; pair: KeyPair; accountId: string };

type Change = {
  brokerHost?: string | undefined;
  brokerPair?: KeyPair | undefined;
  brokerAccountId?: string | undefined;
};

export type OAuthCredentials = {
  readiness(account: BrokerAccount): OAuthReadiness;
  configure(account: BrokerAccount, change: Change): Promise<Result<OAuthReadiness>>;
  saveClientSecret(
    account: BrokerAccount,
    clientId: string,
    secret: string,
  ): Promise<Result<OAuthReadiness>>;
  removeClientSecret(account: BrokerAccount, clientId: string): Promise<Result<OAuthReadiness>>;
  /** Everything for a request, or what is missing. */
  brokerLogin(account: BrokerAccount): Promise<Result<BrokerLogin>>;
  hasClientSecret(account: BrokerAccount, clientId: string): boolean;
  clientSecret(account: BrokerAccount, clientId: string): Promise<Result<string>>;
};

type Deps = {
  settings: OAuthSettingsStore;
  keys: Keys;
  newHosts: NewHosts;
  embedded(): EmbeddedOAuth | undefined;
};

const BoundPair = z.object({ origin: z.string(), keyId: z.string(), secretKey: z.string() });
const BoundSecret = z.object({ origin: z.string(), secret: z.string() });

export function createOAuthCredentials({
  settings,
  keys,
  newHosts,
  embedded,
}: Deps): OAuthCredentials {
  const embeddedOf = ({ profile }: BrokerAccount): EmbeddedOAuth | undefined => {
    const inside = embedded();
    return inside?.accountId === profile.accountId ? inside : undefined;
  };

  function settingsOf({ profile }: BrokerAccount): OAuthSettings {
    const stored = settings.get(profile.accountId);
    const host = stored.brokerHost ?? profile.hosts?.broker;
    return { ...stored, ...(host !== undefined && { brokerHost: host }) };
  }

  const readiness = (account: BrokerAccount): OAuthReadiness =>
    readinessOf(account, settingsOf(account), embeddedOf(account));

  /** The settings are written first, without the secrets of another host; keys that fail come after. */
  async function configure(
    account: BrokerAccount,
    change: Change,
  ): Promise<Result<OAuthReadiness>> {
    if (embeddedOf(account)) return notNeeded();
    const { accountId } = account.profile;
    const before = settingsOf(account);
    const host = change.brokerHost ?? before.brokerHost;
    if (host !== undefined && !isSafeHost(host))
      return invalid(
        'The broker’s address must be https, unless it is on this computer',
        'brokerHost',
      );
    const origin = originOf(host);
    if (change.brokerPair && origin === undefined)
      return invalid('Enter both the broker’s address and its key pair', 'brokerHost');
    const isMoved = origin !== originOf(before.brokerHost);
    const isFirst = change.brokerPair !== undefined && isUnused(before);
    const refusal = isMoved || isFirst ? await newHosts.refusal([host]) : undefined;
    if (refusal) return refusal;
    // A person took a while to answer: what was saved meanwhile stays.
    const now = settingsOf(account);
    const brokerAccountId = change.brokerAccountId ?? now.brokerAccountId;
    settings.setBroker(accountId, {
      ...(host !== undefined && { brokerHost: host }),
      ...(brokerAccountId !== undefined && brokerAccountId !== '' && { brokerAccountId }),
    });
    const names = isMoved ? ['broker' as const, ...now.clientIds.map(clientRefName)] : [];
    for (const name of names) settings.dropSecret(accountId, name);
    for (const name of names) {
      const removed = await keys.remove({ accountId, name });
      if (!removed.ok) return removed;
    }
    if (change.brokerPair) {
      const secret = JSON.stringify({ origin, ...change.brokerPair });
      const home = homeFor(account);
      const saved = await keys.save({ accountId, name: 'broker' }, secret, home);
      if (!saved.ok) return saved;
      settings.addSecret(accountId, 'broker', home);
    }
    return ok(readiness(account));
  }

  async function saveClientSecret(
    account: BrokerAccount,
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
    if (origin === undefined) return notAllowed(NO_HOST);
    const isAsked = !embeddedOf(account) && isUnused(settingsOf(account));
    const refusal = isAsked ? await newHosts.refusal([origin]) : undefined;
    if (refusal) return refusal;
    const home = homeFor(account);
    const name = clientRefName(id);
    const saved = await keys.save({ accountId, name }, JSON.stringify({ origin, secret }), home);
    if (!saved.ok) return saved;
    settings.addSecret(accountId, name, home);
    return ok(readiness(account));
  }

  async function removeClientSecret(
    account: BrokerAccount,
    clientId: string,
  ): Promise<Result<OAuthReadiness>> {
    const { accountId } = account.profile;
    const id = plainClientId(clientId);
    const name = clientRefName(id);
    const removed = await keys.remove({ accountId, name });
    if (!removed.ok) return removed;
    settings.dropSecret(accountId, name);
    return ok(readiness(account));
  }

  const hostOf = (account: BrokerAccount): string | undefined =>
    embeddedOf(account)?.host ?? settingsOf(account).brokerHost;

  async function brokerLogin(account: BrokerAccount): Promise<Result<BrokerLogin>> {
    const stored = settingsOf(account);
    const accountId = stored.brokerAccountId ?? ownIdOf(account);
    const inside = embeddedOf(account);
    if (accountId === undefined) return notAllowed(NO_ACCOUNT_ID);
    if (inside) return ok({ host: inside.host, pair: inside.pair, accountId });
    const { brokerHost: host } = stored;
    if (host === undefined) return notAllowed(NO_HOST);
    const ref: KeyRef = { accountId: account.profile.accountId, name: 'broker' };
    const read = await readBound(keys, ref, originOf(host), BoundPair);
    if (!read.ok) return read;
    if (!read.value) {
      settings.dropSecret(account.profile.accountId, 'broker');
      return notAllowed(NO_PAIR);
    }
    const { keyId, secretKey } = read.value;
    return ok({ host, pair: { keyId, secretKey }, accountId });
  }

  async function clientSecret(account: BrokerAccount, clientId: string): Promise<Result<string>> {
    const id = plainClientId(clientId);
    // Only what was put there is asked for: the demo must work where no keychain answers.
    if (settingsOf(account).clientIds.includes(id)) {
      const ref: KeyRef = { accountId: account.profile.accountId, name: clientRefName(id) };
      const read = await readBound(keys, ref, originOf(hostOf(account)), BoundSecret);
      if (!read.ok) return read;
      if (read.value) return ok(read.value.secret);
      settings.dropSecret(account.profile.accountId, clientRefName(id));
    }
    const demo = embeddedOf(account)?.demo;
    if (demo && plainClientId(demo.clientId) === id) return ok(demo.clientSecret);
    return notAllowed(
      'This application’s client secret is not stored here. Add it under Apps first.',
    );
  }

  return {
    readiness,
    configure,
    saveClientSecret,
    removeClientSecret,
    brokerLogin,
    hasClientSecret: (account, clientId) =>
      readiness(account).clientIds.some((id) => plainClientId(id) === plainClientId(clientId)),
    clientSecret,
  };
}

const notNeeded = (): Failed =>
  notAllowed('The practice account needs nothing here: its broker is inside Ballast.');
/** A secret carries the origin it was entered for; one that is read back for another host counts as absent. */
async function readBound<T extends { origin: string }>(
  keys: Pick<Keys, 'read'>,
  ref: KeyRef,
  origin: string | undefined,
  schema: z.ZodType<T>,
): Promise<Result<T | undefined>> {
  const read = await keys.read(ref);
  if (!read.ok) return read;
  if (!read.value) return ok(undefined);
  const stored = schema.safeParse(parseJson(read.value.secret));
  if (!stored.success)
    return notAllowed('The stored broker details cannot be read. Enter them again under Apps.');
  return ok(stored.data.origin === origin ? stored.data : undefined);
}

/** Nothing was entered for its address, which a restored file may have named. */
const isUnused = ({ hasBrokerPair, clientIds }: OAuthSettings): boolean =>
  !hasBrokerPair && clientIds.length === 0;

const originOf = (host: string | undefined): string | undefined =>
  host === undefined ? undefined : URL.parse(host)?.origin;

function isSafeHost(host: string): boolean {
  const url = URL.parse(host);
  return url !== null && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
}

/** Beside the account's own key. */
const homeFor = ({ profile }: BrokerAccount): StoredHome =>
  profile.keyHome === 'none' ? 'this-run' : profile.keyHome;
