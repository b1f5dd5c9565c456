// A token for an application of one's own. It goes straight to where it is used; who asked to see it sees it in main's
// own window or terminal. No page gets it.
import { describeFailure, fail, invalid, ok, type Result } from '#contract/failure.ts';
import type { AccountProfile } from '#contract/accounts.ts';
import type { BrokerClient } from '#main/broker/client.ts';
import { askIssues, scopesOf } from '#main/domain/applications/authorization-link.ts';
import type { Accounts } from '#main/desk/accounts/accounts.ts';
import type { OAuthTools } from '#main/desk/applications/authorizations.ts';
import type { OAuthAccount } from '#main/desk/applications/describe-app.ts';
import { createReachNow } from '#main/desk/applications/reach-now.ts';
import { otherIdOf } from '#main/desk/applications/readiness.ts';
import { refusalInWords } from '#main/desk/applications/refusals.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { Practice } from '#main/desk/practice/practice.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { Delay } from '#main/ports.ts';
import { grantIdOf } from '#main/wire/grant-id.ts';

/** Connects an account with a token that was issued for an account of the same environment and hosts. */
export type ConnectToken = (
  label: string,
  token: string,
  like: AccountProfile,
) => Promise<Result<AccountProfile>>;

export type TokenAsk = {
  clientId: string;
  redirectUri: string;
  scope: string;
  connectAs?: string | undefined;
  isShown: boolean;
};
type IssuedToken = {
  scope: string;
  connected?: AccountProfile | undefined;
  wasShown?: true | undefined;
  note?: string | undefined;
};

export type Tokens = {
  issueToken(account: OAuthAccount, ask: TokenAsk): Promise<Result<IssuedToken>>;
};

type Deps = Pick<OAuthTools, 'credentials' | 'signedFor' | 'record' | 'letOut'> & {
  delay: Delay;
  connectToken: ConnectToken;
  questions: Pick<Questions, 'token' | 'showToken'>;
};

export function createTokens(deps: Deps): Tokens {
  const { connectToken, signedFor, record, questions } = deps;
  const now = createReachNow(deps);
  return {
    async issueToken(account, { clientId, redirectUri, connectAs, isShown, ...asked }) {
      if (connectAs === undefined && !isShown)
        return invalid('Choose what to do with the token: connect an account, or see it once');
      const scope = scopesOf(asked.scope).join(' ');
      const issues = askIssues({ clientId, redirectUri, scope, responseType: 'token' });
      if (issues.length > 0) return fail({ kind: 'invalid', issues });
      const signed = await signedFor(account, { clientId, redirectUri, scope });
      if (!signed.ok) return signed;
      const { client, input } = signed.value;
      const appName = await nameOf(client, clientId);
      const otherAccountId = otherIdOf(account, input.accountId);
      const app = { name: appName, clientId, scope, otherAccountId };
      const refusal = await deps.letOut(
        account,
        async () =>
          questions.token(account.profile, { ...app, can: await now.can(account, scope) }),
        isShown || otherAccountId !== undefined,
      );
      if (refusal) return refusal;
      const issued = await client.issueOAuthToken(input);
      if (!issued.ok) return refusalInWords(issued.failure, 'token');
      const { accessToken, scope: granted = scope } = issued.value;
      const unwritten = record(account, {
        clientId,
        appName,
        scope: granted,
        kind: 'token',
        grantId: grantIdOf(accessToken),
      });
      const connected =
        connectAs === undefined
          ? undefined
          : await connectToken(connectAs, accessToken, account.profile);
      const notConnected =
        connected && !connected.ok
          ? `The token was issued, but no account was connected with it: ${describeFailure(connected.failure)}`
          : undefined;
      const unseen = isShown ? await questions.showToken(account.profile, accessToken) : undefined;
      const notShown =
        unseen === undefined ? undefined : `The token was issued but not shown: ${unseen}`;
      const note = [notConnected, notShown, unwritten]
        .filter((each) => each !== undefined)
        .join(' ');
      return ok({
        scope: granted,
        ...(connected?.ok && { connected: connected.value }),
        ...(isShown && unseen === undefined && { wasShown: true as const }),
        ...(note !== '' && { note }),
      });
    },
  };
}

type ConnectDeps = {
  keys: Pick<Keys, 'refreshStatus'>;
  accounts: Pick<Accounts, 'connect'>;
  practice: Pick<Practice, 'connection'>;
};

export function createConnectToken({ keys, accounts, practice }: ConnectDeps): ConnectToken {
  return async (label, token, like) => {
    const inside = practice.connection();
    const isEmbedded = like.environment === 'embedded';
    const { homes } = await keys.refreshStatus();
    const hasKeychain = homes.some(({ home, isAvailable }) => home === 'keychain' && isAvailable);
    return accounts.connect({
      label,
      environment: like.environment === 'live' ? 'live' : 'paper',
      hosts: isEmbedded ? (inside.ok ? inside.value.hosts : undefined) : like.hosts,
      credentials: { token },
      // The practice broker moves with each start, so nothing that opens it is worth keeping.
      keepIn: hasKeychain && !isEmbedded ? 'keychain' : 'this-run',
      isUnverifiedAllowed: false,
    });
  };
}

/** For the ledger alone: a token without a name beside it is still a token. */
async function nameOf(client: BrokerClient, clientId: string): Promise<string> {
  const looked = await client.oauthClient({ clientId });
  return (looked.ok ? looked.value.name : undefined) ?? 'Your own application';
}
