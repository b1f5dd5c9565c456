// The thread's side of reader.ts: one answer to each question, whatever becomes of it.
import { parentPort } from 'node:worker_threads';
import { messageOf } from '#main/tools/message-of.ts';

export type Questions = Record<string, (...given: never[]) => unknown>;
export type Question = { id: number; kind: string; given: unknown[] };
export type Answer = { id: number } & ({ value: unknown } | { error: string });

export function answerQuestions(questions: Questions): void {
  parentPort?.on('message', ({ id, kind, given }: Question) => {
    const answer = (said: { value: unknown } | { error: string }): void =>
      parentPort?.postMessage({ id, ...said } satisfies Answer);
    try {
      answer({ value: (questions[kind] as (...given: unknown[]) => unknown)(...given) });
    } catch (error) {
      answer({ error: messageOf(error) });
    }
  });
}
