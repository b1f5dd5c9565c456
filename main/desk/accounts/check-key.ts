// One question to the broker with a key that is not trusted yet: whose account is this? Each way in which that can fail
// has a sentence of its own, because each needs something else from the person.
import type { HostSet } from '#contract/accounts.ts';
import {
  fail,
  isBareForbidden,
  isNotFound,
  ok,
  type Failure,
  type Result,
} from '#contract/failure.ts';
import { createClient } from '#main/broker/client.ts';
import type { Outside } from '#main/domain/account-hosts.ts';
import type { Credentials, Ports } from '#main/ports.ts';
import { secretsIn } from '#main/desk/accounts/credentials.ts';

export type CheckedKey = { accountNumber: string };

export type CheckKey = (asked: {
  environment: Outside;
  hosts: HostSet;
  credentials: Credentials;
  signal?: AbortSignal | undefined;
}) => Promise<Result<CheckedKey>>;

type Deps = Pick<Ports, 'clock' | 'delay' | 'random'> & {
  /** Of a key that the broker accepted. Nothing is logged before that, and a page could type a word of the log. */
  neverLog: (secret: string) => void;
  timeoutMs?: number | undefined;
};

const OTHER: Record<Outside, Outside> = { paper: 'live', live: 'paper' };
/** How Alpaca's key ids begin. A hint for a sentence; nothing is decided by it. */
const KEY_PREFIX: Record<Outside, RegExp> = { paper: /^PK/i, live: /^AK/i };

export function createCheckKey(deps: Deps): CheckKey {
  return async ({ environment, hosts, credentials, signal }) => {
    const client = createClient({ ...deps, hosts, credentials });
    try {
      const account = await client.account(signal);
      if (account.ok) {
        for (const secret of secretsIn(credentials)) deps.neverLog(secret);
        return ok({ accountNumber: account.value.accountNumber });
      }
      return fail(explain(account.failure, environment, hosts, credentials));
    } finally {
      client.close();
    }
  };
}

function explain(
  failure: Failure,
  environment: Outside,
  hosts: HostSet,
  credentials: Credentials,
): Failure {
  const { host } = new URL(hosts.rest);
  switch (failure.kind) {
    case 'unauthorized':
      return { ...failure, message: wrongKey(environment, host, credentials) };
    case 'refused':
      if (isBareForbidden(failure))
        return {
          ...failure,
          kind: 'unauthorized',
          message: wrongKey(environment, host, credentials),
        };
      if (failure.status === 403 && looksForeign(environment, credentials))
        return { ...failure, kind: 'unauthorized', message: foreign(environment) };
      if (failure.status === 403)
        return {
          ...failure,
          message: `${host} knows this ${nameOf(credentials)} but does not allow it to read the account (${failure.message}). Grant that permission, or use another one.`,
        };
      if (isNotFound(failure))
        return {
          ...failure,
          message: `there is no trading service at ${host}. Check the address.`,
        };
      return failure;
    case 'offline':
      return {
        kind: 'offline',
        message: `${failure.message} The ${nameOf(credentials)} could not be checked, and nothing was saved.`,
      };
    case 'unavailable':
    case 'throttled':
    case 'invalid':
    case 'outcome-unknown':
    case 'not-allowed':
    case 'outdated':
    case 'bug':
      return failure;
    default:
      return failure satisfies never;
  }
}

function wrongKey(environment: Outside, host: string, credentials: Credentials): string {
  if (looksForeign(environment, credentials)) return foreign(environment);
  return 'token' in credentials
    ? `${host} does not know this token. It may have been revoked, or it may belong to the ${OTHER[environment]} environment.`
    : `${host} does not know this key. Check the key ID and the secret key, and that they belong to the ${environment} environment.`;
}

const foreign = (environment: Outside): string =>
  `its ID begins like a key of the ${OTHER[environment]} environment. Connect it as a ${OTHER[environment]} account, or create a ${environment} key.`;

const looksForeign = (environment: Outside, credentials: Credentials): boolean =>
  'keyId' in credentials && KEY_PREFIX[OTHER[environment]].test(credentials.keyId);

const nameOf = (credentials: Credentials): string => ('token' in credentials ? 'token' : 'key');
