// Closing everything, one order at a time. Each has an id of its own from the moment it is looked at, is reviewed and
// confirmed by itself, and is asked for by its id when the answer is lost: the next waits until it is known.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import { useSubmission } from '#renderer/trading/submission/use-submission.ts';

export type FlattenStep = {
  draft: OrderDraft;
  state: 'waiting' | 'asked' | 'placed' | 'unsure' | 'refused' | 'skipped';
  /** What became of it. */
  text?: string;
};

export type Flatten = {
  steps: readonly FlattenStep[];
  /** The step that waits for a decision; the number of steps when all is decided. */
  current: number;
  preview: OrderPreview | undefined;
  problem: string | undefined;
  isSending: boolean;
  place(confirmations: Confirmation[]): Promise<void>;
  skip(): void;
  /** Asks for the review again after a failure. */
  retry(): void;
};

export function useFlatten(
  bridge: Bridge,
  accountId: string,
  drafts: readonly OrderDraft[],
): Flatten {
  const [steps, setSteps] = useState<FlattenStep[]>(() =>
    drafts.map((draft) => ({ draft, state: 'waiting' })),
  );
  const [current, setCurrent] = useState(0);
  const [reviewed, setReviewed] = useState<{
    of: number;
    intentId: string;
    preview: OrderPreview;
  }>();
  const [problem, setProblem] = useState<string>();
  const { isSending, doubt, submit } = useSubmission(bridge, accountId, 'order');
  const isBusy = useRef(false);
  const ids = useRef(new Map<number, string>());
  const draft = steps[current]?.draft;

  const review = useCallback(
    async (isOver: () => boolean): Promise<void> => {
      if (!draft) return;
      const known = ids.current.get(current);
      const opened =
        known === undefined ? await bridge.call('tickets.open', { accountId }) : undefined;
      if (isOver()) return;
      if (opened && !opened.ok) return setProblem(describeFailure(opened.failure));
      const intentId = known ?? opened?.value.intentId ?? '';
      ids.current.set(current, intentId);
      const preview = await bridge.call('orders.preview', { accountId, intentId, draft });
      if (isOver()) return;
      if (!preview.ok) return setProblem(describeFailure(preview.failure));
      setReviewed({ of: current, intentId, preview: preview.value });
    },
    [bridge, accountId, current, draft],
  );
  useEffect(() => {
    let isOver = false;
    void review(() => isOver);
    return () => {
      isOver = true;
    };
  }, [review]);

  const decide = useCallback(
    (state: FlattenStep['state'], text: string) => {
      setSteps((all) =>
        all.map((step, nth) => (nth === current ? { ...step, state, text } : step)),
      );
      setProblem(undefined);
      setCurrent(current + 1);
    },
    [current],
  );

  const ready = reviewed?.of === current ? reviewed : undefined;
  return {
    steps,
    current,
    preview: ready?.preview,
    problem: doubt ?? problem,
    isSending,
    async place(confirmations) {
      // State comes a frame late; two clicks do not.
      if (!ready || !draft || isBusy.current) return;
      isBusy.current = true;
      setProblem(undefined);
      const { intentId } = ready;
      const submitted = await submit(intentId, () =>
        bridge.call('orders.submit', { accountId, intentId, draft, confirmations }),
      );
      isBusy.current = false;
      if (submitted.kind === 'recorded') {
        const { state, text } = outcomeOf(submitted.intent);
        return decide(state, text);
      }
      setProblem(describeFailure(submitted.failure));
      if (!submitted.isIdSpent) return;
      ids.current.delete(current);
      setReviewed(undefined);
      await review(() => false);
    },
    skip: () => decide('skipped', 'Left as it is.'),
    retry() {
      setProblem(undefined);
      void review(() => false);
    },
  };
}

export function outcomeOf({ state, reason }: Pick<Intent, 'state' | 'reason'>): {
  state: FlattenStep['state'];
  text: string;
} {
  switch (state) {
    case 'accepted':
      return { state: 'placed', text: 'The broker has it.' };
    case 'refused':
      return { state: 'refused', text: `Refused. ${reason ?? ''}`.trim() };
    case 'not-sent':
      return { state: 'refused', text: `Not sent. ${reason ?? ''}`.trim() };
    case 'recorded':
    case 'sent':
    case 'unknown':
    case 'set-aside':
      return {
        state: 'unsure',
        text: 'No answer. It may have been placed: it is being looked up, see Orders.',
      };
    default:
      return state satisfies never;
  }
}
