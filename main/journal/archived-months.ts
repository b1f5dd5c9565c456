// Which months have left a journal for archives: noted in it, in the same write as the first row that leaves. Lines that
// are missing in any other month were lost, to damage for example, and no archive is missed for them.
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Month } from '#contract/archives.ts';
import { monthOf, spanOf } from '#main/journal/month.ts';
import { parseJson } from '#main/tools/json.ts';

/** The last moment of a date. */
const LAST_MS = 8_640_000_000_000_000;

/** Its row among the snapshots. */
export const ARCHIVED_MONTHS = 'archivedMonths';

const Noted = z.object({
  months: z.array(Month),
  /** What is older may have been archived by a version that noted nothing. */
  unsureBefore: Month.optional(),
});
type Noted = z.infer<typeof Noted>;

/** Of an intent `i`, whose first line says that it was recorded, or that this failed. */
export const LACKS_LINES = `coalesce((SELECT kind FROM evidence WHERE intent_id = i.intent_id ORDER BY seq LIMIT 1), '')
  NOT IN ('recorded', 'not-sent')`;

export type ArchivedMonths = {
  /** For a journal that is new: nothing was archived. */
  begin(at: number): void;
  note(month: Month, at: number): void;
  /** Undefined where the journal does not say. */
  wasArchived(month: Month): boolean | undefined;
  /** Undefined where it says nothing at all. */
  noted(): Noted | undefined;
};

export function createArchivedMonths(db: DatabaseSync): ArchivedMonths {
  const select = db.prepare('SELECT record FROM snapshots WHERE name = ?');
  const replace = db.prepare('INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)');

  const write = (record: Noted, at: number): void =>
    void replace.run(ARCHIVED_MONTHS, JSON.stringify(record), Math.trunc(at));

  function noted(): Noted | undefined {
    const row = select.get(ARCHIVED_MONTHS);
    return row && Noted.safeParse(parseJson(String(row['record']))).data;
  }

  return {
    noted,
    begin: (at) => write({ months: [] }, at),
    note(month, at) {
      const known = noted();
      const now = monthOf(at);
      if (known?.months.includes(month)) return;
      if (!known && now === undefined) return;
      const before = known ?? { months: [], unsureBefore: now };
      write({ ...before, months: [...before.months, month].sort() }, at);
    },
    wasArchived(month) {
      const known = noted();
      if (!known || known.months.includes(month)) return known && true;
      return known.unsureBefore !== undefined && month < known.unsureBefore ? undefined : false;
    },
  };
}

/** All that have left, oldest first: by the note and, for the time before it, by what the orders lack. */
export function allArchivedMonths(db: DatabaseSync): Month[] {
  const known = createArchivedMonths(db).noted();
  const months = new Set(known?.months);
  const until = known ? known.unsureBefore && spanOf(known.unsureBefore).from : LAST_MS;
  if (until !== undefined) {
    const lacking = db.prepare(
      `SELECT DISTINCT strftime('%Y-%m', confirmed_at / 1000, 'unixepoch') AS month
       FROM intents AS i WHERE confirmed_at < ? AND ${LACKS_LINES}`,
    );
    for (const { month } of lacking.iterate(until)) {
      const one = Month.safeParse(month).data;
      if (one !== undefined) months.add(one);
    }
  }
  return [...months].sort();
}
