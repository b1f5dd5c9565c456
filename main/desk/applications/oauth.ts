// The authorization page's work. Looking up an application changes nothing; a code is asked for once, when a person
// allows it; nothing is opened until a person says so.
import { fail, ok, type Result } from '#contract/failure.ts';
import {
  isReturnAddress,
  type Authorization,
  type AuthorizationAnswer,
  type AuthorizationAsk,
  type Grant,
} from '#contract/oauth.ts';
import { createBrokerClient, type BrokerClient } from '#main/broker/client.ts';
import {
  askIssues,
  plainClientId,
  readAuthorizationLink,
  scopesOf,
} from '#main/domain/applications/authorization-link.ts';
import { scopeMeanings } from '#main/domain/applications/oauth-scopes.ts';
import { addressWithAnswer, readReturnAddress } from '#main/domain/applications/return-address.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Clock, Delay, Log, OpenExternal, Random } from '#main/ports.ts';
import type { Access, BrokerAccess } from '#main/desk/applications/access.ts';
import { createAsks, type HeldAsk } from '#main/desk/applications/asks.ts';
import {
  describeApp,
  isListed,
  reachOf,
  warningsOf,
  whyNot,
} from '#main/desk/applications/describe-app.ts';
import { refusalInWords } from '#main/desk/applications/refusals.ts';
import {
  createTokens,
  type ConnectToken,
  type OAuthAccount,
  type Tokens,
} from '#main/desk/applications/tokens.ts';

export type { OAuthAccount };

export type OAuthService = Access &
  Tokens & {
    /** Asks nobody and changes nothing. */
    readLink(link: string): Result<AuthorizationAsk>;
    prepare(account: OAuthAccount, ask: AuthorizationAsk): Promise<Result<Authorization>>;
    allow(account: OAuthAccount, askId: string): Promise<Result<AuthorizationAnswer>>;
    deny(account: OAuthAccount, askId: string): Result<AuthorizationAnswer>;
    openAnswer(account: OAuthAccount, askId: string): Promise<Result<null>>;
    grants(account: OAuthAccount): Result<Grant[]>;
    stop(): void;
  };

export type OAuthDeps = {
  access: Access;
  connectToken: ConnectToken;
  openExternal: OpenExternal;
  clock: Clock;
  delay: Delay;
  random: Random;
  log: Log;
  /** How long the broker may take to answer. */
  timeoutMs?: number | undefined;
};

