// The accounts that are open in this desk. Every call and feed names one; any other is refused.
import type { AccountProfile } from '#contract/accounts.ts';
import type { Result } from '#contract/failure.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { WatchlistService } from '#main/desk/watchlists.ts';

export type OpenAccount = {
  /** As it is at the moment of asking. */
  readonly profile: AccountProfile;
  unit: AccountUnit;
  watchlists: WatchlistService;
};

export type DeskAccounts = {
  all(): OpenAccount[];
  /** Only what is open; asking keeps it open for some seconds more. */
  get(accountId: string): Result<OpenAccount>;
};
