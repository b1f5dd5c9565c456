// Closing everything, one order at a time. Each is reviewed and confirmed by itself under an id of its own, and the next
// waits until it is known what became of it.
import { useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import { useSession } from '#renderer/session/session.ts';
import type { Submitted } from '#renderer/trading/submission/submit-once.ts';
import { usePreview } from '#renderer/trading/submission/use-preview.ts';
import { useSubmission } from '#renderer/trading/submission/use-submission.ts';
import { outcomeOf, type Outcome } from '#renderer/trading/submission/outcome.ts';

/** With what became of it, once it is decided. */
export type FlattenStep = {
  draft: OrderDraft;
  outcome?: Outcome | { kind: 'skipped'; text: string };
};

export type Flatten = {
  steps: readonly FlattenStep[];
  /** The step that waits for a decision; the number of steps when all is decided. */
  current: number;
  preview: OrderPreview | undefined;
  problem: string | undefined;
  canPlace: boolean;
  isSending: boolean;
  place(confirmations: Confirmation[]): void;
  skip(): void;
};

export function useFlatten(drafts: readonly OrderDraft[]): Flatten {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [steps, setSteps] = useState<readonly FlattenStep[]>(() =>
    drafts.map((draft) => ({ draft })),
  );
  const [problem, setProblem] = useState<string>();
  const submission = useSubmission('order', onSettled);
  const { intentId, isSending, doubt } = submission;
  const undecided = steps.findIndex(({ outcome }) => !outcome);
  const current = undecided === -1 ? steps.length : undecided;
  const draft = steps[current]?.draft;
  const { preview } = usePreview<OrderPreview>({
    intentId,
    form: draft && JSON.stringify(draft),
    ask: (id, form) =>
      bridge.call('orders.preview', {
        accountId,
        intentId: id,
        draft: JSON.parse(form) as OrderDraft,
      }),
    firstMs: () => 0,
  });

  function decide(outcome: NonNullable<FlattenStep['outcome']>): void {
    setSteps((all) => all.map((step, nth) => (nth === current ? { ...step, outcome } : step)));
    setProblem(undefined);
  }

  function onSettled(submitted: Submitted): void {
    if (submitted.kind === 'recorded') decide(outcomeOf(submitted.intent));
    else setProblem(describeFailure(submitted.failure));
  }

  return {
    steps,
    current,
    preview,
    problem: doubt ?? problem,
    canPlace: preview !== undefined && intentId !== undefined && !isSending,
    isSending,
    place(confirmations) {
      if (!draft || !preview) return;
      const isTaken = submission.submit((id) =>
        bridge.call('orders.submit', { accountId, intentId: id, draft, confirmations }),
      );
      if (isTaken) setProblem(undefined);
    },
    skip: () => decide({ kind: 'skipped', text: 'Left as it is.' }),
  };
}
