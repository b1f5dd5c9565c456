// Wallets with a name, per account. An address that its network would not take is not written down.
import { fail, ok, type Result } from '#contract/failure.ts';
import type { KnownAddress, WalletAddress } from '#contract/tokenization.ts';
import { addressIssues } from '#main/domain/mints/address-issues.ts';
import { checkAddress } from '#main/domain/mints/wallet-address.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import type { WalletApprovals } from '#main/account/mints/wallet-approvals.ts';

export type AddressBook = {
  get(): Result<KnownAddress[]>;
  /** Why its network would not take it; nothing where it would. */
  problemOf(network: string, address: string): string | undefined;
  /** All of them at once, in the person's order. */
  set(addresses: readonly WalletAddress[]): Result<KnownAddress[]>;
};

export function createAddressBook(
  journal: Pick<Journal, 'addresses' | 'saveAddresses'>,
  isNew: WalletApprovals['isNew'],
): AddressBook {
  const get = (): Result<KnownAddress[]> => {
    const known = journal.addresses();
    return known.ok ? ok(known.value.map(withApproval)) : toFailed(known.failure);
  };
  const withApproval = (entry: WalletAddress): KnownAddress =>
    isNew({ network: entry.network, walletAddress: entry.address })
      ? entry
      : { ...entry, isApproved: true };
  return {
    get,
    problemOf: (network, address) => checkAddress(network, address).problem,
    set(addresses) {
      const issues = addressIssues(addresses).flat();
      if (issues.length > 0) return fail({ kind: 'invalid', issues });
      const saved = journal.saveAddresses(addresses);
      return saved.ok ? get() : toFailed(saved.failure);
    },
  };
}
