// Who has access to an account, and taking it back. What the broker tells counts; where it tells nothing, what was decided
// here is shown as that, with the way to take it back by hand.
import { fail, isNotFound, notAllowed, ok, type Failed, type Failure } from '#contract/failure.ts';
import type { Result } from '#contract/failure.ts';
import type { AccessList, AppAccess, Grant } from '#contract/oauth.ts';
import type { OAuthTools } from '#main/desk/applications/authorizations.ts';
import type { OAuthAccount } from '#main/desk/applications/describe-app.ts';
import { otherIdOf } from '#main/desk/applications/readiness.ts';
import { plainClientId, scopesOf } from '#main/domain/applications/authorization-link.ts';
import { letterAbout, revokingByHand } from '#main/domain/applications/by-hand.ts';
import { decisionsOf } from '#main/domain/applications/decisions.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Clock } from '#main/ports.ts';
import type { Questions } from '#main/desk/questions.ts';
import { plainText } from '#main/tools/plain-text.ts';
import type { OAuthGrant } from '#main/wire/oauth.ts';

export type AccessService = {
  access(account: OAuthAccount): Promise<Result<AccessList>>;
  /** All that it has, or one grant of it alone. Answers who has access after it. */
  revoke(account: OAuthAccount, clientId: string, grantId?: string): Promise<Result<AccessList>>;
};

type Deps = Pick<OAuthTools, 'credentials' | 'clientOf' | 'record'> & {
  questions: Pick<Questions, 'revoke'>;
  dropAnswers(accountId: string, clientId: string): void;
  clock: Clock;
};

const LONGEST_NAME = 200;
const NO_PAIR =
  'The broker was not asked, because that needs a broker partner’s key pair and none is entered for this account. This is the access granted on this computer; access granted elsewhere is not known here.';
const NO_SUCH_ACCESS = 'The broker no longer has this access. Ask again to see who has access.';
const NOT_TOLD =
  'This broker does not report who has access. This is the access granted on this computer; access granted elsewhere is not known here.';

export function createAccess(deps: Deps): AccessService {
  const { credentials, clientOf } = deps;

  async function access(account: OAuthAccount): Promise<Result<AccessList>> {
    const entries = account.unit.journal.grants();
    if (!entries.ok) return toFailed(entries.failure);
    const decisions = decisionsOf(entries.value);
    const { hasBrokerHost, hasBrokerPair } = credentials.readiness(account);
    if (!hasBrokerHost || !hasBrokerPair) return ok(byLedger(account, decisions, NO_PAIR));
    const login = await credentials.brokerLogin(account);
    if (!login.ok) return login;
    const told = await clientOf(account, login.value).oauthGrants({
      accountId: login.value.accountId,
    });
    if (!told.ok)
      return isNotOffered(told.failure) ? ok(byLedger(account, decisions, NOT_TOLD)) : told;
    const applications = groupBy(told.value, ({ clientId }) => clientId).map((tokens) =>
      toldAccess(tokens, decisions),
    );
    noteUsed(account, told.value, decisions);
    const unread = told.value.unread?.length ?? 0;
    return ok({
      readAt: deps.clock.wall(),
      canRevoke: true,
      applications,
      ...(unread > 0 && {
        note: `The broker’s list has ${unread} more entries that could not be read.`,
      }),
      byHand: [],
    });
  }

  /** Its code was exchanged, however it got there: that holds when the broker does not list it any more. */
  function noteUsed(
    account: OAuthAccount,
    tokens: readonly OAuthGrant[],
    decisions: readonly Grant[],
  ): void {
    const listed = new Set(tokens.flatMap(({ grantId }) => grantId ?? []));
    for (const { handedOver, grantId, clientId, appName, scope } of decisions)
      if (handedOver === 'no' && grantId !== undefined && listed.has(grantId))
        deps.record(account, { clientId, appName, scope, grantId, kind: 'used' });
  }

  async function revoke(
    account: OAuthAccount,
    clientId: string,
    grantId?: string,
  ): Promise<Result<AccessList>> {
    const login = await credentials.brokerLogin(account);
    if (!login.ok) return login;
    const { profile } = account;
    const before = await access(account);
    const known = before.ok ? before.value.applications : [];
    const app = known.find((each) => isSameApp(each, clientId));
    const one = app?.told?.tokens.find((each) => each.grantId === grantId);
    if (grantId !== undefined && !one) return before.ok ? notAllowed(NO_SUCH_ACCESS) : before;
    const name = app?.appName ?? 'An application';
    const { accountId } = login.value;
    const otherAccountId = otherIdOf(account, accountId);
    if (profile.environment === 'live' || otherAccountId !== undefined) {
      const about = grantId === undefined ? undefined : one;
      const question = { name, clientId, otherAccountId, one: about };
      const refusal = await deps.questions.revoke(profile, question);
      if (refusal) return refusal;
    }
    const of = grantId === undefined ? {} : { grantId };
    const revoked = await clientOf(account, login.value).revokeOAuth({
      clientId,
      accountId,
      ...of,
    });
    if (!revoked.ok) return notRevoked(revoked.failure);
    // An access of its own has no answer that could still be opened: its code was used.
    if (grantId === undefined) deps.dropAnswers(profile.accountId, clientId);
    const scope = (grantId === undefined ? app : one)?.scope ?? '';
    const unwritten = deps.record(account, {
      clientId,
      appName: name,
      scope,
      kind: 'revoked',
      ...of,
    });
    const after = await access(account);
    if (!after.ok || unwritten === undefined) return after;
    return ok({ ...after.value, note: `Access was revoked. ${unwritten}` });
  }

  return { access, revoke };
}

