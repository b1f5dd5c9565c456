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
  if (!record) return { name: 'An application that was not looked up' };
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
  /** The broker takes the challenge of a code and asks for what it was made of. */
  bindsCodes: boolean;
};

const NO_LOOKUP =
  'Allowing it from here needs the key pair of a broker partner, which is not entered for this account. Most owners have none: they allow an application on the broker’s own page. What the link asks for, and what that means for this account, is shown above; who is behind it was not checked.';

export const isListed = ({ ask, record }: Pick<Facts, 'ask' | 'record'>): boolean =>
  record?.redirectUri?.includes(ask.redirectUri) ?? false;

/** Why Allow is off. */
export function whyNot(facts: Facts): string | undefined {
  if (!facts.record) return NO_LOOKUP;
  if (!isListed(facts))
    return 'The application’s record at the broker does not list this redirect address, so no answer is sent there. The link may be forged.';
  if (isDisabled(facts.record)) return 'The broker has disabled this application.';
  const elsewhere = otherEnvironment(facts.ask.env, facts.profile.environment);
  if (elsewhere !== undefined) return elsewhere;
  if (facts.ask.responseType === 'token')
    return 'The application asks for a token in the address. Tokens in addresses end up in histories and logs, so Ballast sends none; the application has to ask for a code.';
  if (facts.ask.codeChallenge !== undefined && !facts.bindsCodes)
    return 'The application wants its code bound to a challenge (PKCE). The broker’s authorize call has no place for one, so the code would not be bound, and the application would not know. It has to ask without a challenge.';
  if (!facts.hasSecret)
    return 'The secret of this application is not stored here, and the broker wants it. Add it under Apps first.';
  return undefined;
}

export function warningsOf(facts: Facts): string[] {
  const { ask, record, address, profile } = facts;
  const unknown = unknownScopes(ask.scope);
  const status = record?.status;
  const isOddStatus = status !== undefined && status !== 'ACTIVE' && !isDisabled(record);
  return [
    ask.state === undefined &&
      'The link has no state. Without it the application cannot tell its own request from a forged one.',
    unknown.length > 0 &&
      `It asks for something that Ballast does not know: ${unknown.join(', ')}.`,
    isDisabled(record) && !isListed(facts) && 'The broker has disabled this application.',
    isOddStatus &&
      `The broker calls its status ${plainText(status, 40)}, which Ballast does not know.`,
    address.isForeignHost &&
      `The host of the redirect address is written in other letters and may imitate another name. The network knows it as ${address.host}.`,
    profile.environment === 'live' &&
      record?.liveTradingApproved === false &&
      'The broker has not approved this application for live trading, and this account is live.',
  ].filter((warning) => warning !== false);
}

const isDisabled = (record: OAuthClientRecord | undefined): boolean =>
  record?.status?.toUpperCase() === 'DISABLED';
