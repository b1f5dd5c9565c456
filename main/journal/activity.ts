// The journal as a list to read through, and the events that belong to no order.
import type { ActivityLine } from '#contract/activity.ts';
import { done, failed } from '#main/journal/failure.ts';
import type { Store } from '#main/journal/store.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';

/** While nothing can be written, so many of the newest events wait for the disk. */
const MOST_WAITING = 1_000;

export function createActivity(
  store: Store,
  { clock, log }: Pick<JournalOptions, 'clock' | 'log'>,
): Pick<Journal, 'saveEvent' | 'activity'> {
  let events = 0;
  return {
    saveEvent(event) {
      const at = Math.trunc(clock.wall());
      store.keepSave(`event ${events++ % MOST_WAITING}`, (rows) => rows.saveEvent(event, at));
      const flushed = store.flush('relaxed');
      if (!flushed.ok) return failed({ ...flushed.failure, isKept: true });
      return store.hasSaves() ? failed({ ...store.currentFailure(), isKept: true }) : done(null);
    },
    activity(query) {
      const kept = { intents: store.dirty(), lines: store.allKeptLines() };
      return store.read(({ activity }) => {
        const lines: ActivityLine[] = [];
        let { before } = query;
        let damaged = 0;
        // A page that lost rows to damage goes on behind them: an empty page would look like the end.
        for (;;) {
          const wanted = query.limit - lines.length;
          const rows = activity.page({ ...query, before }, wanted + 1, kept);
          const shown = rows.slice(0, wanted);
          for (const { line } of shown)
            if (line) lines.push(line);
            else damaged++;
          before = shown.at(-1) ?? before;
          const isEnd = rows.length <= wanted;
          if (!isEnd && lines.length < query.limit) continue;
          if (damaged > 0) log('warn', 'lines of the journal could not be read', { damaged });
          return { lines, isEnd };
        }
      });
    },
  };
}
