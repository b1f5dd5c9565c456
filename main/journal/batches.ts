// Batches and the address book: written through the connection that syncs, and not kept when that fails, because a
// batch whose keys are not on disk must not start.
import { done, failed } from '#main/journal/failure.ts';
import type { Store } from '#main/journal/store.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';
import { plainText } from '#main/tools/plain-text.ts';

type BatchRecords = Pick<
  Journal,
  'saveBatch' | 'batches' | 'batchRows' | 'batchKeys' | 'saveAddresses' | 'addresses'
>;

const NEWEST = 100;
const MOST_NAMED = 5;
const LONGEST_NAME = 60;

export function createBatchRecords(
  store: Store,
  { clock, log }: Pick<JournalOptions, 'clock' | 'log'>,
): BatchRecords {
  let isTold = false;

  return {
    saveBatch(batch) {
      const saved = store.commit(({ batches }) => batches.save(batch));
      return saved.ok ? done(null) : failed(saved.failure);
    },
    batches: () =>
      store.read(({ batches }) =>
        batches.heads(NEWEST, () => log('warn', 'a saved batch could not be read')),
      ),
    batchRows: (batchId) => store.read(({ batches }) => batches.rowsOf(batchId)),
    batchKeys: (batchId) => store.read(({ batches }) => batches.keysOf(batchId)),
    saveAddresses(addresses) {
      const saved = store.commit((rows) => rows.addresses.save(addresses));
      return saved.ok ? done(null) : failed(saved.failure);
    },
    addresses() {
      const damaged: string[] = [];
      const found = store.read(({ addresses }) => addresses.all((name) => damaged.push(name)));
      if (damaged.length > 0 && !isTold) tellOf(damaged);
      return found;
    },
  };

  /** Once: the page asks for the address book again and again. */
  function tellOf(damaged: readonly string[]): void {
    isTold = true;
    log('warn', 'saved addresses could not be read', { damaged: damaged.length });
    const names = damaged.slice(0, MOST_NAMED).map((name) => plainText(name, LONGEST_NAME));
    const more = damaged.length > MOST_NAMED ? ` and ${damaged.length - MOST_NAMED} more` : '';
    const text = `Entries of the address book were damaged and are left out: ${names.join(', ')}${more}. Save them again.`;
    const at = Math.trunc(clock.wall());
    store.keepSave('event of damaged addresses', (rows) =>
      rows.saveEvent({ kind: 'desk', detail: 'addresses-damaged', text }, at),
    );
    store.flush('relaxed');
  }
}
