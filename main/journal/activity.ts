// The journal as a list to read through, and the events that belong to no order.
import { wordsIn } from '#main/journal/activity-rows.ts';
import { done, failed, type JournalResult } from '#main/journal/failure.ts';
import { journalPathIn } from '#main/journal/file.ts';
import { AnsweredError } from '#main/journal/reader.ts';
import type { SearchIndexer } from '#main/journal/search-indexing.ts';
import type { Store } from '#main/journal/store.ts';
import type {
  ActivityLinePage,
  ActivityLineQuery,
  FoundLines,
  Journal,
  JournalOptions,
  Kept,
} from '#main/journal/types.ts';
import { messageOf } from '#main/tools/message-of.ts';

/** While nothing can be written, so many of the newest events wait for the disk. */
const MOST_WAITING = 1_000;

export function createActivity(
  store: Store,
  {
    folder,
    clock,
    log,
    findBeside,
  }: Pick<JournalOptions, 'folder' | 'clock' | 'log' | 'findBeside'>,
  indexer: Pick<SearchIndexer, 'wanted'>,
): Pick<Journal, 'saveEvent' | 'activity' | 'findActivity'> {
  let events = 0;
  return {
    saveEvent(event) {
      const at = Math.trunc(clock.wall());
      store.keepSave(`event ${events++ % MOST_WAITING}`, (rows) => rows.saveEvent(event, at));
      const flushed = store.flush('relaxed');
      if (!flushed.ok) return failed({ ...flushed.failure, isKept: true });
      return store.hasSaves() ? failed({ ...store.currentFailure(), isKept: true }) : done(null);
    },
    activity,
    async findActivity(query) {
      // A page without words costs what it shows. What is not in its place is open here alone.
      if (!findBeside || wordsIn(query.text).length === 0 || !store.isReadBeside())
        return activity(query);
      try {
        return done(told(await beside(findBeside, query)));
      } catch (error) {
        // Damage is main's to meet: it has the file checked and set aside.
        if (error instanceof AnsweredError && !error.isDamage) return notSearched(error);
        log('warn', 'the journal is searched without a thread', { error: messageOf(error) });
        return activity(query);
      }
    },
  };

  function notSearched(error: Error): JournalResult<never> {
    log('warn', 'the journal could not be searched', { error: error.message });
    const message = `The journal could not be searched (${error.message}). Try again.`;
    return failed({ kind: 'unread', message });
  }

  async function beside(
    find: NonNullable<JournalOptions['findBeside']>,
    query: ActivityLineQuery,
  ): Promise<FoundLines> {
    const { isUsable, removals } = store.searchIndex;
    const before = removals();
    const ask = (isIndexed: boolean) => find(journalPathIn(folder), query, kept(), isIndexed);
    const found = await ask(isUsable());
    indexer.wanted();
    // Rows may have changed between the index that was read and the journal, and may go on to while evidence is archived:
    // the journal alone is read then.
    return removals() === before || !found.isByIndex ? found : ask(false);
  }

  function activity(query: ActivityLineQuery): ReturnType<Journal['activity']> {
    const found = store.read((connection) => connection.activity.find(query, kept()));
    return found.ok ? done(told(found.value)) : found;
  }

  function kept(): Kept {
    return { intents: store.dirty(), lines: store.allKeptLines() };
  }

  function told({ lines, isEnd, damaged }: FoundLines): ActivityLinePage {
    if (damaged > 0) log('warn', 'lines of the journal could not be read', { damaged });
    return { lines, isEnd };
  }
}
