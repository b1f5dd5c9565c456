// Asks for a preview of a form and again while the form stands. One question at a time, so that an answer is never
// overtaken by an older one; after the end nothing is told any more.
import type { Result } from '#contract/failure.ts';
import type { Delay } from '#renderer/core/delay.ts';

type Loop<T> = {
  ask: () => Promise<Result<T>>;
  /** Also that main could not be asked: what was known before is not true any more. */
  onAnswer: (result: Result<T>) => void;
  /** 0 is now. */
  firstMs: number;
  againMs: number;
  delay: Delay;
  /** The questions of one form after another; without it, this form has nobody before it. */
  turns?: PreviewTurns;
};

export function startPreviewLoop<T>(loop: Loop<T>): () => void {
  const { ask, onAnswer, firstMs, againMs, delay, turns } = loop;
  let isOver = false;
  let cancel = (): void => undefined;

  async function round(): Promise<void> {
    const others = turns?.pending();
    if (others) await others;
    if (isOver) return;
    const answer = ask();
    turns?.taken(answer);
    const result = await answer;
    if (isOver) return;
    onAnswer(result);
    cancel = delay(againMs, () => void round());
  }

  if (firstMs === 0) void round();
  else cancel = delay(firstMs, () => void round());
  return () => {
    isOver = true;
    cancel();
  };
}

/** One question in flight for all the forms that follow each other: the newest is asked once the last is answered. */
type PreviewTurns = {
  /** The question that comes first, while it is not answered. */
  pending(): Promise<unknown> | undefined;
  taken(answer: Promise<unknown>): void;
};

/** An answer that takes longer than this holds nothing back. */
const PATIENCE_MS = 1_000;

export function createPreviewTurns(delay: Delay): PreviewTurns {
  let waiting: Promise<unknown> | undefined;
  return {
    pending: () => waiting,
    taken(answer) {
      const isAnswered = new Promise<void>((resolve) => {
        const cancel = delay(PATIENCE_MS, resolve);
        void answer.finally(() => {
          cancel();
          resolve();
        });
      }).then(() => {
        if (waiting === isAnswered) waiting = undefined;
      });
      waiting = isAnswered;
    },
  };
}
