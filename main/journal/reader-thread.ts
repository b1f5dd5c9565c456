// What runs in the thread that reads journals (reader.ts).
import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { createActivityRows } from '#main/journal/activity-rows.ts';
import { findDamage } from '#main/journal/check.ts';
import type { ActivityLineQuery, Connect, FoundLines, Kept } from '#main/journal/types.ts';
import { messageOf } from '#main/tools/message-of.ts';

const BUSY_MS = 5_000;

/** Never one that can write, whatever is asked for: the file has one writer. */
const connect: Connect = (path) => new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });

const QUESTIONS = {
  /** What is wrong with the file at this path; undefined when it is sound. */
  findDamage: (path: string) => findDamage(path, connect),
  findActivity(path: string, query: ActivityLineQuery, kept: Kept): FoundLines {
    const db = connect(path, { readOnly: true });
    try {
      return createActivityRows(db).find(query, kept);
    } finally {
      db.close();
    }
  },
};

export type ReadQuestions = typeof QUESTIONS;
export type ReadQuestion = { id: number; kind: keyof ReadQuestions; given: unknown[] };
export type ReadAnswer = { id: number } & ({ value: unknown } | { error: string });

parentPort?.on('message', ({ id, kind, given }: ReadQuestion) => {
  const answer = (said: { value: unknown } | { error: string }): void =>
    parentPort?.postMessage({ id, ...said } satisfies ReadAnswer);
  try {
    answer({ value: (QUESTIONS[kind] as (...given: unknown[]) => unknown)(...given) });
  } catch (error) {
    answer({ error: messageOf(error) });
  }
});
