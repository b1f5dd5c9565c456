// What runs in the thread that archives (reader.ts starts it). It writes files in the archive folders of accounts and
// nothing else: journals are opened through connections that cannot write.
import { DatabaseSync } from 'node:sqlite';
import { monthWords } from '#contract/archives.ts';
import type { HeldRow } from '#main/journal/archive-types.ts';
import { answerQuestions } from '#main/journal/answer-questions.ts';
import { findOldMonths, type OldMonths } from '#main/journal/archive/old-rows.ts';
import {
  ArchiveError,
  archiveMonth,
  type ArchiveJob,
} from '#main/journal/archive/write-archive.ts';
import { journalPathIn } from '#main/journal/file.ts';
import { plainReason } from '#main/tools/plain-reason.ts';

const BUSY_MS = 5_000;

const QUESTIONS = {
  findOldMonths(folder: string, limits: { cutoffMs: number; nowMs: number }): OldMonths {
    const db = new DatabaseSync(journalPathIn(folder), { readOnly: true, timeout: BUSY_MS });
    try {
      return findOldMonths(db, limits);
    } finally {
      db.close();
    }
  },
  archiveMonth(job: ArchiveJob): HeldRow[] {
    try {
      return archiveMonth(job);
    } catch (error) {
      const reason = `The archive of ${monthWords(job.month)} could not be written: ${plainReason(error)}.`;
      throw error instanceof ArchiveError ? error : new Error(reason, { cause: error });
    }
  },
};

export type ArchiveQuestions = typeof QUESTIONS;

answerQuestions(QUESTIONS);
