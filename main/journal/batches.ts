// Batches and the address book: written through the connection that syncs, and not kept when that fails, because a
// batch whose keys are not on disk must not start.
import { done, failed } from '#main/journal/failure.ts';
import type { Store } from '#main/journal/store.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';

type BatchRecords = Pick<
  Journal,
  'saveBatch' | 'batches' | 'batchRows' | 'batchKeys' | 'saveAddresses' | 'addresses'
>;

const NEWEST = 100;

export function createBatchRecords(
  store: Store,
  { log }: Pick<JournalOptions, 'log'>,
): BatchRecords {
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
      const saved = store.commit(({ batches }) => batches.saveAddresses(addresses));
      return saved.ok ? done(null) : failed(saved.failure);
    },
    addresses: () => store.read(({ batches }) => batches.addresses()),
  };
}
