// `ballast://oauth/authorize?…`, or the same question as it is written for Alpaca's own page or the web shell, read
// strictly. A link can come from any page and any mail: reading one asks nobody, opens nothing, and answers a calm sentence about everything
// that is not exactly such a link.
import type { AccountProfile } from '#contract/accounts.ts';
import { fail, invalid, ok, type Issue, type Result } from '#contract/failure.ts';
import type { AuthorizationAsk } from '#contract/oauth.ts';
import { readReturnAddress } from '#main/domain/applications/return-address.ts';

const PREFIXES = ['ballast://oauth/authorize?', 'https://app.alpaca.markets/oauth/authorize?'];
/** As the web shell hears it: a link that the browser did not let through can be pasted. */
const WEB_PREFIX = /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}\/oauth\/authorize\?/;
const LONGEST_LINK = 8_000;
const LONGEST_SCOPE = 500;
const LONGEST_STATE = 2_000;
const MOST_SCOPES = 20;
const NAMES = [
  'client_id',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'env',
  'code_challenge',
  'code_challenge_method',
] as const;
type Name = (typeof NAMES)[number];
const NEEDED: readonly Name[] = ['client_id', 'response_type', 'redirect_uri'];

export function readAuthorizationLink(link: string): Result<AuthorizationAsk> {
  const text = link.trim();
  if (text === '') return refuse('There is no link yet: paste one that begins with ballast://');
  if (text.length > LONGEST_LINK) return refuse('The link is too long');
  if (!/^[\x21-\x7e]*$/.test(text)) return refuse('The link contains spaces or invalid characters');
  if (/^https:\/\/[\w.]+\.alpaca\.markets\/(v1\/)?oauth2?\/token\b/.test(text))
    return refuse(
      'This is the address where an application exchanges its code for a token, not an authorization link',
    );
  const web = WEB_PREFIX.exec(text)?.[0];
  if (!web && !text.startsWith('ballast:') && !text.startsWith('https://app.alpaca.markets/'))
    return refuse('This is not a link for Ballast: those begin with ballast://oauth/authorize');
  if (text.includes('#')) return refuse('The link has a fragment (#), which is not allowed');
  const prefix = web ?? PREFIXES.find((known) => text.startsWith(known));
  if (prefix === undefined)
    return refuse(
      'The link is not for the authorization page, which is ballast://oauth/authorize?…',
    );
  const read = readParameters(text.slice(prefix.length));
  if (!read.ok) return read;
  const missing = NEEDED.filter((name) => (read.value.get(name) ?? '') === '');
  if (missing.length > 0) return refuse(`The link is missing ${missing.join(' and ')}`);
  const get = (name: Name): string => read.value.get(name) ?? '';
  const state = read.value.get('state');
  const env = read.value.get('env');
  const codeChallenge = read.value.get('code_challenge');
  // Without a method the challenge would be the secret itself (RFC 7636, plain).
  if (codeChallenge !== undefined && get('code_challenge_method') !== 'S256')
    return refuse(
      'The code challenge method of the link gives no protection: only S256 is accepted',
    );
  if (codeChallenge === undefined && read.value.has('code_challenge_method'))
    return refuse('The link has a code_challenge_method but no code_challenge');
  const ask: AuthorizationAsk = {
    clientId: get('client_id'),
    responseType: get('response_type'),
    redirectUri: get('redirect_uri'),
    scope: get('scope'),
    ...(state !== undefined && state !== '' && { state }),
    ...(env !== undefined && { env }),
    ...(codeChallenge !== undefined && { codeChallenge }),
  };
  const issues = askIssues(ask);
  return issues.length > 0 ? fail({ kind: 'invalid', issues }) : ok(ask);
}

/** What is wrong with an ask, whether it came by link or was typed. Nothing when it may be looked up. */
export function askIssues(ask: AuthorizationAsk): Issue[] {
  const issues: Issue[] = [];
  const say = (path: keyof AuthorizationAsk, message: string) => issues.push({ path, message });
  if (!isClientId(ask.clientId))
    say('clientId', 'The client id must be 32 hexadecimal digits, with or without hyphens');
  if (ask.responseType !== 'code' && ask.responseType !== 'token')
    say('responseType', 'The response type must be code or token');
  const address = readReturnAddress(ask.redirectUri);
  if (!address.ok) say('redirectUri', address.why);
  if (ask.scope.length > LONGEST_SCOPE || scopesOf(ask.scope).length > MOST_SCOPES)
    say('scope', 'The scope lists too many permissions');
  else if (!/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(ask.scope))
    say('scope', 'The scope contains invalid characters');
  if (ask.state !== undefined && ask.state.length > LONGEST_STATE)
    say('state', 'The state is too long');
  else if (ask.state !== undefined && !/^[\x20-\x7e]*$/.test(ask.state))
    say('state', 'The state contains characters that cannot be sent back');
  if (ask.env !== undefined && ask.env !== 'live' && ask.env !== 'paper')
    say('env', 'The environment (env) must be live or paper, or left out');
  if (ask.codeChallenge !== undefined && !/^[\w-]{43}$/.test(ask.codeChallenge))
    say(
      'codeChallenge',
      'The code challenge is not a valid S256 challenge: those are 43 letters, digits, - and _',
    );
  return issues;
}

/** Why an account is not the one that a link with `env` is for. An account is live or it is not; nothing switches it. */
export function otherEnvironment(
  env: string | undefined,
  environment: AccountProfile['environment'],
): string | undefined {
  const isLive = environment === 'live';
  if (env === undefined || isLive === (env === 'live')) return undefined;
  return isLive
    ? 'The application asks for a paper account (env=paper), and this one is live. Choose a paper account, then open the link again.'
    : 'The application asks for a live account (env=live), and this one is not. Choose a live account, then open the link again.';
}

/** The scopes that are asked for, each once. */
export const scopesOf = (scope: string): string[] => [
  ...new Set(scope.split(' ').filter((name) => name !== '')),
];

/** Both spellings of an id name the same client. */
export const plainClientId = (id: string): string => id.replaceAll('-', '').toLowerCase();

const isClientId = (id: string): boolean =>
  /^([\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(id);

function readParameters(query: string): Result<Map<Name, string>> {
  const found = new Map<Name, string>();
  for (const part of query.split('&')) {
    const cut = part.indexOf('=');
    const name = NAMES.find((known) => known === part.slice(0, Math.max(cut, 0)));
    if (name === undefined)
      return refuse(
        `The link contains something other than ${NAMES.join(', ')}, so it is not accepted`,
      );
    if (found.has(name)) return refuse(`The link has ${name} twice`);
    const value = decode(part.slice(cut + 1));
    if (value === undefined) return refuse(`The link's ${name} cannot be read`);
    if (/\p{C}/u.test(value)) return refuse(`The link's ${name} contains invisible characters`);
    found.set(name, value);
  }
  return ok(found);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const refuse = (sentence: string) => invalid(sentence, 'link');
