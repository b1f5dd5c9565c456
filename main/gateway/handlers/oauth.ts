import type { oauthCalls } from '#contract/calls/oauth.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';
import type { OAuthService } from '#main/desk/applications/oauth.ts';

type Deps = { on: OnAccount; oauth: OAuthService };

export function createOAuthHandlers({ on, oauth }: Deps): HandlersOf<typeof oauthCalls> {
  return {
    'oauth.readLink': async ({ link }) => oauth.readLink(link),
    'oauth.prepare': (input) => on(input, (account) => oauth.prepare(account, input.ask)),
    'oauth.allow': (input) => on(input, (account) => oauth.allow(account, input.askId)),
    'oauth.deny': (input) => on(input, (account) => oauth.deny(account, input.askId)),
    'oauth.openAnswer': (input) => on(input, (account) => oauth.openAnswer(account, input.askId)),
    'oauth.readiness': (input) => on(input, (account) => ok(oauth.readiness(account))),
    'oauth.configure': (input) => on(input, (account) => oauth.configure(account, input)),
    'oauth.saveClientSecret': (input) =>
      on(input, (account) => oauth.saveClientSecret(account, input.clientId, input.clientSecret)),
    'oauth.removeClientSecret': (input) =>
      on(input, (account) => oauth.removeClientSecret(account, input.clientId)),
    'oauth.issueToken': (input) => on(input, (account) => oauth.issueToken(account, input)),
    'oauth.grants': (input) => on(input, (account) => oauth.grants(account)),
  };
}
