// What runs in the thread that reads journals (reader.ts).
import { DatabaseSync } from 'node:sqlite';
import { createActivityRows, type Among } from '#main/journal/activity-rows.ts';
import { answerQuestions } from '#main/journal/answer-questions.ts';
import { ARCHIVE_READS } from '#main/journal/archive-reads.ts';
import { findDamage } from '#main/journal/check.ts';
import { giveWay } from '#main/journal/give-way.ts';
import { withIndex } from '#main/journal/search-among.ts';
import type { ActivityLineQuery, Connect, FoundBeside, Kept } from '#main/journal/types.ts';

const BUSY_MS = 5_000;

/** Never one that can write, whatever is asked for: the file has one writer. */
const connect: Connect = (path) => new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });

const QUESTIONS = {
  ...ARCHIVE_READS,
  /** What is wrong with the file at this path; undefined when it is sound. Asked of a thread that does nothing else. */
  findDamage(path: string) {
    giveWay('PRIORITY_BELOW_NORMAL');
    return findDamage(path, connect);
  },
  findActivity(
    path: string,
    query: ActivityLineQuery,
    kept: Kept,
    isIndexed: boolean,
  ): FoundBeside {
    const db = connect(path, { readOnly: true });
    try {
      const { find } = createActivityRows(db);
      const search = (among?: Among): FoundBeside => ({
        ...find(query, kept, among),
        isByIndex: among !== undefined,
      });
      return isIndexed ? withIndex(path, db, query.text, search) : search();
    } finally {
      db.close();
    }
  },
};

export type ReadQuestions = typeof QUESTIONS;

answerQuestions(QUESTIONS);
