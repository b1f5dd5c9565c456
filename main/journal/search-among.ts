// What the index says to a search: which orders may have its words in their lines. It never hides one: what it does not
// know as it is now it names as such, and a word that it cannot look up is no restriction.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { LAST_MS, wordsIn, type Among } from '#main/journal/activity-rows.ts';
import { isMadeOf, readState, searchIndexPath } from '#main/journal/search-index.ts';

const BUSY_MS = 500;
/** With more than these it is as well to read everything, once and in order. */
const MOST_UNINDEXED = 2_000;
/** An order looked up costs some ten times as much as one that is read along with all others. */
const LEAST_WORTH = 2_000;
const ONE_IN = 10;
/** Of a search; with more of them it finds no fewer. */
const MOST_TRIGRAMS = 60;

/**
 * `use` is given undefined where there is no index, or none that is of use here. The index is read as it was before the
 * journal is: what changed in between has a line that it does not have.
 */
export function withIndex<T>(
  path: string,
  journal: DatabaseSync,
  text: string,
  use: (among: Among | undefined) => T,
): T {
  const match = matchOf(text);
  if (match === undefined || !existsSync(searchIndexPath(path))) return use(undefined);
  let index: DatabaseSync | undefined;
  try {
    index = new DatabaseSync(searchIndexPath(path), { readOnly: true, timeout: BUSY_MS });
    index.exec('BEGIN');
    const among = amongIn(index, path, journal, match);
    if (among) return use(among);
  } catch {
    // Whoever writes it makes it anew. What is wrong with the journal is met again.
  } finally {
    if (journal.isTransaction) journal.exec('ROLLBACK');
    index?.close();
  }
  return use(undefined);
}

function amongIn(
  index: DatabaseSync,
  path: string,
  journal: DatabaseSync,
  match: string,
): Among | undefined {
  const state = readState(index);
  if (state?.walkedTo !== null) return undefined;
  journal.exec('BEGIN');
  if (!isMadeOf(state, journal, path)) return undefined;
  const unindexed = unindexedIn(index, journal, state.covered);
  if (!unindexed) return undefined;
  const docs = Number(index.prepare('SELECT max(doc) AS n FROM docs').get()?.['n']);
  const most = Math.max(LEAST_WORTH, docs / ONE_IN);
  return { unindexed, most, matches: matchesIn(index, match) };
}

/**
 * Each word by all of its three characters in a row. Undefined when there are none: shorter words are in too many lines.
 * SQLite folds more letters in the index than in the search, so whatever the search finds is among what the index finds.
 */
export function matchOf(text: string): string | undefined {
  if (!text.isWellFormed() || text.includes('\0')) return undefined;
  const trigrams = new Set<string>();
  for (const word of wordsIn(text)) {
    const letters = Array.from(word);
    for (let n = 0; n + 3 <= letters.length; n++) trigrams.add(letters.slice(n, n + 3).join(''));
  }
  if (trigrams.size === 0) return undefined;
  return [...trigrams]
    .slice(0, MOST_TRIGRAMS)
    .map((three) => `"${three.replaceAll('"', '""')}"`)
    .join(' AND ');
}

/** Undefined when they are many. */
function unindexedIn(
  index: DatabaseSync,
  journal: DatabaseSync,
  covered: number,
): string[] | undefined {
  const changed = journal
    // Left alone, SQLite reads all of the other index in order to find each once.
    .prepare(
      `SELECT DISTINCT intent_id FROM evidence NOT INDEXED WHERE seq > ? LIMIT ${MOST_UNINDEXED + 1}`,
    )
    .all(covered);
  const repeats = index.prepare(`SELECT intent_id FROM repeats LIMIT ${MOST_UNINDEXED + 1}`).all();
  const ids = new Set([...changed, ...repeats].map((row) => String(row['intent_id'])));
  return ids.size > MOST_UNINDEXED ? undefined : [...ids];
}

const matchesIn = (index: DatabaseSync, match: string): Among['matches'] =>
  function* (before) {
    const docs = index.prepare(
      `SELECT intent_id, oldest, upto FROM words CROSS JOIN docs ON docs.doc = words.rowid
       WHERE words MATCH ? ORDER BY words.rowid DESC`,
    );
    for (const row of docs.iterate(match))
      if (Number(row['oldest']) <= Math.min(before, LAST_MS))
        yield { intentId: String(row['intent_id']), upto: Number(row['upto']) };
  };
