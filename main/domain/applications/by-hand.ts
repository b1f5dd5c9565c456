// What a person does at the broker where Ballast cannot: the broker's own page for a question, and how access is taken back.
import type { AccountProfile } from '#contract/accounts.ts';
import type { AuthorizationAsk } from '#contract/oauth.ts';

type Owner = Pick<AccountProfile, 'environment' | 'hosts' | 'accountNumber'>;

const ALPACA_PAGE = 'https://app.alpaca.markets/oauth/authorize';

/** The same question on the broker's page. It has no token in the address there either, and no challenge (PKCE). */
export function brokerPageOf(owner: Owner, ask: AuthorizationAsk): string | undefined {
  if (!isAtAlpaca(owner) || ask.responseType !== 'code' || ask.codeChallenge !== undefined)
    return undefined;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: ask.clientId,
    redirect_uri: ask.redirectUri,
    ...(ask.scope !== '' && { scope: ask.scope }),
    ...(ask.state !== undefined && { state: ask.state }),
    env: owner.environment === 'live' ? 'live' : 'paper',
  });
  return `${ALPACA_PAGE}?${query.toString().replaceAll('+', '%20')}`;
}

export const revokingByHand = (owner: Owner): string[] =>
  isAtAlpaca(owner)
    ? [
        'Sign in at app.alpaca.markets and open “OAuth Apps” in the menu on the left: the applications that you have authorized are listed there.',
        'Remove the application from that list.',
        'If it is not there or cannot be removed, copy the letter here and send it to support@alpaca.markets from your account’s email address.',
        'The application keeps its access until the broker says it is gone.',
      ]
    : [
        `Ballast does not know a page for this at ${hostOf(owner)}. Copy the letter here and send it to your broker’s support.`,
        'The application keeps its access until the broker says it is gone.',
      ];

export const letterAbout = (owner: Owner, app: { name: string; clientId: string }): string =>
  [
    `Please revoke all access of the application “${app.name}” (OAuth client id ${app.clientId}) to my ${owner.environment} account${owner.accountNumber === undefined ? '' : ` ${owner.accountNumber}`}:`,
    'every access token and every unused authorization code, and the streams opened with them.',
    'Please confirm in writing when it is done, and tell me when the application last used its access.',
  ].join(' ');

const hostOf = ({ hosts }: Owner): string =>
  (hosts && URL.parse(hosts.rest)?.hostname) ?? 'your broker';

const isAtAlpaca = (owner: Owner): boolean =>
  owner.environment !== 'embedded' &&
  (owner.hosts === undefined || /(^|\.)alpaca\.markets$/.test(hostOf(owner)));
