// The book as the journal keeps it: what the last run knew, and what this one learns, for the next. So an account is
// shown with its age before anybody answered. Prices are not worth keeping.
import { createAccountBook, type Book } from '#main/account/standing/book.ts';
import { NEWEST_ORDERS } from '#main/account/standing/keep-book-small.ts';
import type { Past } from '#main/account/standing/order-memory.ts';
import { ZERO } from '#main/domain/decimal.ts';
import type { JournalResult } from '#main/journal/failure.ts';
import type { Journal, LastKnown, Saved, SavedOrder } from '#main/journal/types.ts';
import type { Log } from '#main/ports.ts';
import { safely } from '#main/tools/safely.ts';

const NOTHING: SavedOrder = { order: undefined, executions: [] };

/** A listener that fails must neither end a stream nor keep what was read from being complete. */
export function openAccountBook(journal: Journal, log: Log, newest = NEWEST_ORDERS): Book {
  const known = journal.load(newest);
  let loading = known.ok ? revisedIn(known.value) : undefined;
  const book = createAccountBook(pastOf(journal, () => loading));
  if (known.ok) {
    const { account, positions, orders, executions } = known.value;
    const readAt = positions?.receivedAt ?? Infinity;
    // The newest of them last, as they came.
    const inTurn = orders.toReversed();
    const whole = new Set(orders.map(({ value }) => value.id));
    for (const { value, receivedAt } of executions)
      if (receivedAt > readAt) whole.add(value.orderId);
    // Of other orders some fills are here, and all of them in the journal.
    const fills = executions.filter(({ value }) => whole.has(value.orderId));
    const put = (isWanted: (saved: Saved<unknown>) => boolean): void => {
      book.putExecutions(fills.filter(isWanted).map(({ value }) => value));
      book.putOrders(inTurn.filter(isWanted).map(({ value }) => value));
    };
    put(({ receivedAt }) => receivedAt <= readAt);
    if (positions) book.putPositions(positions.value, positions.receivedAt);
    // What moved that day is not kept with it.
    const moved = { value: ZERO, isKnown: false };
    if (account) book.putAccount(account.value, account.receivedAt, moved);
    // What was filled after that reading is not in it.
    put(({ receivedAt }) => receivedAt > readAt);
  }
  loading = undefined;
  book.onChange((change) => {
    // What is not merged with the journal yet must not take the place of what it has.
    if (change.kind === 'orders')
      journal.saveOrders(change.orders.filter(({ id }) => !book.isUncertain(id)));
    else if (change.kind === 'executions' || change.kind === 'named')
      journal.saveExecutions(change.executions);
    else if (change.kind === 'account') journal.saveAccount(change.account);
    else if (change.kind === 'positions') journal.savePositions(change.positions);
  });
  return {
    ...book,
    onChange: (listener) => book.onChange(safely(listener, log, 'a listener of the book failed')),
  };
}

/** What is loaded is whole: while it is put, the journal has nothing to add to it. */
function pastOf(
  journal: Journal,
  loading: () => ReadonlyMap<string, SavedOrder> | undefined,
): Past {
  return {
    order(orderId) {
      const loaded = loading();
      return loaded ? (loaded.get(orderId) ?? NOTHING) : valueOf(journal.savedOrder(orderId));
    },
    between: (from, to) => valueOf(journal.executionsBetween(from, to)),
    newest: () => valueOf(journal.newestExecutions()),
    span: () => valueOf(journal.executionSpan()),
    saveFills: (executions) => void journal.saveExecutions(executions),
  };
}

/** How far these are filled is in their records alone: their fills tell of more, and of some that are none any more. */
function revisedIn({ orders, executions }: LastKnown): Map<string, SavedOrder> {
  const revised = new Set(
    executions.filter(({ value }) => value.revision).map(({ value }) => value.orderId),
  );
  const fills = Map.groupBy(
    executions.map(({ value }) => value).filter(({ orderId }) => revised.has(orderId)),
    ({ orderId }) => orderId,
  );
  return new Map(
    orders.flatMap(({ value: order }): [string, SavedOrder][] => {
      const mine = fills.get(order.id);
      return mine ? [[order.id, { order, executions: mine }]] : [];
    }),
  );
}

const valueOf = <T>(result: JournalResult<T>): T | undefined =>
  result.ok ? result.value : undefined;
