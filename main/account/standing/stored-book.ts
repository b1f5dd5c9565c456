// The book as the journal keeps it: what the last run knew, and what this one learns, for the next. So an account is
// shown with its age before anybody answered. Prices are not worth keeping.
import { createAccountBook, type Book } from '#main/account/standing/book.ts';
import { ZERO } from '#main/domain/decimal.ts';
import type { Journal, Saved } from '#main/journal/types.ts';
import type { Log } from '#main/ports.ts';
import { safely } from '#main/tools/safely.ts';

/** A listener that fails must neither end a stream nor keep what was read from being complete. */
export function openAccountBook(journal: Journal, log: Log): Book {
  const book = createAccountBook();
  const known = journal.load();
  if (known.ok) {
    const { account, positions, orders, executions } = known.value;
    const readAt = positions?.receivedAt ?? Infinity;
    const put = (isWanted: (saved: Saved<unknown>) => boolean): void => {
      book.putExecutions(executions.filter(isWanted).map(({ value }) => value));
      book.putOrders(orders.filter(isWanted).map(({ value }) => value));
    };
    put(({ receivedAt }) => receivedAt <= readAt);
    if (positions) book.putPositions(positions.value, positions.receivedAt);
    // What moved that day is not kept with it.
    const moved = { value: ZERO, isKnown: false };
    if (account) book.putAccount(account.value, account.receivedAt, moved);
    // What was filled after that reading is not in it.
    put(({ receivedAt }) => receivedAt > readAt);
  }
  book.onChange((change) => {
    if (change.kind === 'orders') journal.saveOrders(change.orders);
    else if (change.kind === 'executions') journal.saveExecutions(change.executions);
    else if (change.kind === 'account') journal.saveAccount(change.account);
    else if (change.kind === 'positions') journal.savePositions(change.positions);
  });
  return {
    ...book,
    onChange: (listener) => book.onChange(safely(listener, log, 'a listener of the book failed')),
  };
}
