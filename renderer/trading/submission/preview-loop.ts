// Asks for a preview soon after the typing stopped and again while the draft stands. One question at a time, so that an
// answer is never overtaken by an older one; after the end nothing is told any more.
import type { Result } from '#contract/failure.ts';

export type Later = (ms: number, run: () => void) => () => void;

type Loop<T> = {
  ask: () => Promise<Result<T>>;
  /** Undefined when main could not be asked: what was known before is not true any more. */
  onAnswer: (preview: T | undefined) => void;
  firstMs: number;
  againMs: number;
  later: Later;
};

export function startPreviewLoop<T>({
  ask,
  onAnswer,
  firstMs,
  againMs,
  later,
}: Loop<T>): () => void {
  let isOver = false;
  let cancel = later(firstMs, () => void round());

  async function round(): Promise<void> {
    const result = await ask();
    if (isOver) return;
    onAnswer(result.ok ? result.value : undefined);
    cancel = later(againMs, () => void round());
  }

  return () => {
    isOver = true;
    cancel();
  };
}
