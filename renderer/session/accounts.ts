// The accounts of the desk and the one of this window, for the parts that manage them.
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import type { ScreenName } from '#renderer/session/session.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

type DeskAccounts = {
  /** In the person's order. */
  accounts: readonly AccountProfile[];
  desk: DeskState | undefined;
  /** Shows this account in this window, and says why where it cannot be opened. */
  select(accountId: string, screen?: ScreenName): void;
};

export const [AccountsContext, useAccounts] = neededContext<DeskAccounts>('the accounts around it');
