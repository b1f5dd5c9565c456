// Who is asking: the one place that turns headers or stream frames into a caller, and what a caller's token must allow.
import type { IncomingHttpHeaders } from 'node:http';
import type { Keyring } from '#main/paper/server/keyring.ts';
import type { Caller, Scope } from '#main/paper/types.ts';

export type Credentials = { keyId: string; secretKey: string } | { token: string };
export type Authenticator = ReturnType<typeof createAuthenticator>;

type Deps = { keyring: Keyring; tokenCaller(token: string): Caller | undefined };

declare module 'fastify' {
  interface FastifyRequest {
    /** Found out before any route runs. */
    caller: Caller;
  }
}

export const SCOPES: readonly Scope[] = ['account:write', 'trading', 'data'];
const EVERY_SCOPE: ReadonlySet<Scope> = new Set(SCOPES);
const DATA = /^\/(v2\/stocks|v1beta\d\/|v1\/corporate-actions)/;
const ACCOUNT_WRITES = /^\/v2\/(account\/configurations|watchlists)/;

export function createAuthenticator({ keyring, tokenCaller }: Deps) {
  function authenticate(credentials: Credentials): Caller | undefined {
    if ('token' in credentials) return tokenCaller(credentials.token);
    const accountId = keyring.accountOf(credentials.keyId, credentials.secretKey);
    return accountId === undefined ? undefined : { accountId, via: 'key', scopes: EVERY_SCOPE };
  }
  return {
    authenticate,
    /** By key headers, bearer token, or (where broker partners come in) Basic. */
    authenticateHeaders(headers: IncomingHttpHeaders, basic: boolean): Caller | undefined {
      const credentials = credentialsOf(headers, basic);
      return credentials && authenticate(credentials);
    },
  };
}

export function credentialsOf(
  headers: IncomingHttpHeaders,
  basic: boolean,
): Credentials | undefined {
  const keyId = headers['apca-api-key-id'];
  const secretKey = headers['apca-api-secret-key'];
  if (typeof keyId === 'string' && typeof secretKey === 'string') return { keyId, secretKey };
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return { token: value };
  if (!basic || scheme.toLowerCase() !== 'basic') return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { keyId: text.slice(0, colon), secretKey: text.slice(colon + 1) };
}

export const isDataPath = (path: string): boolean => DATA.test(path);

/** What an application's token must have been granted for this request. Reading the trading side needs nothing. */
export function requiredScope(method: string, path: string): Scope | undefined {
  if (isDataPath(path)) return 'data';
  if (method === 'GET' || method === 'HEAD') return undefined;
  return ACCOUNT_WRITES.test(path) ? 'account:write' : 'trading';
}
