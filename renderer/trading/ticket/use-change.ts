// A change of an open order at work: asks for previews, and sends on the one path there is.
import { useState } from 'react';
import { describeFailure, type Issue } from '#contract/failure.ts';
import type { OrderChange, OrderLeg } from '#contract/orders.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import {
  buildChange,
  openedWith,
  steppedChange,
  type BuiltChange,
  type ChangeField,
  type ChangeFields,
} from '#renderer/trading/ticket/change.ts';
import { onceEnded } from '#renderer/trading/submission/once-ended.ts';
import { outcomeOf, type Outcome } from '#renderer/trading/submission/outcome.ts';
import { useOutcome, type Said } from '#renderer/trading/submission/use-outcome.ts';
import type { Submitted } from '#renderer/trading/submission/submit-once.ts';
import { usePreview } from '#renderer/trading/submission/use-preview.ts';
import { useSubmission } from '#renderer/trading/submission/use-submission.ts';
import { useSession } from '#renderer/session/session.ts';

export type ChangeControl = {
  fields: ChangeFields;
  built: BuiltChange;
  preview: OrderPreview | undefined;
  /** Why main says nothing of the change. */
  unanswered: string | undefined;
  issues: readonly Issue[];
  outcome: Outcome | undefined;
  isSending: boolean;
  /** What was sent is not answered, and main is being asked: nothing can be changed until it is known. */
  isHeld: boolean;
  /** It may have been sent: nothing more is to be sent from here. */
  isDone: boolean;
  canSend: boolean;
  edit(change: Partial<ChangeFields>): void;
  /** So many steps of a field, up or down. */
  step(name: ChangeField, steps: number): void;
  send(confirmations: Confirmation[]): void;
};

type Wanted = {
  order: OrderLeg;
  isLeg: boolean;
  change: OrderChange | undefined;
  /** It is known to have been taken. */
  onTaken: () => void;
};

export function useChange({ order, isLeg, change: begun, onTaken }: Wanted): ChangeControl {
  const { bridge, profile, feeds, toast, untoast } = useSession();
  const { accountId } = profile;
  const [fields, setFields] = useState(() => openedWith(order, begun));
  const [said, setSaid] = useState<Said>();
  const outcome = useOutcome(said);
  const [refused, setRefused] = useState<{ of: ChangeFields; issues: Issue[] }>();
  const submission = useSubmission('change', onSettled);
  const { intentId, isSending, doubt } = submission;
  const isDone = outcome?.kind === 'unsure' || outcome?.kind === 'good';
  const built = buildChange(order, isLeg, fields);
  const change = built.kind === 'change' ? built.change : undefined;
  const orderId = order.id;

  const { preview, unanswered } = usePreview<OrderPreview>({
    intentId,
    form: change && !isDone ? JSON.stringify(change) : undefined,
    ask: (id, form) =>
      bridge.call('orders.previewChange', {
        accountId,
        intentId: id,
        orderId,
        change: JSON.parse(form) as OrderChange,
      }),
  });

  function edit(next: Partial<ChangeFields>): void {
    if (!submission.edit()) return;
    setSaid(undefined);
    setFields((old) => ({ ...old, ...next }));
  }

  function send(confirmations: Confirmation[]): void {
    if (isDone || !change) return;
    const input = { accountId, orderId, change, confirmations };
    const isTaken = submission.submit((id) =>
      bridge.call('orders.replace', { ...input, intentId: id }),
    );
    if (isTaken) setSaid(undefined);
  }

  function onSettled(submitted: Submitted): void {
    if (submitted.kind === 'unrecorded') {
      const { failure } = submitted;
      setSaid({ kind: 'bad', text: describeFailure(failure) });
      if (failure.kind === 'invalid') setRefused({ of: fields, issues: failure.issues });
      return;
    }
    const { intent } = submitted;
    setSaid(intent);
    const told = outcomeOf(intent);
    if (told.kind !== 'good') return;
    // Anything else stands in the dialog, which stays, and where it follows what becomes of it.
    const id = `change:${intent.intentId}`;
    toast({ kind: 'good', text: told.text, id });
    // The broker may reject it later, of which an alert tells: then it is so no longer.
    if (intent.resultId !== undefined)
      onceEnded(feeds, intent.resultId, (ended) => {
        if (outcomeOf(intent, ended).kind === 'bad') untoast(id);
      });
    onTaken();
  }

  const told = refused?.of === fields ? refused.issues : [];
  const verdicts = preview?.verdicts ?? [];
  return {
    fields,
    built,
    preview,
    unanswered,
    issues: built.kind === 'wrong' ? built.issues : (preview?.issues ?? told),
    outcome: doubt === undefined ? outcome : { kind: 'unsure', text: doubt },
    isSending,
    isHeld: doubt !== undefined,
    isDone,
    canSend:
      !isSending &&
      !isDone &&
      intentId !== undefined &&
      preview !== undefined &&
      preview.issues.length === 0 &&
      verdicts.every(({ level }) => level !== 'block'),
    edit,
    step(name, steps) {
      const text = steppedChange(name, fields, order, steps);
      if (text !== undefined) edit({ [name]: text });
    },
    send,
  };
}
