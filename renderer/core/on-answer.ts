// Questions that may be outdated before they are answered: a component is gone, or other letters were typed.
import { delay } from '#renderer/core/delay.ts';

/** Hands an answer over, unless it was canceled before it came. */
export function onAnswer<T>(answer: Promise<T>, take: (value: T) => void): () => void {
  let isOver = false;
  void answer.then((value) => {
    if (!isOver) take(value);
  });
  return () => {
    isOver = true;
  };
}

/** Asks after a while, so that not every key that is typed is asked about. */
export function onAnswerAfter<T>(
  ms: number,
  ask: () => Promise<T>,
  take: (value: T) => void,
): () => void {
  let cancel = delay(ms, () => {
    cancel = onAnswer(ask(), take);
  });
  return () => cancel();
}
