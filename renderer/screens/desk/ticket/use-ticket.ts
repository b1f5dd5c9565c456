// The ticket at work: opens its intent, asks for previews, reviews, and sends on the one path there is.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Failure, type Issue } from '#contract/failure.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import { outcomeOf, type Outcome } from '#renderer/screens/desk/ticket/outcome.ts';
import {
  buildDraft,
  newTicket,
  placeIssues,
  reduceTicket,
  type Ticket,
  type TicketFields,
} from '#renderer/screens/desk/ticket/ticket.ts';
import { isUnrecorded, useIntentId } from '#renderer/session/use-intent-id.ts';
import { usePreview, type Asked } from '#renderer/screens/desk/ticket/use-preview.ts';

export type { Outcome } from '#renderer/screens/desk/ticket/outcome.ts';

export type TicketControl = {
  ticket: Ticket;
  /** The order of the fields, or the one that is being reviewed; with its size once that is known. */
  draft: OrderDraft | undefined;
  preview: OrderPreview | undefined;
  issues: ReturnType<typeof placeIssues>;
  outcome: Outcome | undefined;
  isReviewing: boolean;
  isSending: boolean;
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
  const [isSending, setSending] = useState(false);
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
    setSending(true);
    setOutcome(undefined);
    dispatch({ kind: 'submitted' });
    const answer = await bridge.call('orders.submit', {
      accountId,
      intentId,
      draft: sent,
      confirmations,
      ...(!reviewed && { isUnreviewed: true as const }),
    });
    isBusy.current = false;
    setSending(false);
    if (answer.ok) {
      const told = outcomeOf(answer.value);
      setOutcome(told);
      if (told.kind !== 'bad') setReviewed(undefined);
      dispatch({ kind: 'recorded', state: answer.value.state });
      return;
    }
    if (isReviewDue(answer.failure)) {
      dispatch({ kind: 'unrecorded' });
      await review();
      return;
    }
    setOutcome({ kind: 'bad', text: describeFailure(answer.failure) });
    if (answer.failure.kind !== 'invalid') return; // It may be recorded: the same id answers what became of it.
    if (isUnrecorded(answer.failure)) dispatch({ kind: 'unrecorded' });
    setRefused({ of: ticket.fields, issues: answer.failure.issues });
  }

  const told = refused?.of === ticket.fields ? refused.issues : [];
  const issues = placeIssues(built.ok ? (preview?.issues ?? told) : built.issues, ticket);
  return {
    ticket,
    draft,
    preview,
    issues,
    outcome,
    isReviewing: reviewed !== undefined,
    isSending,
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
