// One question to a person, from the link to the answer: looking up an application changes nothing; a code is asked for
// once, when a person allows it; nothing is opened until a person says so.
import {
  describeFailure,
  fail,
  notAllowed,
  ok,
  type Failed,
  type Result,
} from '#contract/failure.ts';
import {
  isReturnAddress,
  type Authorization,
  type AuthorizationAnswer,
  type AuthorizationAsk,
  type GrantEntry,
} from '#contract/oauth.ts';
import type { BrokerClient } from '#main/broker/client.ts';
import {
  askIssues,
  plainClientId,
  scopesOf,
} from '#main/domain/applications/authorization-link.ts';
import { brokerPageOf } from '#main/domain/applications/by-hand.ts';
import { scopeMeanings } from '#main/domain/applications/oauth-scopes.ts';
import { addressWithAnswer, readReturnAddress } from '#main/domain/applications/return-address.ts';
import type { Clock, Delay, OpenExternal, Random } from '#main/ports.ts';
import {
  describeApp,
  isListed,
  noSuchScope,
  warningsOf,
  whyNot,
  type ApplicationError,
  type OAuthAccount,
} from '#main/desk/applications/describe-app.ts';
import type { BrokerLogin, OAuthCredentials } from '#main/desk/applications/oauth-credentials.ts';
import { otherIdOf } from '#main/desk/applications/readiness.ts';
import {
  createPendingAuthorizations,
  type PendingAuthorization,
} from '#main/desk/applications/pending-authorizations.ts';
import { createReachNow, lastsText } from '#main/desk/applications/reach-now.ts';
import { shownReach } from '#main/desk/applications/reach.ts';
import { isScopeRefusal, refusalInWords } from '#main/desk/applications/refusals.ts';
import type { Questions } from '#main/desk/questions.ts';
import { grantIdOf } from '#main/wire/grant-id.ts';
import type { OAuthClientRecord, OAuthTokenRequest } from '#main/wire/oauth.ts';

export type Authorizations = {
  prepare(account: OAuthAccount, ask: AuthorizationAsk): Promise<Result<Authorization>>;
  allow(account: OAuthAccount, askId: string): Promise<Result<AuthorizationAnswer>>;
  deny(account: OAuthAccount, askId: string): Result<AuthorizationAnswer>;
  openAnswer(account: OAuthAccount, askId: string): Promise<Result<null>>;
  /** The address, which is taken to a browser by hand. */
  copyAnswer(account: OAuthAccount, askId: string): Result<string>;
  /** Answers with codes that are good for nothing any more. */
  dropAnswers(accountId: string, clientId: string): void;
};

/** What authorizations and tokens share: a client per account, and the desk's own record of what was granted. */
export type OAuthTools = {
  credentials: OAuthCredentials;
  clientOf(account: OAuthAccount, login: BrokerLogin): BrokerClient;
  /** What is asked of the broker for an application, with its secret and the account as the broker knows it. */
  signedFor(
    account: OAuthAccount,
    ask: Pick<AuthorizationAsk, 'clientId' | 'redirectUri' | 'scope' | 'codeChallenge'>,
  ): Promise<Result<{ client: BrokerClient; input: OAuthTokenRequest }>>;
  /**
   * Why nothing may be given out: a live account is armed first, and main asks about it. Others are asked about only
   * where something is shown, or is for another account.
   */
  letOut(
    account: OAuthAccount,
    ask: () => Promise<Failed | undefined>,
    isAlwaysAsked?: boolean,
  ): Promise<Failed | undefined>;
  /** Answers a sentence when it could not be written down; what was granted stays granted. */
  record(
    account: OAuthAccount,
    entry: Pick<GrantEntry, 'clientId' | 'appName' | 'scope' | 'kind' | 'grantId'>,
  ): string | undefined;
};

type Deps = OAuthTools & {
  openExternal: OpenExternal;
  questions: Pick<Questions, 'letIn'>;
  delay: Delay;
  clock: Clock;
  random: Random;
};

