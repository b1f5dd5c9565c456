// What the pages show, against the broker's ledger, at a moment without news.
import { isOpen } from '#contract/orders.ts';
import type { World } from '#test/faults/simulation/world.ts';
import { readLedgers, type Ledger, type Split } from '#test/faults/support/ledger.ts';
import type { Page } from '#test/faults/support/page.ts';
import { differencesOf } from '#test/faults/support/told.ts';

const SHOW_MS = 30_000;
/** A desk lets go of orders that are over when there are more than a thousand; never of one of these. */
const NEWEST = 500;

/** The desk gets a while to read what it may have missed. Answers what stays different. */
export async function untilPagesAgree(
  { time, accounts, control }: World,
  splits: readonly Split[] = [],
): Promise<string[]> {
  for (let waitMs = 1_000; ; waitMs *= 2) {
    const ledgers = await readLedgers(control, accounts, splits);
    const differences = accounts.flatMap(({ page }, i) => {
      const ledger = ledgers[i];
      return ledger ? differencesOf(page, withoutForgotten(ledger, page)) : [];
    });
    if (differences.length === 0 || waitMs > SHOW_MS) return differences;
    await time.sleep(waitMs);
  }
}

function withoutForgotten(ledger: Ledger, { feeds }: Page): Ledger {
  const over = [...ledger.orders.values()].filter(({ status }) => !isOpen(status));
  if (over.length <= NEWEST) return ledger;
  over.sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  const forgotten = over.slice(NEWEST).filter(({ id }) => !feeds.orders.get(id));
  const orders = new Map(ledger.orders);
  for (const { id } of forgotten) orders.delete(id);
  return { ...ledger, orders };
}
