// Brings the index of an account's activity up to date, for a moment at a time. The journal is read in transactions of a
// few milliseconds, so that its log is never kept from beginning anew, and never written.
import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { INTENT_WORDS, LAST_MS, LINE_WORDS } from '#main/journal/activity-rows.ts';
import { causeOf } from '#main/journal/failure.ts';
import {
  discardSearchIndex,
  INDEX_TABLES,
  isMadeOf,
  markOf,
  newState,
  readState,
  removeSearchIndex,
  searchIndexPath,
  type IndexState,
} from '#main/journal/search-index.ts';
import type { IndexAnswer, IndexJob } from '#main/journal/types.ts';
import { makePrivate } from '#main/tools/private-file.ts';

const BUSY_MS = 500;
/** For the journal and whatever else writes meanwhile. */
const LEFT_FREE_BYTES = 256 * 1024 * 1024;
/** Orders of one transaction. */
const AT_ONCE = 100;
const WALKED_AT_ONCE = 500;
/** An order that changes is in it once more. With so many times as many as there are orders it is made anew. */
const MOST_TIMES = 3;
const ALWAYS_FINE = 10_000;
/** SQLite does not see most damage inside a page, which hides orders: it does so for no longer. */
const LONGEST_MS = 30 * 86_400_000;

type Doc = { intentId: string; isRepeat: boolean };

/** Throws when it could not be written; what cannot be read any more is thrown away. */
export function updateIndex(job: IndexJob, now = () => performance.now()): IndexAnswer {
  const { bavail, bsize } = statfsSync(dirname(job.path));
  if (bavail * bsize < LEFT_FREE_BYTES) throw new Error('the disk has too little free space');
  const end = now() + job.sliceMs;
  const journal = new DatabaseSync(job.path, { readOnly: true, timeout: BUSY_MS });
  let index: DatabaseSync | undefined;
  try {
    index = openUsable(journal, job);
    // Main must know that nothing is in it before anything is: what it drops from the journal from then on is looked for.
    if (!index) return beginAnew(journal, job);
    const step = createSteps(index, journal, job);
    for (;;) {
      const { covered, isDone } = step();
      if (isDone || now() >= end) return { covered, isDone };
    }
  } catch (error) {
    if (causeOf(error) === 'damaged') {
      index?.close();
      discardSearchIndex(job.path);
    }
    throw error;
  } finally {
    if (index?.isOpen) index.close();
    journal.close();
  }
}

function beginAnew(journal: DatabaseSync, { path, at }: IndexJob): IndexAnswer {
  if (!removeSearchIndex(path)) throw new Error('the old index cannot be removed');
  const made = open(path);
  try {
    made.exec(`BEGIN; ${INDEX_TABLES}`);
    save(made, newState(journal, path, at));
    made.exec('COMMIT');
  } finally {
    made.close();
  }
  return { covered: 0, isDone: false };
}

/** Undefined where it is damaged, of another journal or format, too old, or much larger than it need be. */
function openUsable(journal: DatabaseSync, { path, at }: IndexJob): DatabaseSync | undefined {
  if (!existsSync(searchIndexPath(path))) return undefined;
  let there: DatabaseSync | undefined;
  try {
    there = open(path);
    const state = readState(there);
    const isGood = state && isMadeOf(state, journal, path) && !isOld(state, at);
    if (isGood && !isOvergrown(there, journal)) return there;
  } catch (error) {
    const cause = causeOf(error);
    if (cause !== undefined && cause !== 'damaged') throw error;
  }
  there?.close();
  return undefined;
}

