// The thread's side of reader.ts: one answer to each question, whatever becomes of it.
import { parentPort } from 'node:worker_threads';
import { causeOf } from '#main/journal/failure.ts';
import { plainReason } from '#main/tools/plain-reason.ts';

export type Questions = Record<string, (...given: never[]) => unknown>;
export type Question = { id: number; kind: string; given: unknown[] };
type Said = { value: unknown } | { error: string; isDamage: boolean };
export type Answer = { id: number } & Said;

export function answerQuestions(questions: Questions): void {
  parentPort?.on('message', ({ id, kind, given }: Question) => {
    const answer = (said: Said): void => parentPort?.postMessage({ id, ...said } satisfies Answer);
    try {
      answer({ value: (questions[kind] as (...given: unknown[]) => unknown)(...given) });
    } catch (error) {
      answer({ error: plainReason(error), isDamage: causeOf(error) === 'damaged' });
    }
  });
}
