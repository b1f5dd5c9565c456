// The index of an account's activity: which orders have which three characters in a row somewhere in their lines. It is
// made of the journal alone and may be thrown away at any time; without it a search reads every line. The journal knows
// nothing of it: a line's number says whether its order is in the index as it is now (docs/architecture.md, "The search").
import { existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
  /** By the clock of its making, epoch ms. */
  madeAt: z.number(),
  /** The file of the journal, and the version of its tables. */
  inode: z.string(),
  version: z.number(),
  /**
   * By which another journal is told from this one: the newest line when it was read last, and how many of the oldest
   * there were, up to which one. Lines leave for archives, but an older copy has them again.
   */
  mark: z
    .object({
      seq: z.number(),
      line: z.string(),
      oldest: z.object({ lines: z.number(), until: z.number() }),
    })
    .nullable(),
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

/** One that cannot be removed is spoiled, so that no later start trusts it either. Whether it is of no use any more. */
export const discardSearchIndex = (journalPath: string, remove = removeSearchIndex): boolean =>
  remove(journalPath) || spoil(searchIndexPath(journalPath));

function spoil(path: string): boolean {
  if (!existsSync(path)) return true;
  let index: DatabaseSync | undefined;
  try {
    // Main does not wait for whoever writes it.
    index = new DatabaseSync(path, { timeout: 0 });
    index.exec('PRAGMA user_version = 0');
    return true;
  } catch {
    return cutOff(path);
  } finally {
    index?.close();
  }
}

/** Whoever has it open meets damage. The log first: what is in it would be written back. */
function cutOff(path: string): boolean {
  try {
    for (const file of [`${path}-wal`, path]) if (existsSync(file)) truncateSync(file);
    return true;
  } catch {
    return false;
  }
}

/** Undefined where it is none of ours, of another format, or spoiled. */
export function readState(index: DatabaseSync): IndexState | undefined {
  if (index.prepare('PRAGMA user_version').get()?.['user_version'] !== FORMAT) return undefined;
  const record = index.prepare('SELECT record FROM state').get()?.['record'];
  return IndexState.safeParse(parseJson(String(record))).data;
}

/** Some stay for years, because their orders are not settled: those after them tell of the copy. */
const OLDEST = 1_000;

/** Whether it was made of this journal, which has only grown since, or lost lines to archives. */
export function isMadeOf(state: IndexState, journal: DatabaseSync, path: string): boolean {
  const { inode, version, mark } = state;
  if (inode !== inodeOf(path) || version !== versionOf(journal)) return false;
  if (mark === null) return true;
  return lineAt(journal, mark.seq) === mark.line && !hasMoreOf(journal, mark.oldest);
}

export const newState = (journal: DatabaseSync, path: string, madeAt: number): IndexState => ({
  madeAt,
  inode: inodeOf(path),
  version: versionOf(journal),
  mark: null,
  walkedTo: '',
  covered: 0,
});

/** Null where it has no line. */
export function markOf(journal: DatabaseSync): IndexState['mark'] {
  const { lines, until } =
    journal
      .prepare(
        `SELECT count(*) AS lines, max(seq) AS until FROM (SELECT seq FROM evidence ORDER BY seq LIMIT ${OLDEST})`,
      )
      .get() ?? {};
  if (lines === 0) return null;
  const seq = Number(journal.prepare('SELECT max(seq) AS seq FROM evidence').get()?.['seq']);
  const oldest = { lines: Number(lines), until: Number(until) };
  return { seq, line: lineAt(journal, seq), oldest };
}

/** What never changes in a line. */
const lineAt = (journal: DatabaseSync, seq: number): string =>
  String(
    journal
      .prepare('SELECT json_array(intent_id, at, kind) AS line FROM evidence WHERE seq = ?')
      .get(seq)?.['line'],
  );

const hasMoreOf = (
  journal: DatabaseSync,
  { lines, until }: NonNullable<IndexState['mark']>['oldest'],
): boolean =>
  journal
    .prepare('SELECT 1 FROM evidence WHERE seq <= ? ORDER BY seq LIMIT 1 OFFSET ?')
    .get(until, lines) !== undefined;

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
      discardSearchIndex(journalPath);
    },
    settle(): void {
      if (!isRemovedAgain) isRemovedAgain = discardSearchIndex(journalPath);
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
