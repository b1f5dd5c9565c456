// Where each feed comes from: a reading of an account's book, then its changes.
import { ok, type Result } from '#contract/failure.ts';
import type { FeedName, Item } from '#contract/feeds.ts';
import type { Book, BookChange } from '#main/book/book.ts';
import type { Source, Sources } from '#main/gateway/feeds.ts';

export function createSources(bookOf: (accountId: string) => Result<Book>): Sources {
  function fromBook<F extends FeedName>(
    accountId: string,
    publish: (items: Item<F>[]) => void,
    snapshot: (book: Book) => Item<F>[],
    changed: (change: BookChange) => Item<F>[],
  ): Result<Source<F>> {
    const book = bookOf(accountId);
    if (!book.ok) return book;
    const stop = book.value.onChange((change) => {
      const items = changed(change);
      if (items.length > 0) publish(items);
    });
    return ok({ snapshot: () => snapshot(book.value), stop });
  }

  return {
    account: ({ accountId }, publish) =>
      fromBook<'account'>(
        accountId,
        publish,
        (book) => {
          const reading = book.account();
          return reading ? [reading] : [];
        },
        (change) => (change.kind === 'account' ? [change.reading] : []),
      ),
    prices: ({ accountId }, publish) =>
      fromBook<'prices'>(
        accountId,
        publish,
        (book) => book.prices(),
        (change) => (change.kind === 'prices' ? change.prices : []),
      ),
    streams: ({ accountId }, publish) =>
      fromBook<'streams'>(
        accountId,
        publish,
        (book) => book.streams(),
        (change) => (change.kind === 'stream' ? [change.state] : []),
      ),
  };
}
