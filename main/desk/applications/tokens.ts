// A token for an application of one's own. It goes straight to where it is used; it is shown only when asked for.
import { describeFailure, fail, invalid, ok, type Result } from '#contract/failure.ts';
import type { Grant } from '#contract/oauth.ts';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Journal } from '#main/journal/types.ts';
import type { BrokerClient } from '#main/broker/client.ts';
import { askIssues, scopesOf } from '#main/domain/applications/authorization-link.ts';
import type { Access, BrokerAccess } from '#main/desk/applications/access.ts';
import type { ReachBook } from '#main/desk/applications/describe-app.ts';
import { refusalInWords } from '#main/desk/applications/refusals.ts';

/** An open account, as far as applications are concerned. */
export type OAuthAccount = {
  profile: AccountProfile;
  unit: { book: ReachBook; journal: Pick<Journal, 'saveGrant' | 'grants'> };
};

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
export type IssuedToken = {
  scope: string;
  connected?: AccountProfile | undefined;
  token?: string | undefined;
  note?: string | undefined;
};

export type Tokens = {
  issueToken(account: OAuthAccount, ask: TokenAsk): Promise<Result<IssuedToken>>;
};

type Deps = {
  access: Access;
  connectToken: ConnectToken;
  clientOf(account: OAuthAccount, at: BrokerAccess): BrokerClient;
  record(
    account: OAuthAccount,
    grant: Pick<Grant, 'clientId' | 'appName' | 'scope' | 'kind'>,
  ): string | undefined;
};

export function createTokens({ access, connectToken, clientOf, record }: Deps): Tokens {
  return {
    async issueToken(account, { clientId, redirectUri, connectAs, isShown, ...asked }) {
      if (connectAs === undefined && !isShown)
        return invalid('Choose what becomes of the token: connect an account, or see it once');
      const scope = scopesOf(asked.scope).join(' ');
      const issues = askIssues({ clientId, redirectUri, scope, responseType: 'token' });
      if (issues.length > 0) return fail({ kind: 'invalid', issues });
      const at = await access.broker(account);
      if (!at.ok) return at;
      const secret = await access.clientSecret(account, clientId);
      if (!secret.ok) return secret;
      const client = clientOf(account, at.value);
      const issued = await client.issueOAuthToken({
        clientId,
        clientSecret: secret.value,
        redirectUri,
        scope,
        accountId: at.value.accountId,
      });
      if (!issued.ok) return refusalInWords(issued.failure, 'token');
      const { accessToken, scope: granted = scope } = issued.value;
      const appName = await nameOf(client, clientId);
      const unwritten = record(account, { clientId, appName, scope: granted, kind: 'token' });
      const connected =
        connectAs === undefined
          ? undefined
          : await connectToken(connectAs, accessToken, account.profile);
      const notConnected =
        connected && !connected.ok
          ? `The token was issued, but no account was connected with it: ${describeFailure(connected.failure)}`
          : undefined;
      const note = [notConnected, unwritten].filter((each) => each !== undefined).join(' ');
      return ok({
        scope: granted,
        ...(connected?.ok && { connected: connected.value }),
        ...(isShown && { token: accessToken }),
        ...(note !== '' && { note }),
      });
    },
  };
}

/** For the ledger alone: a token without a name beside it is still a token. */
async function nameOf(client: BrokerClient, clientId: string): Promise<string> {
  const looked = await client.oauthClient({ clientId });
  return (looked.ok ? looked.value.name : undefined) ?? 'Your own application';
}
