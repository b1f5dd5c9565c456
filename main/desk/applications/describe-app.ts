// The authorization page's facts: the application as the broker tells it, and everything that speaks against letting it in.
import type { AccountProfile } from '#contract/accounts.ts';
import type { Authorization, AuthorizationAsk } from '#contract/oauth.ts';
import { otherEnvironment } from '#main/domain/applications/authorization-link.ts';
import type { ReturnAddress } from '#main/domain/applications/return-address.ts';
import { unknownScopes } from '#main/domain/applications/oauth-scopes.ts';
import type { ReachUnit } from '#main/desk/applications/reach.ts';
import type { Journal } from '#main/journal/types.ts';
import type { OAuthClientRecord } from '#main/wire/oauth.ts';
import { plainText } from '#main/tools/plain-text.ts';

/** An open account, as far as applications are concerned. */
export type OAuthAccount = {
  profile: AccountProfile;
  unit: ReachUnit & { journal: Pick<Journal, 'saveGrant' | 'grants'> };
};

const LONGEST_NAME = 200;
const LONGEST_TEXT = 2_000;

type AppText = 'name' | 'description' | 'url' | 'termsOfUse' | 'privacyPolicy' | 'status';

/** Texts of a stranger: on one line, without invisible characters, and not endless. */
export function describeApp(record: OAuthClientRecord | undefined): Authorization['app'] {
  if (!record) return { name: 'An application that has not been looked up' };
  const { liveTradingApproved } = record;
  const text = (name: AppText, longest = LONGEST_TEXT): string | undefined =>
    plainText(record[name] ?? '', longest) || undefined;
  const optional = {
    description: text('description'),
    url: text('url'),
    termsOfUse: text('termsOfUse'),
    privacyPolicy: text('privacyPolicy'),
    status: text('status', LONGEST_NAME),
    liveTradingApproved,
  };
  return {
    name: text('name', LONGEST_NAME) ?? 'An application without a name',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
}

type Facts = {
  ask: AuthorizationAsk;
  /** Nothing where the broker could not be asked. */
  record: OAuthClientRecord | undefined;
  address: ReturnAddress;
  profile: Pick<AccountProfile, 'environment'>;
  hasSecret: boolean;
  /** The broker takes the challenge of a code and asks for what it was made of; which scopes it has is known. */
  isEmbedded: boolean;
  /** The account at the broker that it would be let in to, where that is not known to be this one. */
  otherAccountId: string | undefined;
};

const NO_LOOKUP =
  'Allowing it from here needs a broker partner’s key pair, and none is entered for this account. Most account owners do not have one and allow applications on the broker’s own page. What the link asks for, and what that means for this account, is shown above. Who is behind it was not checked.';

export const isListed = ({ ask, record }: Pick<Facts, 'ask' | 'record'>): boolean =>
  record?.redirectUri?.includes(ask.redirectUri) ?? false;

/** What an application is told instead of a code (RFC 6749, 4.1.2.1). */
export type ApplicationError = {
  error:
    | 'access_denied'
    | 'invalid_request'
    | 'invalid_scope'
    | 'unauthorized_client'
    | 'unsupported_response_type';
  error_description?: string;
};

/** Why Allow is off: for the person, and for the application where it is at fault. */
export type Obstacle = { text: string; toldApplication?: ApplicationError };

/** What no account could allow comes before what this one lacks. */
export function whyNot(facts: Facts): Obstacle | undefined {
  const { ask, record } = facts;
  if (!record) return { text: NO_LOOKUP };
  if (!isListed(facts))
    return {
      text: 'The application’s record at the broker does not list this redirect address, so no answer is sent there. The link may be forged.',
    };
  if (isDisabled(record))
    return {
      text: 'The broker has disabled this application.',
      toldApplication: {
        error: 'unauthorized_client',
        error_description: 'The application is disabled at the broker.',
      },
    };
  if (ask.responseType === 'token')
    return {
      text: 'The application wants a token in the address. Tokens in addresses end up in browser histories and logs, so Ballast does not send one. The application must ask for a code instead.',
      // In the query, as for each type that is not supported (RFC 6749, 3.1.1).
      toldApplication: {
        error: 'unsupported_response_type',
        error_description: 'Tokens are not sent in an address: use response_type=code.',
      },
    };
  const unknown = unknownScopes(ask.scope);
  if (unknown.length > 0 && facts.isEmbedded)
    return {
      text: `The practice broker has no such permission: ${unknown.join(', ')}. The application’s developer must correct this.`,
      toldApplication: noSuchScope,
    };
  if (ask.codeChallenge !== undefined && !facts.isEmbedded)
    return {
      text: 'The application wants its code bound to a challenge (PKCE). The broker’s authorize call does not support one, so the code would not be bound and the application would not know. It must ask without a challenge.',
      toldApplication: {
        error: 'invalid_request',
        error_description: 'This broker does not support PKCE: ask without code_challenge.',
      },
    };
  const elsewhere = otherEnvironment(ask.env, facts.profile.environment);
  if (elsewhere !== undefined) return { text: elsewhere };
  if (!facts.hasSecret)
    return {
      text: 'The broker requires this application’s client secret, and it is not stored here. Add it under Apps first.',
    };
  return undefined;
}

export const noSuchScope: ApplicationError = {
  error: 'invalid_scope',
  error_description: 'The broker does not have this scope, or not for this application.',
};

export function warningsOf(facts: Facts): string[] {
  const { ask, record, address, profile } = facts;
  const unknown = unknownScopes(ask.scope);
  const status = record?.status;
  const isOddStatus = status !== undefined && status !== 'ACTIVE' && !isDisabled(record);
  return [
    facts.otherAccountId !== undefined &&
      `It would get access to a different account at the broker: the id entered under Apps is ${plainText(facts.otherAccountId, 64)}. What that account holds is not known here. Ballast asks about this separately, outside this page.`,
    ask.state === undefined &&
      'The link has no state. Without it the application cannot tell its own request from a forged one.',
    unknown.length > 0 &&
      `It asks for permissions that Ballast does not know: ${unknown.join(', ')}.`,
    mixesAlphabets(record?.name ?? '') &&
      'Its name mixes letters from several alphabets and may imitate another name.',
    isDisabled(record) && !isListed(facts) && 'The broker has disabled this application.',
    isOddStatus &&
      `The broker reports its status as ${plainText(status, 40)}, which Ballast does not know.`,
    address.isForeignHost &&
      `The redirect address uses letters from another alphabet and may imitate another name. Its actual host is ${address.host}.`,
    profile.environment === 'live' &&
      record?.liveTradingApproved === false &&
      'The broker has not approved this application for live trading, and this account is live.',
  ].filter((warning) => warning !== false);
}

const isDisabled = (record: OAuthClientRecord | undefined): boolean =>
  record?.status?.toUpperCase() === 'DISABLED';

/** Letters of Latin beside those that look like them, in one word. */
const mixesAlphabets = (name: string): boolean =>
  name
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) => /\p{sc=Latin}/u.test(word) && /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}]/u.test(word),
    );
