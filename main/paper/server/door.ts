// Who is asking: the one place that turns headers or stream frames into a caller.
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Scope } from '#main/paper/parts.ts';
import type { Keyring } from '#main/paper/server/keyring.ts';

export type Credentials = { keyId: string; secretKey: string } | { token: string };

export type Door = {
  enter(credentials: Credentials): Caller | undefined;
  /** By key headers, bearer token, or (where broker partners come in) Basic. */
  fromHeaders(headers: IncomingHttpHeaders, basic: boolean): Caller | undefined;
};

type Deps = { keyring: Keyring; tokenCaller(token: string): Caller | undefined };

const EVERY_SCOPE: ReadonlySet<Scope> = new Set<Scope>(['account:write', 'trading', 'data']);

export function createDoor({ keyring, tokenCaller }: Deps): Door {
  function enter(credentials: Credentials): Caller | undefined {
    if ('token' in credentials) return tokenCaller(credentials.token);
    const accountId = keyring.open(credentials.keyId, credentials.secretKey);
    return accountId === undefined ? undefined : { accountId, via: 'key', scopes: EVERY_SCOPE };
  }
  return {
    enter,
    fromHeaders(headers, basic) {
      const credentials = credentialsOf(headers, basic);
      return credentials && enter(credentials);
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
