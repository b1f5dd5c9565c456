// What an archive holds is deleted from the journal, row by row, and only where the row is still as it was copied.
import type { DatabaseSync } from 'node:sqlite';
import { createArchivedMonths, type ArchivedMonths } from '#main/journal/archived-months.ts';
import type { HeldRow } from '#main/journal/archive-types.ts';

export type ArchivedRows = {
  /** Whether it was there and is gone. */
  drop(row: HeldRow): boolean;
  oldestLine(): number | undefined;
  months: ArchivedMonths;
};

export function createArchivedRows(db: DatabaseSync): ArchivedRows {
  const lines = db.prepare(
    `DELETE FROM evidence WHERE intent_id = :id AND (:lines, :last, :times) =
       (SELECT count(*), max(seq), sum(times) FROM evidence WHERE intent_id = :id)`,
  );
  const event = db.prepare('DELETE FROM events WHERE seq = ?');
  const gap = db.prepare(
    'DELETE FROM gaps WHERE stream = ? AND from_ms = ? AND to_ms = ? AND filled_at = ?',
  );
  const oldest = db.prepare('SELECT min(at) AS at FROM evidence');
  return {
    months: createArchivedMonths(db),
    oldestLine() {
      const at = oldest.get()?.['at'];
      return typeof at === 'number' ? at : undefined;
    },
    drop(row) {
      const { changes } =
        row.of === 'intent'
          ? lines.run({ id: row.intentId, lines: row.lines, last: row.lastSeq, times: row.times })
          : row.of === 'event'
            ? event.run(row.seq)
            : gap.run(row.stream, row.from, row.to, row.filledAt);
      return changes > 0;
    },
  };
}
