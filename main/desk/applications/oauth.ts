// Everything that a person does about OAuth applications.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { AuthorizationAsk, Grant } from '#contract/oauth.ts';
import { createBrokerClient, type BrokerClient } from '#main/broker/client.ts';
import { readAuthorizationLink } from '#main/domain/applications/authorization-link.ts';
import { decisionsOf } from '#main/domain/applications/decisions.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { OpenExternal, Ports } from '#main/ports.ts';
import { createAccess, type AccessService } from '#main/desk/applications/access.ts';
import {
  createAuthorizations,
  type Authorizations,
  type OAuthTools,
} from '#main/desk/applications/authorizations.ts';
import type { OAuthAccount } from '#main/desk/applications/describe-app.ts';
import type { BrokerLogin, OAuthCredentials } from '#main/desk/applications/oauth-credentials.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { Questions } from '#main/desk/questions.ts';
import { createTokens, type ConnectToken, type Tokens } from '#main/desk/applications/tokens.ts';

export type OAuthService = OAuthCredentials &
  Tokens &
  AccessService &
  Omit<Authorizations, 'dropAnswers'> & {
    /** Asks nobody and changes nothing. */
    readLink(link: string): Result<AuthorizationAsk>;
    grants(account: OAuthAccount): Result<Grant[]>;
    stop(): void;
  };

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  credentials: OAuthCredentials;
  connectToken: ConnectToken;
  openExternal: OpenExternal;
  questions: Pick<Questions, 'letIn' | 'token' | 'showToken' | 'revoke'>;
  arming: Pick<Arming, 'isArmed'>;
  /** How long the broker may take to answer. */
  timeoutMs?: number | undefined;
};

const NOT_ARMED =
  'This live account is not armed, so no application gets access. Arm it with its account number first.';

export function createOAuth(deps: Deps): OAuthService {
  const { credentials, clock, log } = deps;
  const clients = new Map<string, { login: BrokerLogin; client: BrokerClient }>();

  /** One client per account, made anew when its login changed. */
  function clientOf({ profile }: OAuthAccount, login: BrokerLogin): BrokerClient {
    const known = clients.get(profile.accountId);
    if (known && JSON.stringify(known.login) === JSON.stringify(login)) return known.client;
    known?.client.close();
    const client = createBrokerClient({ ...deps, host: login.host, pair: login.pair });
    clients.set(profile.accountId, { login, client });
    return client;
  }

  const tools: OAuthTools = {
    credentials,
    clientOf,
    async signedFor(account, ask) {
      const login = await credentials.brokerLogin(account);
      if (!login.ok) return login;
      const secret = await credentials.clientSecret(account, ask.clientId);
      if (!secret.ok) return secret;
      const { accountId } = login.value;
      const input = { ...ask, clientSecret: secret.value, accountId };
      return ok({ client: clientOf(account, login.value), input });
    },
    async letOut({ profile }, ask, isAlwaysAsked = false) {
      if (profile.environment !== 'live') return isAlwaysAsked ? ask() : undefined;
      if (!deps.arming.isArmed(profile)) return notAllowed(NOT_ARMED);
      return (await ask()) ?? (deps.arming.isArmed(profile) ? undefined : notAllowed(NOT_ARMED));
    },
    record({ profile, unit }, entry) {
      const { accountId } = profile;
      const saved = unit.journal.saveGrant({ ...entry, at: clock.wall(), accountId });
      if (saved.ok) return undefined;
      log('error', 'a grant could not be written down', { kind: entry.kind });
      return `It could not be saved on this computer: ${saved.failure.message}`;
    },
  };

  const { dropAnswers, ...authorizations } = createAuthorizations({ ...deps, ...tools });
  return {
    ...credentials,
    ...createTokens({ ...deps, ...tools }),
    ...authorizations,
    ...createAccess({ ...deps, ...tools, dropAnswers }),
    readLink: readAuthorizationLink,
    grants({ unit }) {
      const grants = unit.journal.grants();
      return grants.ok ? ok(decisionsOf(grants.value)) : toFailed(grants.failure);
    },
    stop() {
      for (const { client } of clients.values()) client.close();
      clients.clear();
    },
  };
}
