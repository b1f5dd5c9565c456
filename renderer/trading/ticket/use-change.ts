// A change of an open order at work: opens its intent, asks for previews, and sends on one path.
import { useRef, useState } from 'react';
import { describeFailure, type Issue } from '#contract/failure.ts';
import type { OrderChange, OrderLeg } from '#contract/orders.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import {
  buildChange,
  openedWith,
  type BuiltChange,
  type ChangeFields,
} from '#renderer/trading/ticket/change.ts';
import { outcomeOf, type Outcome } from '#renderer/trading/ticket/outcome.ts';
import { useIntentId } from '#renderer/trading/submission/use-intent-id.ts';
import { useSubmission } from '#renderer/trading/submission/use-submission.ts';
import { usePreviewOf } from '#renderer/trading/ticket/use-preview.ts';
import { useSession } from '#renderer/session/session.ts';

export type ChangeControl = {
  fields: ChangeFields;
  built: BuiltChange;
  preview: OrderPreview | undefined;
  issues: readonly Issue[];
  outcome: Outcome | undefined;
  isSending: boolean;
  /** What was sent is not answered, and main is being asked: nothing can be changed until it is known. */
  isHeld: boolean;
  /** It may have been sent: nothing more is to be sent from here. */
  isDone: boolean;
  canSend: boolean;
  edit(change: Partial<ChangeFields>): void;
  send(confirmations: Confirmation[]): Promise<void>;
};

type Wanted = {
  order: OrderLeg;
  isLeg: boolean;
  change: OrderChange | undefined;
  /** It is known to have been taken. */
  onTaken: () => void;
};

export function useChange({ order, isLeg, change: begun, onTaken }: Wanted): ChangeControl {
  const { bridge, profile, toast } = useSession();
  const { accountId } = profile;
  const [fields, setFields] = useState(() => openedWith(order, begun));
  const [intentId, setIntentId] = useState<string>();
  const { isSending, doubt, submit } = useSubmission(bridge, accountId, 'change');
  const [outcome, setOutcome] = useState<Outcome>();
  const [refused, setRefused] = useState<{ of: ChangeFields; issues: Issue[] }>();
  const isBusy = useRef(false);
  const isSubmitted = useRef(false);
  const isDone = outcome?.kind === 'unsure' || outcome?.kind === 'good';
  const built = buildChange(order, isLeg, fields);
  const change = built.kind === 'change' ? built.change : undefined;
  const orderId = order.id;

  useIntentId({ bridge, accountId, isNeeded: intentId === undefined, onOpened: setIntentId });

  const asked =
    change && intentId !== undefined && !isDone
      ? { accountId, intentId, orderId, change }
      : undefined;
  const preview = usePreviewOf(asked && JSON.stringify(asked), (key) =>
    bridge.call('orders.previewChange', JSON.parse(key) as NonNullable<typeof asked>),
  );

  function edit(next: Partial<ChangeFields>): void {
    if (isBusy.current) return;
    setOutcome(undefined);
    // What was handed to main under this id stays under it: another change is another intent.
    if (isSubmitted.current) setIntentId(undefined);
    isSubmitted.current = false;
    setFields((old) => ({ ...old, ...next }));
  }

  async function send(confirmations: Confirmation[]): Promise<void> {
    // State comes a frame late; two clicks do not.
    if (isBusy.current || isDone || !change || intentId === undefined) return;
    isBusy.current = true;
    isSubmitted.current = true;
    setOutcome(undefined);
    const input = { accountId, intentId, orderId, change, confirmations };
    const submitted = await submit(intentId, () => bridge.call('orders.replace', input));
    isBusy.current = false;
    if (submitted.kind === 'unrecorded') {
      const { failure, isIdSpent } = submitted;
      setOutcome({ kind: 'bad', text: describeFailure(failure) });
      if (isIdSpent) setIntentId(undefined);
      else if (failure.kind === 'invalid') setRefused({ of: fields, issues: failure.issues });
      isSubmitted.current = !isIdSpent && failure.kind !== 'invalid';
      return;
    }
    const told = outcomeOf(submitted.intent);
    setOutcome(told);
    toast({ kind: TOAST_KINDS[told.kind], text: told.text });
    if (told.kind === 'good') return onTaken();
    // Proven not to have changed anything: what is tried next is another intent.
    if (told.kind === 'bad') setIntentId(undefined);
    isSubmitted.current = false;
  }

  const told = refused?.of === fields ? refused.issues : [];
  const verdicts = preview?.verdicts ?? [];
  return {
    fields,
    built,
    preview,
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
    send,
  };
}

const TOAST_KINDS = { good: 'good', unsure: 'bad', bad: 'bad' } as const;
