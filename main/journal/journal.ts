// The journal: what a person decided, on disk before a byte leaves, and what is known about it since.
import { done, failed, type JournalResult } from '#main/journal/failure.ts';
import { createActivity } from '#main/journal/activity.ts';
import { createArchived } from '#main/journal/archived.ts';
import { createBatchRecords } from '#main/journal/batches.ts';
import type { Check } from '#main/journal/check.ts';
import { createClosingRecords } from '#main/journal/closings.ts';
import { createIntents } from '#main/journal/intents.ts';
import { createReads } from '#main/journal/reads.ts';
import { createRecords } from '#main/journal/records.ts';
import { recover } from '#main/journal/after-restart.ts';
import { createSearchIndexer } from '#main/journal/search-indexing.ts';
import { createStore } from '#main/journal/store.ts';
import type { Journal, JournalOptions, Opened, Reopened } from '#main/journal/types.ts';

/**
 * A file of a newer version or of another account is refused. A disk that cannot be used is not: the journal then works
 * in memory and says so in `problem` and `health`, because cancels go out journal or not.
 */
export function openJournal(options: JournalOptions): JournalResult<Opened> {
  return open(options, options.isCheckedLater ? 'later' : 'quick');
}

function open(options: JournalOptions, check: Check): JournalResult<Opened> {
  const store = createStore(options);
  const attached = store.attach(check);
  if (!attached.ok && attached.failure.kind !== 'disk') return attached;

  /** What was opened again and could not be written to. Nobody else would tell of it. */
  let untold: Reopened | undefined;

  const indexer = createSearchIndexer(store, options);

  const journal: Journal = {
    ...createIntents(store, options),
    ...createReads(store),
    ...createRecords(store, options),
    ...createBatchRecords(store, options),
    ...createClosingRecords(store, options),
    ...createActivity(store, options, indexer),
    ...createArchived(store, options),
    health: store.health,
    onHealth: store.onHealth,
    flush() {
      const flushed = store.flush('synced');
      if (!flushed.ok || !store.health().writable) return failed(store.currentFailure());
      const value = untold;
      untold = undefined;
      return done(value);
    },
    reopen,
    setChecked: store.setChecked,
    close() {
      indexer.stop();
      if (store.isAstray()) reopen();
      else if (store.keptCount() > 0) store.flush('synced');
      store.detach();
    },
  };

  function reopen(): JournalResult<Reopened> {
    const kept = store.letGo();
    if (kept) return failed(kept);
    const health = store.health();
    const isMet = !health.writable && health.cause === 'damaged';
    const again = store.attach(isMet ? 'met' : 'full');
    if (!again.ok) return again;
    const { leftOpen, isCopy } = again.value;
    // Nothing can be written to a copy, so that what was found is told once the file itself is open.
    if (!isCopy) store.retry();
    const news = again.value.setAside === undefined && untold ? untold : again.value;
    const { setAside, salvaged, addresses } = news;
    const isFirst = again.value.isFirst || untold?.isFirst === true;
    const value = { setAside, salvaged, addresses, flushed: store.keptCount(), isFirst };
    const { written } = recover(store, options.clock, leftOpen);
    untold = written.ok ? undefined : value;
    return written.ok ? done(value) : failed(written.failure);
  }

  if (!attached.ok) {
    indexer.start();
    return done({
      journal,
      setAside: undefined,
      salvaged: 0,
      addresses: undefined,
      recovered: [],
      problem: attached.failure,
    });
  }
  const { setAside, salvaged, addresses, leftOpen } = attached.value;
  const { recovered, written } = recover(store, options.clock, leftOpen);
  if (written.ok) {
    indexer.start();
    return done({ journal, setAside, salvaged, addresses, recovered, problem: undefined });
  }
  // Damage that the quick check does not see is met by the first write; the full one sees it, and mends or sets aside.
  const isDamage = written.failure.kind === 'disk' && written.failure.cause === 'damaged';
  if (isDamage && store.health().isUnchecked) {
    // An index may have hidden what was left open. Nothing is known here yet that the file does not know.
    store.detach();
    return open(options, 'full');
  }
  indexer.start();
  const again = isDamage ? reopen() : failed(written.failure);
  return again.ok
    ? done({ ...again.value, journal, recovered, problem: undefined })
    : done({ journal, setAside, salvaged, addresses, recovered, problem: written.failure });
}
