// SQLite knows its pages and not the words in them: a bit that flipped inside a text is no damage to it. An intent whose
// state cannot be read would be followed by nobody, so it counts as unknown and is looked up; the file's owner is
// whose every intent is. An id that is none cannot be mended: then the file is damaged.
import type { DatabaseSync } from 'node:sqlite';
import { EvidenceKind, IntentKind, IntentState } from '#contract/intents.ts';

type Mended = { mended: number; lostIds: number };

const WHY = 'Its record was damaged, so its outcome is not known.';
const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(', ');
const BAD_STATE = `state NOT IN (${words(IntentState.options)})`;
const BAD_KIND = `kind NOT IN (${words(IntentKind.options)})`;
/** What a body says of its kind: a mint names a wallet, a placement its symbol, a change neither. */
const KIND_BY_BODY = `CASE WHEN body LIKE '%"wallet_address"%' THEN 'mint'
  WHEN body LIKE '%"symbol"%' THEN 'place' ELSE 'replace' END`;
/** A change of the first edition whose kind could not be read when the column was split. */
const UNSPLIT =
  "kind = 'replace' AND state <> 'accepted' AND target_id IS NULL AND result_id IS NOT NULL";
const BAD_OWNER = 'account_id <> (SELECT account_id FROM owner)';
const BAD_LINE = `kind NOT IN (${words(EvidenceKind.options)})`;
const hex = (digits: number): string => '[0-9a-f]'.repeat(digits);
const UUID = [hex(8), hex(4), `[1-8]${hex(3)}`, `[89ab]${hex(3)}`, hex(12)].join('-');
const BAD_ID = `lower(intent_id) NOT GLOB '${UUID}'`;
/** Ours are written small; a large letter is one flipped bit. */
const BAD_CASE = 'intent_id <> lower(intent_id)';

/** What there is to mend, and what cannot be. One look at each table. */
export function mendable(db: DatabaseSync): { rows: number; lostIds: number } {
  const count = (where: string, table = 'intents'): number =>
    Number(db.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get()?.['n']);
  const rows =
    count(`${BAD_STATE} OR ${BAD_KIND} OR ${BAD_OWNER} OR ${BAD_CASE}`) +
    count(`${BAD_LINE} OR ${BAD_CASE}`, 'evidence');
  return { rows, lostIds: count(BAD_ID) };
}

/** Costs that look when nothing is wrong. `onMend` is called before rows are changed. */
export function mend(db: DatabaseSync, nowMs: number, onMend = () => undefined as void): Mended {
  const { rows, lostIds } = mendable(db);
  if (lostIds > 0 || rows === 0) return { mended: 0, lostIds };
  onMend();
  const now = Math.trunc(nowMs);
  db.exec(`BEGIN IMMEDIATE;
    UPDATE intents SET intent_id = lower(intent_id) WHERE ${BAD_CASE};
    UPDATE evidence SET intent_id = lower(intent_id) WHERE ${BAD_CASE};
    UPDATE intents SET account_id = (SELECT account_id FROM owner) WHERE ${BAD_OWNER};
    UPDATE intents SET kind = ${KIND_BY_BODY} WHERE ${BAD_KIND};
    UPDATE intents SET target_id = result_id, result_id = NULL WHERE ${UNSPLIT};
    INSERT INTO evidence (intent_id, at, kind, text, is_repeat, times, last_at)
      SELECT intent_id, ${now}, 'recovered', '${WHY}', 0, 1, ${now} FROM intents WHERE ${BAD_STATE};
    UPDATE intents SET unanswered = max(unanswered, 1), reason = '${WHY}', changed_at = ${now}, state = 'unknown'
      WHERE ${BAD_STATE};
    UPDATE evidence SET kind = 'recovered' WHERE ${BAD_LINE};
    COMMIT`);
  return { mended: rows, lostIds };
}
