// The accounts that are open in this desk. Every call and feed names one; any other is refused.
import type { AccountProfile } from '#contract/accounts.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { AccountUnit } from '#main/services/account-unit.ts';
import type { WatchlistService } from '#main/services/watchlists.ts';

export type OpenAccount = {
  profile: AccountProfile;
  unit: AccountUnit;
  watchlists: WatchlistService;
};

export type DeskAccounts = {
  all(): OpenAccount[];
  get(accountId: string): Result<OpenAccount>;
  add(account: OpenAccount): void;
  clear(): void;
};

export function createDeskAccounts(): DeskAccounts {
  const accounts = new Map<string, OpenAccount>();
  return {
    all: () => [...accounts.values()],
    get(accountId) {
      const account = accounts.get(accountId);
      if (account) return ok(account);
      return fail({
        kind: 'not-allowed',
        message: `No account ${accountId} is open in this desk.`,
      });
    },
    add(account) {
      accounts.set(account.profile.accountId, account);
    },
    clear: () => accounts.clear(),
  };
}
