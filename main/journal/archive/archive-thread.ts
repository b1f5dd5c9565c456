// What runs in the thread that archives (reader.ts starts it). It writes files in the archive folders of accounts and
// nothing else: journals are opened through connections that cannot write.
import { DatabaseSync } from 'node:sqlite';
import { answerQuestions } from '#main/journal/answer-questions.ts';
import { findOldMonths, type OldMonths } from '#main/journal/archive/old-rows.ts';
import { archiveMonth, type ArchiveJob } from '#main/journal/archive/write-archive.ts';
import { journalPathIn } from '#main/journal/file.ts';

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
  archiveMonth: (job: ArchiveJob) => archiveMonth(job),
};

export type ArchiveQuestions = typeof QUESTIONS;

answerQuestions(QUESTIONS);
