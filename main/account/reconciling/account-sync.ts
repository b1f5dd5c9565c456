// What is read from the broker to keep the book true: account and positions all the time, everything after a stream was
// lost, and the list of open orders while a stream may be mute.
import type { Order } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import {
  createAccountReader,
  createAccountUpdates,
} from '#main/account/standing/account-reader.ts';
import { createMissedOrders } from '#main/account/reconciling/missed-orders.ts';
import { createReconcile } from '#main/account/reconciling/reconcile.ts';
import type { Client } from '#main/broker/client.ts';
import type { Credentials, Ports } from '#main/ports.ts';

type AccountSync = {
  /** Account and positions, now. */
  readAccount(): void;
  /** Everything, now. */
  reconcile(): void;
  start(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  client: Client;
  book: Book;
  credentials: () => Credentials;
  onOrder: (order: Order, how: 'found') => void;
  lookUpUnsettled: () => Promise<boolean>;
  /** Everything was read; the first question was asked at `since`. */
  onComplete: (since: number) => void;
  isOrderStreamLive: () => boolean;
  signal: AbortSignal;
};

export function createAccountSync(deps: Deps): AccountSync {
  const { book } = deps;
  const readAccount = createAccountReader(deps);
  const accountUpdates = createAccountUpdates({ ...deps, readAccount });
  const reconcile = createReconcile({ ...deps, readAccount });
  const missedOrders = createMissedOrders({ ...deps, onMissed: reconcile.now });

  // However a fill became known, the positions that were read before it are behind.
  book.onChange(({ kind }) => {
    if (kind === 'fills') accountUpdates.now();
  });

  return {
    readAccount: accountUpdates.now,
    reconcile: reconcile.now,
    start() {
      accountUpdates.now();
      reconcile.now();
    },
    stop() {
      for (const part of [missedOrders, accountUpdates, reconcile]) part.stop();
    },
  };
}
