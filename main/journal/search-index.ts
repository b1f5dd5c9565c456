// The index of an account's activity: which orders have which three characters in a row somewhere in their lines. It is
// made of the journal alone and may be thrown away at any time; without it a search reads every line. The journal knows
// nothing of it: a line's number says whether its order is in the index as it is now (docs/architecture.md, "The search").
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '#main/tools/json.ts';

/** What searches by its own rules would find what an older index hides: such a change counts this up. */
const FORMAT = 2;

/**
 * `docs` says whose text each is: an order has one for each time that it was looked at, and only ever gets more. `oldest` is
 * when the first of its lines was, `upto` when the last was of this one and all before it. `repeats` has the orders that
 * are always read: their newest line may be counted again, which changes it in its place, or one of their lines is dated
 * after the moment of indexing, and `upto` goes without them.
 */
export const INDEX_TABLES = `
  CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'trigram', content = '', detail = none, columnsize = 0);
  CREATE TABLE docs (
    doc INTEGER PRIMARY KEY,
    intent_id TEXT NOT NULL,
    oldest INTEGER NOT NULL,
    upto INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE repeats (intent_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE state (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), record TEXT NOT NULL) STRICT;
  PRAGMA user_version = ${FORMAT}`;

const IndexState = z.object({
  /** The file of the journal, and the version of its tables. */
  inode: z.string(),
  version: z.number(),
  /** The newest line when it was read last, by which another journal is told from this one. */
  mark: z.object({ seq: z.number(), line: z.string() }).nullable(),
  /** Orders without a line, whose evidence is in archives, are in it up to this id; null when all are. */
  walkedTo: z.string().nullable(),
  /** Every line up to this one is in it. */
  covered: z.number(),
});
export type IndexState = z.infer<typeof IndexState>;

export const searchIndexPath = (journalPath: string): string =>
  join(dirname(journalPath), 'search.db');

/** Whether it is gone. */
export function removeSearchIndex(journalPath: string): boolean {
  try {
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(searchIndexPath(journalPath) + suffix, { force: true });
    return true;
  } catch {
    return false;
  }
}

/** Undefined where it is none of ours, or of another format. */
export function readState(index: DatabaseSync): IndexState | undefined {
  if (index.prepare('PRAGMA user_version').get()?.['user_version'] !== FORMAT) return undefined;
  const record = index.prepare('SELECT record FROM state').get()?.['record'];
  return IndexState.safeParse(parseJson(String(record))).data;
}

/** Whether it was made of this journal, which has only grown since. */
export function isMadeOf(state: IndexState, journal: DatabaseSync, path: string): boolean {
  const { inode, version, mark } = state;
  if (inode !== inodeOf(path) || version !== versionOf(journal)) return false;
  return mark === null || markAt(journal, '= :seq', { seq: mark.seq })?.line === mark.line;
}

export const newState = (journal: DatabaseSync, path: string): IndexState => ({
  inode: inodeOf(path),
  version: versionOf(journal),
  mark: null,
  walkedTo: '',
  covered: 0,
});

export const newestMark = (journal: DatabaseSync): IndexState['mark'] =>
  markAt(journal, '= (SELECT max(seq) FROM evidence)') ?? null;

/** What never changes in a line. */
function markAt(journal: DatabaseSync, place: string, given: { seq?: number } = {}) {
  const row = journal
    .prepare(`SELECT seq, json_array(intent_id, at, kind) AS line FROM evidence WHERE seq ${place}`)
    .get(given);
  return row && { seq: Number(row['seq']), line: String(row['line']) };
}

const inodeOf = (path: string): string => String(statSync(path, { bigint: true }).ino);
const versionOf = (journal: DatabaseSync): number =>
  Number(journal.prepare('PRAGMA user_version').get()?.['user_version']);

/**
 * What main does about it. Whatever changes rows without a new line removes it: before, so that a process that ends in
 * between leaves none, and after, because a thread may have read the rows of before.
 */
export function createSearchIndexKeeper(journalPath: string) {
  let removals = 0;
  let covered = 0;
  let isRemovedAgain = true;
  return {
    /** `settle` is to be called once the change is on disk. */
    remove(): void {
      removals++;
      covered = 0;
      isRemovedAgain = false;
      removeSearchIndex(journalPath);
    },
    settle(): void {
      if (!isRemovedAgain) isRemovedAgain = removeSearchIndex(journalPath);
    },
    /** False while rows may have changed that it does not know of. */
    isUsable: (): boolean => isRemovedAgain,
    removals: () => removals,
    setCovered(seq: number): void {
      covered = seq;
    },
    /** Whether it is known to have this line; rows that it does not have are not found once they have no line any more. */
    covers: (seq: number): boolean => seq <= covered,
  };
}
