// Lets go of orders that are over and old, a little at a time, so that memory does not grow with the length of a run.
import type { Order } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Delay, Log } from '#main/ports.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';

export type BookLimits = {
  /** Of the orders that are over so many stay in memory, at a start and in a run. */
  newestOrders?: number | undefined;
};

type Deps = BookLimits & {
  book: Pick<Book, 'overCount' | 'uncertainCount' | 'trim' | 'catchUp' | 'onChange' | 'onLookedUp'>;
  journal: Pick<Journal, 'unsettled' | 'pendingCancels' | 'onHealth'>;
  delay: Delay;
  log: Log;
};

export const NEWEST_ORDERS = 1_000;

/** Not in the turn of an order. */
const AFTER_MS = 1_000;
const BETWEEN_MS = 50;
/** What stays has a reason that does not pass at once: a disk that does not write, a change that is not settled. */
const AGAIN_MS = 60_000;
/** Each is a read of the disk. */
const MOST_AT_ONCE = 20;

export function keepBookSmall({
  book,
  journal,
  newestOrders = NEWEST_ORDERS,
  ...deps
}: Deps): () => void {
  const isTooMuch = (): boolean => book.overCount() > newestOrders;
  const isDue = (): boolean => isTooMuch() || book.uncertainCount() > 0;
  const rounds = createSingleRepeater({
    ...deps,
    what: 'letting go of old orders',
    waitMs: () => AGAIN_MS,
    async run() {
      book.catchUp();
      const left = isTooMuch() ? book.trim(newestOrders, MOST_AT_ONCE, isHeldBy(journal)) : 0;
      if (!isDue()) return true;
      return left > 0 ? BETWEEN_MS : AGAIN_MS;
    },
  });
  const stopListening = [
    book.onChange(({ kind }) => {
      if ((kind === 'orders' || kind === 'executions') && isDue()) rounds.within(AFTER_MS);
    }),
    // Who reads through old orders brings one after the other back, and nothing of them is news.
    book.onLookedUp(() => {
      if (isDue()) rounds.within(AFTER_MS);
    }),
    // Before anybody else goes on with what could not be saved meanwhile.
    journal.onHealth(() => book.catchUp()),
  ];
  if (isDue()) rounds.within(AFTER_MS);
  return (): void => {
    for (const stop of stopListening) stop();
    rounds.stop();
  };
}

/** By an intent that is not settled, or a cancel that is still to be carried out. */
function isHeldBy(journal: Deps['journal']): (order: Order) => boolean {
  const held = new Set(
    [...journal.unsettled(), ...journal.pendingCancels()].flatMap(
      ({ intentId, targetId, resultId }) => [intentId, targetId, resultId],
    ),
  );
  return ({ id, clientOrderId }) => held.has(id) || held.has(clientOrderId);
}
