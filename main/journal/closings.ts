// Confirmed ways out: written through the connection that syncs, and not kept when that fails, because an exit whose id is
// not on disk must not be sent.
import { done, failed } from '#main/journal/failure.ts';
import type { Store } from '#main/journal/store.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';

type ClosingRecords = Pick<Journal, 'saveClosing' | 'openClosings'>;

export function createClosingRecords(
  store: Store,
  { log }: Pick<JournalOptions, 'log'>,
): ClosingRecords {
  return {
    saveClosing(closing) {
      // A way out is an exit: on a full disk it goes into the space that is kept for those.
      const saved = store.commit(({ closings }) => closings.save(closing), true);
      return saved.ok ? done(null) : failed(saved.failure);
    },
    openClosings: () =>
      store.read(({ closings }) =>
        closings.open(() => log('warn', 'a saved way out could not be read')),
      ),
  };
}
