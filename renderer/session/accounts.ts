// The accounts of the desk and the one of this window, for the parts that manage them.
import { createContext, useContext } from 'react';
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import type { ScreenName } from '#renderer/session/session.ts';

export type DeskAccounts = {
  /** In the person's order. */
  accounts: readonly AccountProfile[];
  desk: DeskState | undefined;
  /** Shows this account in this window, and says why where it cannot be opened. */
  select(accountId: string, screen?: ScreenName): void;
};

export const AccountsContext = createContext<DeskAccounts | undefined>(undefined);

export function useAccounts(): DeskAccounts {
  const accounts = useContext(AccountsContext);
  if (!accounts) throw new Error('this part of the screen needs the accounts around it');
  return accounts;
}
