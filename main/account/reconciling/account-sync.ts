// What is read from the broker to keep the book true: account and positions all the time, everything after a stream was
// lost, and the list of open orders while a stream may be mute.
import type { Order } from '#contract/orders.ts';
import type { FirstReading } from '#contract/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import {
  createAccountReader,
  createAccountUpdates,
  type ReadAccount,
} from '#main/account/standing/account-reader.ts';
import { createTransfers } from '#main/account/standing/transfers.ts';
import { createGhosts } from '#main/account/reconciling/ghosts.ts';
import { createMissedOrders, type Told } from '#main/account/reconciling/missed-orders.ts';
import { createReconcile } from '#main/account/reconciling/reconcile.ts';
import type { Client } from '#main/broker/client.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Credentials, Ports } from '#main/ports.ts';

type AccountSync = {
  /** Account and positions, now. */
  readAccount(): void;
  /** The same, however often it is asked for, at the pace of fills. */
  readSoon(): void;
  /** The same for somebody who waits for the answer. */
  readPositions: ReadAccount;
  /** Everything, now. */
  reconcile(): void;
  start(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  client: Client;
  journal: Journal;
  book: Book;
  credentials: () => Credentials;
  accountDoubt?: () => string | undefined;
  onOrder: (order: Order, how: 'found') => void;
  onUnreadOrders?: (count: number) => void;
  onReading?: (read: FirstReading | undefined) => void;
  lookUpUnsettled: () => Promise<boolean>;
  /** The broker answers, perhaps after a long time without. */
  onAnswer?: () => void;
  /** Everything was read; the first question was asked at `since`. */
  onComplete: (since: number) => void;
  isOrderStreamLive: () => boolean;
  onTold?: ((told: Told) => void) | undefined;
  signal: AbortSignal;
};

export function createAccountSync(deps: Deps): AccountSync {
  const { book } = deps;
  const reader = createAccountReader({ ...deps, transfers: createTransfers(deps) });
  const readAccount: ReadAccount = async () => {
    const account = await reader();
    if (account.ok) deps.onAnswer?.();
    return account;
  };
  const accountUpdates = createAccountUpdates({ ...deps, readAccount });
  const ghosts = createGhosts(deps);
  const reconcile = createReconcile({ ...deps, readAccount, ghosts });
  const missedOrders = createMissedOrders({
    ...deps,
    isDoubted: ghosts.isDoubted,
    onMissed: reconcile.now,
  });

  // However a fill or an order became known, what was read before it is behind.
  book.onChange(({ kind }) => {
    if (kind === 'fills') accountUpdates.onFill();
    if (kind === 'reserves') accountUpdates.onReserve();
  });

  return {
    readAccount: accountUpdates.now,
    readSoon: accountUpdates.onFill,
    readPositions: readAccount,
    reconcile: reconcile.now,
    start() {
      accountUpdates.now();
      reconcile.now();
    },
    stop() {
      for (const part of [missedOrders, accountUpdates, reconcile, ghosts]) part.stop();
    },
  };
}
