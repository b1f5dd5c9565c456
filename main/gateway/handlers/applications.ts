// Calls about the applications that an account may let in, and about the faults that its practice broker may have.
import type { oauthCalls } from '#contract/calls/oauth.ts';
import type { paperCalls } from '#contract/calls/paper.ts';
import { notAllowed, ok } from '#contract/failure.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import type { OAuthService } from '#main/desk/applications/oauth.ts';
import type { BreakIt } from '#main/desk/practice/break-it.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';

export function createOAuthHandlers(
  on: OnAccount,
  oauth: OAuthService,
): HandlersOf<typeof oauthCalls> {
  return {
    'oauth.readLink': async ({ link }) => oauth.readLink(link),
    'oauth.prepare': (input) => on(input, (account) => oauth.prepare(account, input.ask)),
    'oauth.allow': (input) => on(input, (account) => oauth.allow(account, input.askId)),
    'oauth.deny': (input) => on(input, (account) => oauth.deny(account, input.askId)),
    'oauth.openAnswer': (input) => on(input, (account) => oauth.openAnswer(account, input.askId)),
    'oauth.copyAnswer': (input) => on(input, (account) => oauth.copyAnswer(account, input.askId)),
    'oauth.readiness': (input) => on(input, (account) => ok(oauth.readiness(account))),
    'oauth.configure': (input) => on(input, (account) => oauth.configure(account, input)),
    'oauth.saveClientSecret': (input) =>
      on(input, (account) => oauth.saveClientSecret(account, input.clientId, input.clientSecret)),
    'oauth.removeClientSecret': (input) =>
      on(input, (account) => oauth.removeClientSecret(account, input.clientId)),
    'oauth.issueToken': (input) => on(input, (account) => oauth.issueToken(account, input)),
    'oauth.grants': (input) => on(input, (account) => oauth.grants(account)),
    'oauth.access': (input) => on(input, (account) => oauth.access(account)),
    'oauth.revoke': (input) =>
      on(input, (account) => oauth.revoke(account, input.clientId, input.grantId)),
  };
}

export function createPaperHandlers(
  on: OnAccount,
  breakIt: BreakIt,
): HandlersOf<typeof paperCalls> {
  const onEmbedded =
    <T>(use: () => T) =>
    ({ profile }: OpenAccount) =>
      profile.environment === 'embedded'
        ? use()
        : notAllowed('Faults work only on the practice broker.');
  return {
    'paper.faults': (input) => on(input, onEmbedded(breakIt.panel)),
    'paper.break': (input) =>
      on(
        input,
        onEmbedded(() => breakIt.start(input.name, input.times)),
      ),
    'paper.heal': (input) =>
      on(
        input,
        onEmbedded(() => breakIt.heal(input.name)),
      ),
  };
}
