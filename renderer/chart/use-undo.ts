import { useCallback, useEffect, useRef, useState } from 'react';
import { delay } from '#renderer/core/delay.ts';

type Step = { symbol: string; words: string; run: () => void };

export type Undo = {
  /** What was done, in words, and how to take it back. */
  push(words: string, run: () => void): void;
  /** Takes back the last of this symbol. */
  undo(): void;
  /** What was done last, while it is news. */
  news: string | undefined;
};

const MOST = 50;
const NEWS_MS = 8_000;

/** What was done on a chart, to be taken back one by one; each symbol's by itself. */
export function useUndo(symbol: string): Undo {
  const steps = useRef<Step[]>([]);
  const [last, setLast] = useState<Step>();
  useEffect(() => (last ? delay(NEWS_MS, () => setLast(undefined)) : undefined), [last]);

  const push = useCallback(
    (words: string, run: () => void) => {
      const step = { symbol, words, run };
      steps.current = [...steps.current, step].slice(-MOST);
      setLast(step);
    },
    [symbol],
  );
  const undo = useCallback(() => {
    const step = steps.current.findLast((one) => one.symbol === symbol);
    setLast(undefined);
    if (!step) return;
    steps.current = steps.current.filter((one) => one !== step);
    step.run();
  }, [symbol]);
  return { push, undo, news: last?.symbol === symbol ? last.words : undefined };
}
