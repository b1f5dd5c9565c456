// A journal with a month of March 2019 that is old enough to be archived, and what is done to it.
import { DatabaseSync } from 'node:sqlite';
import type { IntentState } from '#contract/intents.ts';
import { archivePath } from '#main/journal/archive-file.ts';
import type { HeldRow } from '#main/journal/archive-types.ts';
import { archiveMonth } from '#main/journal/archive/write-archive.ts';
import type { Journal } from '#main/journal/types.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { ACCOUNT, createHarness, intentIn, value } from '#test/unit/journal/harness.ts';

export const MARCH = '2019-03';
export const IN_MARCH = Date.UTC(2019, 2, 14, 15);
export const NOW = Date.UTC(2026, 10, 20);
export const CUTOFF = Date.UTC(2020, 10, 20);

export function createMarch() {
  const harness = createHarness();
  const LATER = { folder: '', month: MARCH, accountId: ACCOUNT };

  /** A journal that was used on one day of March 2019, and is used again today. */
  function journalAt(ms = IN_MARCH): Journal {
    harness.state.time = createFakeTime(ms);
    return harness.open();
  }
  const moveTo = (ms: number) => harness.state.time.sleep(ms - harness.state.time.clock.wall());
  const old = (journal: Journal, state: IntentState) =>
    intentIn(journal, state, { confirmedAt: harness.state.time.clock.wall() });
  const job = () => ({ ...LATER, folder: harness.state.folder, cutoffMs: CUTOFF });
  const march = () => archivePath(job());

  function filled(): { journal: Journal; ids: string[] } {
    const journal = journalAt();
    const ids = (['accepted', 'refused', 'not-sent'] as const).map((state) => old(journal, state));
    value(journal.saveEvent({ kind: 'stream', detail: 'live', text: 'The order stream is live.' }));
    value(
      journal.saveGap({
        stream: 'orders',
        from: IN_MARCH - 5_000,
        to: IN_MARCH,
        filledAt: IN_MARCH,
      }),
    );
    moveTo(NOW);
    old(journal, 'accepted');
    value(journal.saveEvent({ kind: 'stream', detail: 'live', text: 'The order stream is live.' }));
    return { journal, ids };
  }

  function drop(journal: Journal, rows: readonly HeldRow[]): void {
    for (let from = 0; from < rows.length;) from = value(journal.dropArchived(MARCH, rows, from));
  }

  function archive(journal: Journal): HeldRow[] {
    const rows = archiveMonth(job());
    drop(journal, rows);
    return rows;
  }
  return { harness, journalAt, moveTo, old, job, march, filled, drop, archive };
}

export const change = (path: string, sql: string): void => {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
};
