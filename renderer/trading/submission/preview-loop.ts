// Asks for a preview soon after the typing stopped and again while the draft stands. One question at a time, so that an
// answer is never overtaken by an older one; after the end nothing is told any more.
import type { Result } from '#contract/failure.ts';
import type { Delay } from '#renderer/core/delay.ts';

type Loop<T> = {
  ask: () => Promise<Result<T>>;
  /** Also that main could not be asked: what was known before is not true any more. */
  onAnswer: (result: Result<T>) => void;
  firstMs: number;
  againMs: number;
  delay: Delay;
};

export function startPreviewLoop<T>({
  ask,
  onAnswer,
  firstMs,
  againMs,
  delay,
}: Loop<T>): () => void {
  let isOver = false;
  let cancel = delay(firstMs, () => void round());

  async function round(): Promise<void> {
    const result = await ask();
    if (isOver) return;
    onAnswer(result);
    cancel = delay(againMs, () => void round());
  }

  return () => {
    isOver = true;
    cancel();
  };
}
