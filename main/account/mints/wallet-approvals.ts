// Wallets that tokens may go to: one that a completed mint of this account went to, or that the person approved when main
// asked. Nothing that a page could write down makes a wallet known.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { MintForm } from '#contract/tokenization.ts';
import { walletKey } from '#main/domain/mints/wallet-key.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';
import type { MintLedger } from '#main/account/mints/mint-ledger.ts';

export type Destination = Pick<MintForm, 'network' | 'walletAddress'>;

export type WalletApprovals = {
  isNew(destination: Destination): boolean;
  /** It is new because the person took its approval back. */
  isWithdrawn(destination: Destination): boolean;
  /** After main's own question. Kept in memory even when the disk refuses: the yes was said. Answers how to undo it. */
  approve(destinations: readonly Destination[]): () => void;
  /** It is new again, whatever went there before. Why that could not be written down. */
  withdraw(destination: Destination): Result<null>;
};

type Deps = {
  journal: Pick<Journal, 'approvedWallets' | 'saveApprovedWallets' | 'saveEvent'>;
  ledger: Pick<MintLedger, 'hasCompleted'>;
  clock: Clock;
};

const keyOf = ({ network, walletAddress }: Destination): string =>
  walletKey(network, walletAddress);

/** Instead of a time: the person took it back. */
export const WITHDRAWN = 0;
const MOST_NAMED = 5;

export function createWalletApprovals({ journal, ledger, clock }: Deps): WalletApprovals {
  const given = new Map<string, number>();
  let isRead = false;

  /** Once: ten thousand rows ask. What an earlier run was told comes first, and what this one was told stays. */
  function read(): boolean {
    if (isRead) return true;
    const kept = journal.approvedWallets();
    if (!kept.ok) return false;
    isRead = true;
    for (const [key, at] of Object.entries(kept.value)) if (!given.has(key)) given.set(key, at);
    return true;
  }

  const approvedAt = (destination: Destination): number | undefined => {
    read();
    return given.get(keyOf(destination));
  };

  /** What cannot be read is not written over. */
  function save(): void {
    if (read()) journal.saveApprovedWallets(Object.fromEntries(given));
  }

  function record(
    detail: 'wallets-approved' | 'wallets-withdrawn',
    all: readonly Destination[],
  ): void {
    if (all.length === 0) return;
    const how = detail === 'wallets-approved' ? 'Approved for mints' : 'Approval revoked';
    const named = all.slice(0, MOST_NAMED).map((one) => `${one.walletAddress} on ${one.network}`);
    const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
    journal.saveEvent({ kind: 'desk', detail, text: `${how}: ${named.join(', ')}${more}.` });
  }

  return {
    isNew(destination) {
      const at = approvedAt(destination);
      const { network, walletAddress } = destination;
      return at === WITHDRAWN || (at === undefined && !ledger.hasCompleted(network, walletAddress));
    },
    isWithdrawn: (destination) => approvedAt(destination) === WITHDRAWN,
    withdraw(destination) {
      record('wallets-withdrawn', [destination]);
      // In memory even when the disk refuses: it is held back from now on.
      given.set(keyOf(destination), WITHDRAWN);
      if (!read())
        return notAllowed(
          'The approval is revoked until Ballast closes, because the change could not be saved.',
        );
      const saved = journal.saveApprovedWallets(Object.fromEntries(given));
      return saved.ok ? ok(null) : toFailed(saved.failure);
    },
    approve(destinations) {
      const now = clock.wall();
      const before = destinations.map((one) => [keyOf(one), approvedAt(one)] as const);
      for (const [key] of before) given.set(key, now);
      save();
      record('wallets-approved', destinations);
      return () => {
        record('wallets-withdrawn', destinations);
        for (const [key, at] of before) {
          // What was said of it since stays.
          if (given.get(key) !== now) continue;
          if (at === undefined) given.delete(key);
          else given.set(key, at);
        }
        save();
      };
    },
  };
}
