import type { accountCalls } from '#contract/calls/accounts.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { Accounts } from '#main/desk/accounts/accounts.ts';

/** How keys are kept is asked elsewhere. */
type Elsewhere = 'keys.status' | 'keys.unseal' | 'keys.stopWaiting';

export function createAccountHandlers(
  accounts: Accounts,
): Omit<HandlersOf<typeof accountCalls>, Elsewhere> {
  return {
    'accounts.list': async () => ok(accounts.list()),
    'accounts.open': ({ accountId }) => accounts.open(accountId),
    'accounts.check': (input) => accounts.check(input),
    'accounts.connect': (input) => accounts.connect(input),
    'accounts.rotate': (input) => accounts.rotate(input),
    'accounts.rename': async ({ accountId, label }) => accounts.rename(accountId, label),
    'accounts.reorder': async ({ accountIds }) => accounts.reorder(accountIds),
    'accounts.losses': async ({ accountId }) => accounts.losses(accountId),
    'accounts.remove': ({ accountId, isLossAccepted }) =>
      accounts.remove(accountId, isLossAccepted),
    'accounts.arm': ({ accountId }) => accounts.arm(accountId),
    'accounts.disarm': async ({ accountId }) => accounts.disarm(accountId),
    'keys.remove': ({ accountId }) => accounts.removeKey(accountId),
  };
}
