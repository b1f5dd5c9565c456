import type { accountCalls } from '#contract/calls/accounts.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { Accounts } from '#main/desk/accounts/accounts.ts';
import type { Keys } from '#main/desk/keys/types.ts';

type Deps = {
  accounts: Accounts;
  keys: Pick<Keys, 'status' | 'refreshStatus' | 'unseal' | 'stopWaiting'>;
};

export function createAccountHandlers({ accounts, keys }: Deps): HandlersOf<typeof accountCalls> {
  return {
    'accounts.list': async () => ok(accounts.list()),
    'accounts.open': ({ accountId }) => accounts.open(accountId),
    'accounts.check': (input) => accounts.check(input),
    'accounts.stopCheck': async () => {
      accounts.stopCheck();
      return ok(null);
    },
    'accounts.connect': (input) => accounts.connect(input),
    'accounts.rotate': (input) => accounts.rotate(input),
    'accounts.rename': async ({ accountId, label }) => accounts.rename(accountId, label),
    'accounts.setFeed': async ({ accountId, feed }) => accounts.setFeed(accountId, feed),
    'accounts.reorder': async ({ accountIds }) => accounts.reorder(accountIds),
    'accounts.losses': async ({ accountId }) => accounts.losses(accountId),
    'accounts.record': async ({ accountId }) => accounts.record(accountId),
    'accounts.remove': ({ accountId, isLossAccepted }) =>
      accounts.remove(accountId, isLossAccepted),
    'accounts.arm': ({ accountId }) => accounts.arm(accountId),
    'accounts.disarm': async ({ accountId }) => accounts.disarm(accountId),
    'keys.remove': ({ accountId }) => accounts.removeKey(accountId),
    'keys.move': ({ accountId, keepIn }) => accounts.moveKey(accountId, keepIn),
    'keys.status': async () => ok(await keys.refreshStatus()),
    'keys.unseal': ({ passphrase }) => keys.unseal(passphrase),
    'keys.changePassphrase': ({ current, next }) => accounts.changePassphrase(current, next),
    'keys.stopWaiting': async () => {
      keys.stopWaiting();
      return ok(keys.status());
    },
  };
}
