// The ticket at work: opens its intent, asks for previews, reviews, and sends on the one path there is.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Failure, type Issue } from '#contract/failure.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import { outcomeOf, type Outcome } from '#renderer/trading/ticket/outcome.ts';
import { buildDraft, placeIssues } from '#renderer/trading/ticket/build-draft.ts';
import {
  newTicket,
  reduceTicket,
  type Ticket,
  type TicketFields,
} from '#renderer/trading/ticket/ticket.ts';
import { isUnrecorded, useIntentId } from '#renderer/trading/submission/use-intent-id.ts';
import { useSubmission } from '#renderer/trading/submission/use-submission.ts';
import { usePreview, type Asked } from '#renderer/trading/ticket/use-preview.ts';

export type { Outcome } from '#renderer/trading/ticket/outcome.ts';

export type TicketControl = {
  ticket: Ticket;
  /** The order of the fields, or the one that is being reviewed; with its size once that is known. */
  draft: OrderDraft | undefined;
  preview: OrderPreview | undefined;
  issues: ReturnType<typeof placeIssues>;
  outcome: Outcome | undefined;
  isReviewing: boolean;
  isSending: boolean;
  /** What was sent is not answered, and main is being asked: nothing can be changed or sent until it is known. */
  isHeld: boolean;
  edit(change: Partial<TicketFields>): void;
  fill(draft: OrderDraft): void;
  /** The person went into the symbol's field, or left it. */
  holdSymbol(isHeld: boolean): void;
  /** Whether the review opened; if not, the fields say why. */
  review(): Promise<boolean>;
  leaveReview(): void;
  /** Sends the order that is reviewed; without a review the one that the preview shows. */
  place(confirmations: Confirmation[]): Promise<void>;
};

export function useTicket(
  bridge: Bridge,
  accountId: string,
  selected: string | undefined,
): TicketControl {
  const [ticket, dispatch] = useReducer(reduceTicket, selected ?? '', newTicket);
  /** As it was when the review opened: a size that follows the price must not move under the person's eyes. */
  const [reviewed, setReviewed] = useState<OrderDraft>();
  const { isSending, doubt, submit } = useSubmission(bridge, accountId, 'order');
  const [outcome, setOutcome] = useState<Outcome>();
  const [refused, setRefused] = useState<{ of: TicketFields; issues: Issue[] }>();
  const isBusy = useRef(false);
  const built = useMemo(() => buildDraft(ticket.fields), [ticket.fields]);
  const { intentId } = ticket;
  const asked = reviewed ? { draft: reviewed } : questionOf(built);
  const { preview, learn } = usePreview(bridge, accountId, intentId, asked);
  const draft = reviewed ?? preview?.draft ?? asked?.draft;

  const before = useRef<string>(undefined);
  useEffect(() => {
    if (selected === undefined) return;
    dispatch({ kind: 'symbol', symbol: selected, isFirst: before.current === undefined });
    before.current = selected;
  }, [selected]);

  useIntentId({
    bridge,
    accountId,
    isNeeded: intentId === undefined,
    onOpened: (opened) => dispatch({ kind: 'opened', intentId: opened }),
  });

  const edit = useCallback((change: Partial<TicketFields>) => {
    setOutcome(undefined);
    dispatch({ kind: 'edit', change });
  }, []);
  const fill = useCallback((filled: OrderDraft) => {
    setOutcome(undefined);
    dispatch({ kind: 'fill', draft: filled });
  }, []);
  const holdSymbol = useCallback(
    (isHeld: boolean) =>
      dispatch(isHeld ? { kind: 'hold-symbol' } : { kind: 'release-symbol', symbol: selected }),
    [selected],
  );

  async function review(): Promise<boolean> {
    dispatch({ kind: 'tried' });
    const question = questionOf(built);
    if (!question || intentId === undefined || isBusy.current) return false;
    isBusy.current = true;
    setOutcome(undefined);
    const answer = await bridge.call('orders.preview', { accountId, intentId, ...question });
    isBusy.current = false;
    if (!answer.ok) {
      setOutcome({ kind: 'bad', text: describeFailure(answer.failure) });
      return false;
    }
    const { issues: told, verdicts, draft: sized } = answer.value;
    setRefused({ of: ticket.fields, issues: told });
    if (told.length > 0 || !sized) return false;
    const block = verdicts.find(({ level }) => level === 'block');
    if (block) {
      setOutcome({ kind: 'bad', text: `Held back. ${block.text}` });
      return false;
    }
    learn({ draft: sized }, answer.value);
    setReviewed(sized);
    return true;
  }

  async function place(confirmations: Confirmation[]): Promise<void> {
    const sent = reviewed ?? preview?.draft;
    // State comes a frame late; two clicks do not.
    if (isBusy.current || !sent || intentId === undefined) return;
    isBusy.current = true;
    setOutcome(undefined);
    dispatch({ kind: 'submitted' });
    const submitted = await submit(intentId, () =>
      bridge.call('orders.submit', {
        accountId,
        intentId,
        draft: sent,
        confirmations,
        ...(!reviewed && { isUnreviewed: true as const }),
      }),
    );
    isBusy.current = false;
    // Long ago, perhaps: what is sent next is reviewed anew.
    if (submitted.wasInDoubt) setReviewed(undefined);
    if (submitted.kind === 'recorded') {
      const told = outcomeOf(submitted.intent);
      setOutcome(told);
      if (told.kind !== 'bad') setReviewed(undefined);
      dispatch({ kind: 'recorded', state: submitted.intent.state });
      return;
    }
    const { failure, isIdSpent } = submitted;
    if (isReviewDue(failure)) {
      dispatch({ kind: 'unrecorded' });
      await review();
      return;
    }
    setOutcome({ kind: 'bad', text: describeFailure(failure) });
    if (isIdSpent) return dispatch({ kind: 'id-spent' });
    dispatch({ kind: isUnrecorded(failure) ? 'unrecorded' : 'declined' });
    if (failure.kind === 'invalid') setRefused({ of: ticket.fields, issues: failure.issues });
  }

  const told = refused?.of === ticket.fields ? refused.issues : [];
  const issues = placeIssues(built.ok ? (preview?.issues ?? told) : built.issues, ticket);
  return {
    ticket,
    draft,
    preview,
    issues,
    outcome: doubt === undefined ? outcome : { kind: 'unsure', text: doubt },
    // Without it in the way, the person sees what the desk says, and the orders.
    isReviewing: reviewed !== undefined && doubt === undefined,
    isSending,
    isHeld: doubt !== undefined,
    edit,
    fill,
    holdSymbol,
    review,
    leaveReview: () => setReviewed(undefined),
    place,
  };
}

/** The choice to do without the review was taken back, perhaps in another window, before this one heard of it. */
const isReviewDue = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.issues.some(({ path }) => path === 'review');

function questionOf(built: ReturnType<typeof buildDraft>): Asked | undefined {
  if (!built.ok) return undefined;
  return { draft: built.draft, ...(built.sizing && { sizing: built.sizing }) };
}
