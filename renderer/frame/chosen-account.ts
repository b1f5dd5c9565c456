import type { AccountProfile } from '#contract/accounts.ts';

/**
 * The account that a window goes on showing when the list of accounts changes. It stays with its own for as long as that
 * is open: that another one opens, which the desk does by itself, must not move a person who is typing to it.
 */
export function stayingAccount(
  accounts: readonly Pick<AccountProfile, 'accountId' | 'isOpen'>[],
  chosenId: string | undefined,
): string | undefined {
  const open = accounts.filter(({ isOpen }) => isOpen);
  const stays = open.find(({ accountId }) => accountId === chosenId) ?? open[0];
  return stays?.accountId ?? chosenId;
}
