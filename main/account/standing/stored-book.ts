// The book as the journal keeps it: what the last run knew, and what this one learns, for the next. So an account is
// shown with its age before anybody answered. Prices are not worth keeping.
import { createAccountBook, type Book } from '#main/account/standing/book.ts';
import type { Journal } from '#main/journal/types.ts';

export function openAccountBook(journal: Journal): Book {
  const book = createAccountBook();
  const known = journal.load();
  if (known.ok) {
    const { account, positions, orders, executions } = known.value;
    book.putOrders(orders.map(({ value }) => value));
    book.putExecutions(executions.map(({ value }) => value));
    if (account) book.putAccount(account.value, account.receivedAt);
    if (positions) book.putPositions(positions.value, positions.receivedAt);
  }
  book.onChange((change) => {
    if (change.kind === 'orders') journal.saveOrders(change.orders);
    else if (change.kind === 'executions') journal.saveExecutions(change.executions);
    else if (change.kind === 'account') journal.saveAccount(change.reading.account);
    else if (change.kind === 'positions') journal.savePositions(change.positions);
  });
  return book;
}
