// Which rows of a journal are old enough to be archived. Never the last line and the last event: what comes next is
// numbered after them, and a number must not be used twice.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { Month } from '#contract/archives.ts';
import { UNSETTLED } from '#contract/intents.ts';
import { createArchivedMonths, LACKS_LINES } from '#main/journal/archived-months.ts';
import { monthOf, spanOf } from '#main/journal/month.ts';
import type { HeldRow } from '#main/journal/archive-types.ts';

export type OldMonths =
  | { months: Month[] }
  /** The clock may be wrong: nothing was written here for long before it. */
  | { newestBefore: number };

const DAY_MS = 86_400_000;
/** A desk that was not used for longer shows by a day of use that its clock is right. */
const LONGEST_SILENCE_MS = 90 * DAY_MS;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const OPEN = UNSETTLED.map((state) => `'${state}'`).join(', ');
const monthIn = (ms: string): string => `strftime('%Y-%m', ${ms} / 1000, 'unixepoch') AS month`;

/** Whole months before the limit that still have something in the journal, oldest first. */
export function findOldMonths(
  db: DatabaseSync,
  { cutoffMs, nowMs }: { cutoffMs: number; nowMs: number },
): OldMonths {
  const limit = monthOf(cutoffMs);
  if (limit === undefined) return { months: [] };
  const until = { until: spanOf(limit).from };
  const months = db
    .prepare(
      `SELECT ${monthIn('confirmed_at')} FROM evidence JOIN intents USING (intent_id) WHERE at < :until
       UNION SELECT ${monthIn('at')} FROM events WHERE at < :until
       UNION SELECT ${monthIn('to_ms')} FROM gaps WHERE to_ms < :until AND filled_at IS NOT NULL`,
    )
    .all(until)
    .flatMap(({ month }) => Month.safeParse(month).data ?? [])
    .filter((month) => month < limit)
    .sort();
  if (months.length === 0) return { months };
  const newest = newestUntil(db, nowMs - DAY_MS);
  return newest < nowMs - LONGEST_SILENCE_MS ? { newestBefore: newest } : { months };
}

const newestUntil = (db: DatabaseSync, at: number): number =>
  Number(
    db
      .prepare(
        `SELECT max(coalesce((SELECT max(at) FROM evidence WHERE at <= :at), 0),
          coalesce((SELECT max(at) FROM events WHERE at <= :at), 0)) AS newest`,
      )
      .get({ at })?.['newest'],
  );

/** What of the month may go: of an intent all of its lines or none. */
export function oldRowsOf(db: DatabaseSync, month: Month, cutoffMs: number): HeldRow[] {
  const span = spanOf(month);
  const needed = idsStillNeeded(db);
  // By the orders of the month: left alone, SQLite reads all evidence there is.
  const intents = db
    .prepare(
      `SELECT intent_id, count(*) AS lines, max(seq) AS last_seq, sum(times) AS times
       FROM intents INDEXED BY intents_newest CROSS JOIN evidence USING (intent_id)
       WHERE confirmed_at >= :from AND confirmed_at < :to AND state NOT IN (${OPEN}) AND cancel_when_found = 0
       GROUP BY intent_id HAVING max(max(at, last_at)) < :cutoff AND max(seq) < (SELECT max(seq) FROM evidence)
       ORDER BY confirmed_at, intent_id`,
    )
    .all({ ...span, cutoff: cutoffMs })
    .filter(({ intent_id: id }) => !needed.has(String(id)))
    .map((row): HeldRow => ({
      of: 'intent',
      intentId: String(row['intent_id']),
      lines: Number(row['lines']),
      lastSeq: Number(row['last_seq']),
      times: Number(row['times']),
    }));
  const events = db
    .prepare(
      `SELECT seq FROM events WHERE at >= :from AND at < :to AND seq < (SELECT max(seq) FROM events) ORDER BY seq`,
    )
    .all(span)
    .map((row): HeldRow => ({ of: 'event', seq: Number(row['seq']) }));
  const gaps = db
    .prepare('SELECT * FROM gaps WHERE to_ms >= :from AND to_ms < :to AND filled_at < :cutoff')
    .all({ ...span, cutoff: cutoffMs })
    .map((row): HeldRow => ({
      of: 'gap',
      stream: String(row['stream']),
      from: Number(row['from_ms']),
      to: Number(row['to_ms']),
      filledAt: Number(row['filled_at']),
    }));
  return [...intents, ...events, ...gaps];
}

/** Whether something of it is in an archive, by the journal's own note or else by what it lacks. */
export const wasArchived = (db: DatabaseSync, month: Month): boolean =>
  createArchivedMonths(db).wasArchived(month) ?? lacksLines(db, month);

function lacksLines(db: DatabaseSync, month: Month): boolean {
  const one = db.prepare(
    `SELECT 1 FROM intents AS i INDEXED BY intents_newest WHERE confirmed_at >= :from AND confirmed_at < :to
       AND ${LACKS_LINES} LIMIT 1`,
  );
  return one.get(spanOf(month)) !== undefined;
}

/** By ways out that did not end, and batches that are not over. */
function idsStillNeeded(db: DatabaseSync): ReadonlySet<string> {
  const records = db.prepare(
    `SELECT record FROM closings WHERE is_open = 1
     UNION ALL SELECT record FROM batches WHERE state NOT IN ('done', 'discarded')`,
  );
  const ids = new Set<string>();
  for (const { record } of records.iterate() as Iterable<Record<string, SQLOutputValue>>)
    for (const [id] of String(record).matchAll(UUID)) ids.add(id);
  return ids;
}