export function createOAuth(deps: OAuthDeps): OAuthService {
  const { access, clock, random, log } = deps;
  const asks = createAsks(clock);
  const clients = new Map<string, { access: BrokerAccess; client: BrokerClient }>();

  /** One client per account, made anew when its access changed. */
  function clientOf(account: OAuthAccount, at: BrokerAccess): BrokerClient {
    const { accountId } = account.profile;
    const known = clients.get(accountId);
    if (known && JSON.stringify(known.access) === JSON.stringify(at)) return known.client;
    known?.client.close();
    const client = createBrokerClient({ ...deps, host: at.host, pair: at.pair });
    clients.set(accountId, { access: at, client });
    return client;
  }

  /** The desk's own record; what was granted stays granted when it cannot be written. */
  function record(
    account: OAuthAccount,
    grant: Pick<Grant, 'clientId' | 'appName' | 'scope' | 'kind'>,
  ): string | undefined {
    const { accountId } = account.profile;
    const saved = account.unit.journal.saveGrant({ ...grant, at: clock.wall(), accountId });
    if (saved.ok) return undefined;
    log('error', 'a grant could not be written down', { kind: grant.kind });
    return `It could not be written down on this machine: ${saved.failure.message}`;
  }

  async function prepare(
    account: OAuthAccount,
    ask: AuthorizationAsk,
  ): Promise<Result<Authorization>> {
    const issues = askIssues(ask);
    if (issues.length > 0) return fail({ kind: 'invalid', issues });
    const address = readReturnAddress(ask.redirectUri);
    if (!address.ok) throw new Error('an address that had no issues cannot be read');
    const at = await access.broker(account);
    if (!at.ok) return at;
    const { clientId, redirectUri, scope } = ask;
    const responseType = ask.responseType === 'token' ? 'token' : 'code';
    const client = clientOf(account, at.value);
    const looked = await client.oauthClient({ clientId, responseType, redirectUri, scope });
    if (!looked.ok) return refusalInWords(looked.failure, 'look');
    const found = looked.value;
    if (found.clientId !== undefined && !isSameClient(found.clientId, clientId))
      return otherAnswer('about another application');

    const { profile, unit } = account;
    const hasSecret = access.hasClientSecret(account, clientId);
    const facts = { ask, record: found, address: address.address, profile, hasSecret };
    const app = describeApp(found);
    const reach = reachOf(unit.book);
    const held: HeldAsk = {
      askId: random.uuid(),
      accountId: profile.accountId,
      ask,
      appName: app.name,
      address: address.address,
      isListed: isListed(facts),
      whyNot: whyNot(facts),
    };
    asks.hold(held);
    return ok({
      askId: held.askId,
      ask,
      app,
      scopes: scopeMeanings(scope, reach),
      reach,
      destination: held.address.href,
      isDestinationListed: held.isListed,
      ...(held.whyNot !== undefined && { whyNot: held.whyNot }),
      warnings: warningsOf(facts),
    });
  }

  async function allow(account: OAuthAccount, askId: string): Promise<Result<AuthorizationAnswer>> {
    const taken = asks.take(askId, account.profile.accountId);
    if (!taken.ok) return taken;
    const held = taken.value;
    const { clientId, redirectUri, state } = held.ask;
    if (held.whyNot !== undefined) return fail({ kind: 'not-allowed', message: held.whyNot });
    const at = await access.broker(account);
    if (!at.ok) return at;
    const secret = await access.clientSecret(account, clientId);
    if (!secret.ok) return secret;
    const scope = scopesOf(held.ask.scope).join(' ');
    const authorized = await clientOf(account, at.value).authorizeOAuth({
      clientId,
      clientSecret: secret.value,
      redirectUri,
      scope,
      accountId: at.value.accountId,
    });
    if (!authorized.ok) return refusalInWords(authorized.failure, 'authorize');
    const answered = authorized.value;
    if (answered.clientId !== undefined && !isSameClient(answered.clientId, clientId))
      return otherAnswer('about another application');
    if (answered.redirectUri !== undefined && answered.redirectUri !== redirectUri)
      return otherAnswer('for another redirect address');
    const granted = answered.scope ?? scope;
    const unwritten = record(account, {
      clientId,
      appName: held.appName,
      scope: granted,
      kind: 'code',
    });
    const changed = isSameScope(granted, scope)
      ? undefined
      : `The broker granted ${granted === '' ? 'reading only' : `“${granted}”`}, which is not what was asked for.`;
    const note = [changed, unwritten].filter((each) => each !== undefined).join(' ');
    return answerWith(held, {
      isAllowed: true,
      address: addressWithAnswer(held.address, { code: answered.code, state }),
      ...(note !== '' && { note }),
    });
  }

  function deny(account: OAuthAccount, askId: string): Result<AuthorizationAnswer> {
    const taken = asks.take(askId, account.profile.accountId);
    if (!taken.ok) return taken;
    const held = taken.value;
    const { clientId, scope, state } = held.ask;
    const unwritten = record(account, { clientId, appName: held.appName, scope, kind: 'denied' });
    if (!held.isListed)
      return ok({
        isAllowed: false,
        note: 'Nothing is sent back, because the application does not list the address that the link names.',
      });
    return answerWith(held, {
      isAllowed: false,
      address: addressWithAnswer(held.address, { error: 'access_denied', state }),
      ...(unwritten !== undefined && { note: unwritten }),
    });
  }

  function answerWith(held: HeldAsk, answer: AuthorizationAnswer): Result<AuthorizationAnswer> {
    asks.keepAnswer(held, answer);
    return ok(answer);
  }

  async function openAnswer(account: OAuthAccount, askId: string): Promise<Result<null>> {
    const answer = asks.answer(askId, account.profile.accountId);
    if (!answer.ok) return answer;
    const { address } = answer.value;
    if (address === undefined || !isReturnAddress(address))
      return fail({ kind: 'not-allowed', message: 'There is no address that may be opened.' });
    const outcome = await deps.openExternal(address);
    switch (outcome) {
      case 'opened':
        asks.drop(askId);
        return ok(null);
      case 'declined':
        return fail({ kind: 'not-allowed', message: 'Not opened: it was not confirmed.' });
      case 'no-browser':
        return fail({
          kind: 'not-allowed',
          message: 'There is no browser that Ballast could open here. Copy the address instead.',
        });
      default:
        return outcome satisfies never;
    }
  }

  return {
    ...access,
    ...createTokens({ access, connectToken: deps.connectToken, clientOf, record }),
    readLink: readAuthorizationLink,
    prepare,
    allow,
    deny,
    openAnswer,
    grants({ unit }) {
      const grants = unit.journal.grants();
      return grants.ok ? ok(grants.value) : toFailed(grants.failure);
    },
    stop() {
      for (const { client } of clients.values()) client.close();
      clients.clear();
    },
  };
}

const isSameClient = (a: string, b: string): boolean => plainClientId(a) === plainClientId(b);

const isSameScope = (a: string, b: string): boolean =>
  scopesOf(a).sort().join(' ') === scopesOf(b).sort().join(' ');

const otherAnswer = (about: string) =>
  fail({
    kind: 'not-allowed',
    message: `The broker answered ${about} than the one that was asked for. Nothing is handed on.`,
  });
