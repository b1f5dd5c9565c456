import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { describeFailure, type Result } from '#contract/failure.ts';
import { delay } from '#renderer/core/delay.ts';
import { createPreviewTurns, startPreviewLoop } from '#renderer/trading/submission/preview-loop.ts';

const AGAIN_MS = 2_000;
/** Of a form whose figures move with the quote that stands beside them. */
export const AGAIN_WITH_QUOTE_MS = 1_000;

type Previewing<T> = {
  preview: T | undefined;
  /** What was said of the form before this one, until this one is answered: to be drawn as old, and never to be sent. */
  before: T | undefined;
  /** Why main said nothing of it when it was last asked. */
  unanswered: string | undefined;
  /** What was just answered about something by another way, so that it need not be waited for. */
  learn(about: string, preview: T): void;
};

type Question<T> = {
  intentId: string | undefined;
  /** Forms with the same text are the same form; nothing while there is nothing to ask about. */
  form: string | undefined;
  ask(intentId: string, form: string): Promise<Result<T>>;
  /** How long to wait for more typing; main answers from what it knows, and is asked at once unless this says otherwise. */
  firstMs?: () => number;
  againMs?: number;
};

/** What main says of a form, asked again while the form stands: prices move, and guards look at the time. */
export function usePreview<T>(question: Question<T>): Previewing<T> {
  const { intentId, form, ask, firstMs = () => 0, againMs = AGAIN_MS } = question;
  const [answer, setAnswer] = useState<{ of: string; preview?: T; unanswered?: string }>();
  const [turns] = useState(() => createPreviewTurns(delay));
  const askNow = useEffectEvent(ask);
  const firstNow = useEffectEvent(firstMs);
  useEffect(() => {
    if (intentId === undefined || form === undefined) return undefined;
    return startPreviewLoop({
      ask: () => askNow(intentId, form),
      onAnswer: (result) =>
        setAnswer({
          of: form,
          ...(result.ok
            ? { preview: result.value }
            : { unanswered: describeFailure(result.failure) }),
        }),
      firstMs: firstNow(),
      againMs,
      delay,
      turns,
    });
  }, [intentId, form, turns, againMs]);
  const learn = useCallback((of: string, preview: T) => setAnswer({ of, preview }), []);
  // An answer about another form is no answer.
  const current = answer?.of === form ? answer : undefined;
  return {
    preview: current?.preview,
    before: current || form === undefined ? undefined : answer?.preview,
    unanswered: current?.unanswered,
    learn,
  };
}