export function createAuthorizations(deps: Deps): Authorizations {
  const { credentials, clientOf, record, random } = deps;
  const pending = createPendingAuthorizations(deps.clock);
  const now = createReachNow(deps);

  async function prepare(
    account: OAuthAccount,
    ask: AuthorizationAsk,
  ): Promise<Result<Authorization>> {
    const issues = askIssues(ask);
    if (issues.length > 0) return fail({ kind: 'invalid', issues });
    const address = readReturnAddress(ask.redirectUri);
    if (!address.ok) throw new Error('an address that had no issues cannot be read');
    const { hasBrokerHost, hasBrokerPair, isEmbedded } = credentials.readiness(account);
    const reading = now.reach(account);
    const looked = hasBrokerHost && hasBrokerPair ? await lookUp(account, ask) : ok(undefined);
    const reach = await reading;
    if (!looked.ok) return looked;
    const found = looked.value;

    const { profile } = account;
    const hasSecret = credentials.hasClientSecret(account, ask.clientId);
    const facts = {
      ask,
      record: found,
      address: address.address,
      profile,
      hasSecret,
      isEmbedded,
      otherAccountId: found && now.otherId(account),
    };
    const app = describeApp(found);
    const scopes = scopeMeanings(ask.scope, reach);
    const brokerPage = found ? undefined : brokerPageOf(profile, ask);
    const held: PendingAuthorization = {
      askId: random.uuid(),
      accountId: profile.accountId,
      ask,
      appName: app.name,
      isLookedUp: found !== undefined,
      address: address.address,
      isListed: isListed(facts),
      whyNot: whyNot(facts),
      warnings: warningsOf(facts),
    };
    pending.add(held);
    return ok({
      askId: held.askId,
      ask,
      app,
      isLookedUp: found !== undefined,
      scopes,
      reach: shownReach(reach),
      lasts: lastsText(isEmbedded),
      ...(brokerPage !== undefined && { brokerPage }),
      destination: held.address.href,
      isDestinationListed: held.isListed,
      ...(held.whyNot && { whyNot: held.whyNot.text }),
      warnings: held.warnings,
    });
  }

  async function lookUp(
    account: OAuthAccount,
    { clientId, redirectUri, scope, ...ask }: AuthorizationAsk,
  ): Promise<Result<OAuthClientRecord>> {
    const login = await credentials.brokerLogin(account);
    if (!login.ok) return login;
    const responseType = ask.responseType === 'token' ? 'token' : 'code';
    const client = clientOf(account, login.value);
    const looked = await client.oauthClient({ clientId, responseType, redirectUri, scope });
    if (!looked.ok) return refusalInWords(looked.failure, 'lookup');
    const { clientId: answeredId } = looked.value;
    return answeredId !== undefined && !isSameClient(answeredId, clientId)
      ? otherAnswer('about another application')
      : looked;
  }

  async function allow(account: OAuthAccount, askId: string): Promise<Result<AuthorizationAnswer>> {
    const claimed = pending.claim(askId, account.profile.accountId);
    if (!claimed.ok) return claimed;
    const held = claimed.value;
    const { clientId, redirectUri, state, codeChallenge } = held.ask;
    if (held.whyNot) return notAllowed(held.whyNot.text);
    const scope = scopesOf(held.ask.scope).join(' ');
    const signed = await deps.signedFor(account, {
      clientId,
      redirectUri,
      scope,
      codeChallenge,
    });
    if (!signed.ok) return signed;
    const otherAccountId = otherIdOf(account, signed.value.input.accountId);
    const app = { name: held.appName, clientId, scope, otherAccountId, warnings: held.warnings };
    const refusal = await deps.letOut(
      account,
      async () => {
        const can = await now.can(account, scope);
        return deps.questions.letIn(account.profile, { ...app, can }, held.address.href);
      },
      otherAccountId !== undefined,
    );
    if (refusal) return refusal;
    const authorized = await signed.value.client.authorizeOAuth(signed.value.input);
    if (!authorized.ok) {
      const refused = refusalInWords(authorized.failure, 'authorize');
      if (!isScopeRefusal(authorized.failure)) return refused;
      return answerWith(held, {
        isAllowed: false,
        isRefused: true,
        address: addressWithAnswer(held.address, { ...noSuchScope, state }),
        note: describeFailure(refused.failure),
      });
    }
    const answered = authorized.value;
    if (answered.clientId !== undefined && !isSameClient(answered.clientId, clientId))
      return otherAnswer('about another application');
    if (answered.redirectUri !== undefined && answered.redirectUri !== redirectUri)
      return otherAnswer('for another redirect address');
    const granted = answered.scope ?? scope;
    const grant = {
      clientId,
      appName: held.appName,
      scope: granted,
      grantId: grantIdOf(answered.code),
    };
    const unwritten = record(account, { ...grant, kind: 'code' });
    const changed = isSameScope(granted, scope)
      ? undefined
      : `The broker granted ${granted === '' ? 'reading only' : `“${granted}”`}, which is not what the application asked for.`;
    const note = [changed, unwritten].filter((each) => each !== undefined).join(' ');
    return answerWith(
      { ...held, grant },
      {
        isAllowed: true,
        address: addressWithAnswer(held.address, { code: answered.code, state }),
        ...(note !== '' && { note }),
      },
    );
  }

  function deny(account: OAuthAccount, askId: string): Result<AuthorizationAnswer> {
    const claimed = pending.claim(askId, account.profile.accountId);
    if (!claimed.ok) return claimed;
    const held = claimed.value;
    const { clientId, scope, state } = held.ask;
    const unwritten = record(account, { clientId, appName: held.appName, scope, kind: 'denied' });
    if (!held.isListed) {
      const note = held.isLookedUp
        ? 'Nothing is sent back, because the link’s redirect address is not on the application’s list.'
        : 'Nothing is sent back, because Ballast could not check whether the address belongs to the application.';
      return ok({ isAllowed: false, note: [note, unwritten].filter(Boolean).join(' ') });
    }
    const told: ApplicationError = held.whyNot?.toldApplication ?? { error: 'access_denied' };
    return answerWith(held, {
      isAllowed: false,
      address: addressWithAnswer(held.address, { ...told, state }),
      ...(unwritten !== undefined && { note: unwritten }),
    });
  }

  function answerWith(
    held: PendingAuthorization,
    answer: AuthorizationAnswer,
  ): Result<AuthorizationAnswer> {
    pending.saveAnswer(held, answer);
    return ok(answer);
  }

  async function openAnswer(account: OAuthAccount, askId: string): Promise<Result<null>> {
    const answer = pending.answerOf(askId, account.profile.accountId);
    if (!answer.ok) return answer;
    const { address } = answer.value;
    if (address === undefined || !isReturnAddress(address))
      return notAllowed('There is no address to open.');
    const outcome = await deps.openExternal(address);
    switch (outcome) {
      case 'opened':
        noteHandedOver(account, askId, 'opened');
        pending.remove(askId);
        return ok(null);
      case 'declined':
        return notAllowed('Not opened: it was not confirmed.');
      case 'no-browser':
        return notAllowed('Ballast cannot open a browser here. Copy the address instead.');
      default:
        return outcome satisfies never;
    }
  }

  function copyAnswer(account: OAuthAccount, askId: string): Result<string> {
    const answer = pending.answerOf(askId, account.profile.accountId);
    if (!answer.ok) return answer;
    const { address } = answer.value;
    if (address === undefined) return notAllowed('There is no address to open.');
    noteHandedOver(account, askId, 'copied');
    return ok(address);
  }

  /** A code that went out is another thing than one that never left this page. */
  function noteHandedOver(account: OAuthAccount, askId: string, kind: 'opened' | 'copied'): void {
    const grant = pending.grantOf(askId, account.profile.accountId);
    if (grant) record(account, { ...grant, kind });
  }

  return { prepare, allow, deny, openAnswer, copyAnswer, dropAnswers: pending.dropGrants };
}

const isSameClient = (a: string, b: string): boolean => plainClientId(a) === plainClientId(b);

const isSameScope = (a: string, b: string): boolean =>
  scopesOf(a).sort().join(' ') === scopesOf(b).sort().join(' ');

const otherAnswer = (about: string) =>
  notAllowed(`The broker answered ${about}, not the one requested. Nothing was passed on.`);
