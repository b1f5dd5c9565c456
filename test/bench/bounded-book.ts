// What stays in memory of a run, however long: a book with a real journal hears orders that fill, and lets go of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Execution, Order } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import { NEWEST_ORDERS } from '#main/account/standing/keep-book-small.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import { openJournal } from '#main/journal/journal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const account = Account.parse({
  accountNumber: 'PA1',
  status: 'ACTIVE',
  currency: 'USD',
  equity: '1',
  lastEquity: '1',
  cash: '1',
  buyingPower: '1',
});

type Story = { order: (n: number) => Order; fill: (n: number) => Execution };

/** The heap of a book after so many orders that were filled, and the time that letting go of one took. */
export function heapAfter(counts: readonly number[], { order, fill }: Story) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  const { clock } = createFakeTime();
  const log = (): void => undefined;
  const opened = openJournal({ folder, accountId: 'bench', clock, log });
  if (!opened.ok) throw new Error('no journal');
  const { journal } = opened.value;
  try {
    const heap = (): number => {
      globalThis.gc?.();
      return process.memoryUsage().heapUsed;
    };
    const before = heap();
    const book = openAccountBook(journal, log);
    let n = 0;
    let trimMs = 0;
    const bytes = counts.map((count) => {
      for (; n < count; n += 500) {
        const nth = Array.from({ length: 500 }, (_, place) => n + place);
        book.putOrders(nth.map(order));
        book.putExecutions(nth.map(fill));
        // As after every fill: what was filled since the last reading is no part of what is measured.
        book.putPositions([], n, book.markFills());
        book.putAccount(account, n);
        const start = performance.now();
        while (book.overCount() > NEWEST_ORDERS) book.trim(NEWEST_ORDERS, 20, () => false);
        trimMs += performance.now() - start;
      }
      return heap() - before;
    });
    if (book.orders().length !== NEWEST_ORDERS) throw new Error('the book did not let go');
    return { bytes, usPerOrder: (1_000 * trimMs) / n };
  } finally {
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
