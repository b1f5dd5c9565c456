import type { Result } from '#contract/failure.ts';
import type { DeskAccounts, OpenAccount } from '#main/services/desk-accounts.ts';
import type { Tickets } from '#main/services/tickets.ts';

/**
 * Runs `use` on the account that a call names; any account that is not open here is refused, and so is an intent whose
 * ticket was opened for another one.
 */
export type OnAccount = <T>(
  input: { accountId: string; intentId?: string },
  use: (account: OpenAccount) => Result<T> | Promise<Result<T>>,
) => Promise<Result<T>>;

export const createOnAccount =
  (accounts: Pick<DeskAccounts, 'get'>, tickets?: Pick<Tickets, 'refusal'>): OnAccount =>
  async ({ accountId, intentId }, use) => {
    const refused = intentId === undefined ? undefined : tickets?.refusal(intentId, accountId);
    if (refused) return refused;
    const account = accounts.get(accountId);
    return account.ok ? use(account.value) : account;
  };
