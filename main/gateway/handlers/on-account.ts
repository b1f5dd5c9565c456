import type { Result } from '#contract/failure.ts';
import type { DeskAccounts, OpenAccount } from '#main/services/desk-accounts.ts';

/** Runs `use` on the account that a call names; any account that is not open here is refused. */
export type OnAccount = <T>(
  input: { accountId: string },
  use: (account: OpenAccount) => Result<T> | Promise<Result<T>>,
) => Promise<Result<T>>;

export const createOnAccount =
  (accounts: Pick<DeskAccounts, 'get'>): OnAccount =>
  async ({ accountId }, use) => {
    const account = accounts.get(accountId);
    return account.ok ? use(account.value) : account;
  };