/** A host without such a request, or that has it for nobody. */
const isNotOffered = (failure: Failure): boolean =>
  isNotFound(failure) || (failure.kind === 'refused' && [405, 501].includes(failure.status));

function notRevoked(failure: Failure): Failed {
  if (isNotOffered(failure))
    return notAllowed('This broker does not let Ballast revoke access. Revoke it at the broker.');
  if (failure.kind === 'offline')
    return fail({
      ...failure,
      message: `${failure.message} It is not known whether the access is gone. Revoke it again; that does no harm.`,
    });
  return fail(failure);
}

function toldAccess(tokens: readonly OAuthGrant[], decisions: readonly Grant[]): AppAccess {
  const [first] = tokens;
  const clientId = first?.clientId ?? '';
  const here = decisions.flatMap((one) =>
    one.kind !== 'denied' &&
    tokens.some(({ grantId }) => grantId !== undefined && grantId === one.grantId)
      ? [{ at: one.at, kind: one.kind, grantId: one.grantId }]
      : [],
  );
  const isFromHere = (grantId: string | undefined): boolean =>
    grantId !== undefined && here.some((one) => one.grantId === grantId);
  const used = tokens.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).map(Date.parse);
  return {
    clientId,
    appName: plainText(first?.name ?? '', LONGEST_NAME) || 'An application without a name',
    scope: scopesOf(tokens.map(({ scope }) => scope).join(' ')).join(' '),
    since: Math.min(...tokens.map(({ grantedAt }) => Date.parse(grantedAt))),
    told: {
      tokens: tokens.map(({ grantId, scope, grantedAt, lastUsedAt, openConnections = 0 }) => ({
        ...(grantId !== undefined && { grantId }),
        scope,
        since: Date.parse(grantedAt),
        ...(lastUsedAt !== undefined && { lastUsedAt: Date.parse(lastUsedAt) }),
        openConnections,
        isFromHere: isFromHere(grantId),
      })),
      ...(used.length > 0 && { lastUsedAt: Math.max(...used) }),
      openConnections: tokens.reduce((sum, { openConnections = 0 }) => sum + openConnections, 0),
      isDisabled: tokens.some(({ status }) => status?.toUpperCase() === 'DISABLED'),
      fromElsewhere: tokens.filter(({ grantId }) => !isFromHere(grantId)).length,
    },
    decisions: here.map(({ at, kind }) => ({ at, kind })),
  };
}

function byLedger(
  { profile }: OAuthAccount,
  decisions: readonly Grant[],
  note: string,
): AccessList {
  const allowed = decisions.flatMap((one) =>
    one.kind === 'denied' || one.revokedAt !== undefined ? [] : [{ ...one, kind: one.kind }],
  );
  return {
    canRevoke: false,
    applications: groupBy(allowed, ({ clientId }) => plainClientId(clientId)).map((of) => {
      const { clientId = '', appName = '' } = of[0] ?? {};
      return {
        clientId,
        appName,
        scope: scopesOf(of.map(({ scope }) => scope).join(' ')).join(' '),
        since: Math.min(...of.map(({ at }) => at)),
        decisions: of.map(({ at, kind }) => ({ at, kind })),
        letter: letterAbout(profile, { name: appName, clientId }),
      };
    }),
    note,
    byHand: revokingByHand(profile),
  };
}

const isSameApp = (app: AppAccess, clientId: string): boolean =>
  plainClientId(app.clientId) === plainClientId(clientId);

const groupBy = <T>(all: readonly T[], keyOf: (one: T) => string): T[][] => [
  ...Map.groupBy(all, keyOf).values(),
];