function open(path: string): DatabaseSync {
  const file = searchIndexPath(path);
  makePrivate(file);
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const save = (index: DatabaseSync, state: IndexState): void =>
  void index.prepare('INSERT OR REPLACE INTO state VALUES (1, ?)').run(JSON.stringify(state));

/** A clock that was ahead when it was made would keep it for years. */
const isOld = ({ madeAt }: IndexState, at: number): boolean => Math.abs(at - madeAt) > LONGEST_MS;

const isOvergrown = (index: DatabaseSync, journal: DatabaseSync): boolean => {
  const docs = Number(index.prepare('SELECT max(doc) AS n FROM docs').get()?.['n'] ?? 0);
  if (docs < ALWAYS_FINE) return false;
  const intents = Number(journal.prepare('SELECT count(*) AS n FROM intents').get()?.['n']);
  return docs > ALWAYS_FINE + MOST_TIMES * intents;
};

/** Each is a transaction of both files. */
function createSteps(index: DatabaseSync, journal: DatabaseSync, { until, at, lag }: IndexJob) {
  const walk = journal.prepare(
    `SELECT intent_id, EXISTS (SELECT 1 FROM evidence WHERE evidence.intent_id = intents.intent_id) AS has_line
     FROM intents WHERE intent_id > ? ORDER BY intent_id LIMIT ${WALKED_AT_ONCE}`,
  );
  // By their newest lines, so that the index has the orders by when something last happened to them. One with a line after
  // `until` is not known as it is now, and comes with that line.
  const changed = journal.prepare(
    `SELECT seq, intent_id, is_repeat FROM evidence AS e WHERE seq > ? AND seq <= ?
       AND NOT EXISTS (SELECT 1 FROM evidence AS later WHERE later.intent_id = e.intent_id AND later.seq > e.seq)
     ORDER BY seq LIMIT ${AT_ONCE}`,
  );
  const words = journal.prepare(`SELECT ${INTENT_WORDS.join()} FROM intents WHERE intent_id = ?`);
  const lineWords = journal.prepare(
    `SELECT ${LINE_WORDS.map((name) => `CAST(${name} AS TEXT)`).join()} FROM evidence WHERE intent_id = ?`,
  );
  const inTime = (name: string): string => `max(min(${name}, ${LAST_MS}), -${LAST_MS})`;
  const times = journal.prepare(
    `SELECT min(at) AS oldest, max(at) AS newest FROM (
       SELECT ${inTime('confirmed_at')} AS at FROM intents WHERE intent_id = :id
       UNION ALL SELECT ${inTime('at')} FROM evidence WHERE intent_id = :id)`,
  );
  const insertWords = index.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  const insertDoc = index.prepare('INSERT INTO docs VALUES (?, ?, ?, ?)');
  const repeats = index.prepare('INSERT OR IGNORE INTO repeats VALUES (?)');
  const repeatsNoMore = index.prepare('DELETE FROM repeats WHERE intent_id = ?');
  const lastDoc = index.prepare('SELECT doc, upto FROM docs ORDER BY doc DESC LIMIT 1');
  const state = readState(index);
  if (!state) throw new Error('the index has no state');
  const newest = lastDoc.get();
  let doc = Number(newest?.['doc'] ?? 0);
  let upto = Number(newest?.['upto'] ?? -LAST_MS);

  function add({ intentId, isRepeat }: Doc): void {
    // Lines of an order that was lost with a damaged journal have its id all the same.
    const text = new Set<SQLOutputValue>(['intent', 'evidence', intentId]);
    for (const row of [...words.all(intentId), ...lineWords.all(intentId)])
      for (const value of Object.values(row)) if (value !== null) text.add(value);
    const { oldest, newest: last } = times.get({ id: intentId }) ?? {};
    // By a clock that was ahead. All that follow would count as old as this one: it is always read instead.
    const isAhead = Number(last) > at;
    if (!isAhead) upto = Math.max(upto, Number(last));
    insertWords.run(++doc, [...text].join('\n'));
    insertDoc.run(doc, intentId, Number(oldest), upto);
    if (isRepeat || isAhead) repeats.run(intentId);
    else repeatsNoMore.run(intentId);
  }

  function walkOn(from: string): string | null {
    const rows = walk.all(from);
    for (const row of rows)
      if (row['has_line'] === 0) add({ intentId: String(row['intent_id']), isRepeat: false });
    return rows.length < WALKED_AT_ONCE ? null : String(rows.at(-1)?.['intent_id']);
  }

  function coverMore(covered: number, goal: number): number {
    const rows = changed.all(covered, goal);
    for (const row of rows)
      add({ intentId: String(row['intent_id']), isRepeat: row['is_repeat'] === 1 });
    return rows.length < AT_ONCE ? Math.max(covered, goal) : Number(rows.at(-1)?.['seq']);
  }

  return (): IndexAnswer => {
    const { covered, walkedTo } = state;
    index.exec('BEGIN IMMEDIATE');
    journal.exec('BEGIN');
    state.mark = markOf(journal);
    // The number of a line that no disk took is given again, to another one, by the next start.
    const goal = Math.min(until, state.mark?.seq ?? 0);
    if (walkedTo !== null) state.walkedTo = walkOn(walkedTo);
    else if (goal - covered > lag) state.covered = coverMore(covered, goal);
    journal.exec('COMMIT');
    save(index, state);
    index.exec('COMMIT');
    const isDone = state.walkedTo === null && goal - state.covered <= lag;
    return { covered: state.covered, isDone };
  };
}
