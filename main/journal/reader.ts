// A thread that reads journals for main: what takes long is read there, through a connection of its own, and main goes on
// meanwhile. It is started by the first question and ends when nobody has asked for a while. It writes nothing.
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Answer, Question, Questions } from '#main/journal/answer-questions.ts';
import type { ReadQuestions } from '#main/journal/reader-thread.ts';
import type { Delay } from '#main/ports.ts';

/** The thread tried, and this is what it met: whoever tries again without it would meet the same, in main's own time. */
export class AnsweredError extends Error {
  /** What it read is damaged. */
  readonly isDamage: boolean;
  constructor(message: string, isDamage = false) {
    super(message);
    this.isDamage = isDamage;
  }
}

export type Reader<Q extends Questions = ReadQuestions> = {
  /** Rejects where the thread cannot be had or ends before it has answered, and with an AnsweredError where it cannot read. */
  ask<K extends string & keyof Q>(kind: K, ...given: Parameters<Q[K]>): Promise<ReturnType<Q[K]>>;
  /** What was asked is not answered any more. */
  stop(): void;
};

type Thread = Pick<Worker, 'on' | 'postMessage' | 'terminate'>;
type Asked = { resolve: (value: never) => void; reject: (error: Error) => void };

const REST_MS = 60_000;

/** Beside the rest once built, and where it is written when main runs from the sources. */
const isSource = import.meta.url.endsWith('.ts');
const startThread = (source: string, built: string, name: string) => (): Thread => {
  const entry = new URL(isSource ? source : built, import.meta.url);
  const thread = new Worker(fileURLToPath(entry), { execArgv: [], name });
  thread.unref();
  return thread;
};
const startReaderThread = startThread(
  './reader-thread.ts',
  './journal-reader.js',
  'journal reader',
);
/** The one that writes archives, and only those. */
export const startArchiveThread = startThread(
  './archive/archive-thread.ts',
  './journal-archive.js',
  'journal archive',
);

/** The one that writes the indexes of activities, and only those. */
export const startIndexThread = startThread(
  './search/index-thread.ts',
  './journal-index.js',
  'journal index',
);

export function createReader<Q extends Questions = ReadQuestions>(
  delay: Delay,
  start: () => Thread = startReaderThread,
): Reader<Q> {
  const asked = new Map<number, Asked>();
  let thread: Thread | undefined;
  let lastId = 0;
  let cancelRest: (() => void) | undefined;

  function begin(): Thread {
    const mine = start();
    // Whoever it was: one that has ended answers nothing any more, and the next question starts another.
    const end = (why: string): void => {
      if (thread !== mine) return;
      thread = undefined;
      for (const { reject } of asked.values()) reject(new Error(why));
      asked.clear();
    };
    mine.on('message', ({ id, ...answer }: Answer) => {
      const one = asked.get(id);
      asked.delete(id);
      if (asked.size === 0) rest();
      if ('error' in answer) one?.reject(new AnsweredError(answer.error, answer.isDamage));
      else one?.resolve(answer.value as never);
    });
    mine.on('error', (error: Error) => end(error.message));
    mine.on('exit', () => end('the thread has ended'));
    return mine;
  }

  function rest(): void {
    cancelRest?.();
    cancelRest = delay(REST_MS, stop);
  }

  function stop(): void {
    cancelRest?.();
    cancelRest = undefined;
    const ended = thread;
    thread = undefined;
    for (const { reject } of asked.values()) reject(new Error('nobody waits for it any more'));
    asked.clear();
    void ended?.terminate();
  }

  return {
    ask: async (kind, ...given) => {
      cancelRest?.();
      cancelRest = undefined;
      thread ??= begin();
      const id = ++lastId;
      const answer = new Promise<never>((resolve, reject) => asked.set(id, { resolve, reject }));
      try {
        thread.postMessage({ id, kind, given } satisfies Question);
      } catch (error) {
        // What cannot be sent is not waited for: a thread that waits for an answer never rests.
        asked.delete(id);
        if (asked.size === 0) rest();
        throw error;
      }
      return answer;
    },
    stop,
  };
}
