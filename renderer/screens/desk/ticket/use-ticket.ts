// The ticket at work: opens its intent, asks for previews, reviews, and sends on the one path there is.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Issue } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import {
  buildDraft,
  newTicket,
  placeIssues,
  reduceTicket,
  type Ticket,
  type TicketFields,
} from '#renderer/screens/desk/ticket/ticket.ts';
import { usePreview } from '#renderer/screens/desk/ticket/use-preview.ts';

/** What became of the last order, for the line under the ticket. */
export type Outcome = { kind: 'good' | 'unsure' | 'bad'; text: string };

export type TicketControl = {
  ticket: Ticket;
  draft: OrderDraft | undefined;
  preview: OrderPreview | undefined;
  issues: ReturnType<typeof placeIssues>;
  outcome: Outcome | undefined;
  isReviewing: boolean;
  isSending: boolean;
  edit(change: Partial<TicketFields>): void;
  fill(draft: OrderDraft): void;
  /** Whether the review opened; if not, the fields say why. */
  review(): Promise<boolean>;
  leaveReview(): void;
  place(confirmations: Confirmation[]): Promise<void>;
};

const REOPEN_MS = 2_000;

export function useTicket(
  bridge: Bridge,
  accountId: string,
  selected: string | undefined,
): TicketControl {
  const [ticket, dispatch] = useReducer(reduceTicket, selected ?? '', newTicket);
  const [isReviewing, setReviewing] = useState(false);
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [refused, setRefused] = useState<{ of: TicketFields; issues: Issue[] }>();
  const isBusy = useRef(false);
  const built = useMemo(() => buildDraft(ticket.fields), [ticket.fields]);
  const draft = built.ok ? built.draft : undefined;
  const { intentId } = ticket;
  const preview = usePreview(bridge, accountId, intentId, draft);

  useEffect(() => {
    if (selected !== undefined) dispatch({ kind: 'symbol', symbol: selected });
  }, [selected]);

  useEffect(() => {
    if (intentId !== undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const open = async () => {
      const opened = await bridge.call('tickets.open', { accountId });
      if (isOver) return;
      if (opened.ok) dispatch({ kind: 'opened', intentId: opened.value.intentId });
      else timer = setTimeout(() => void open(), REOPEN_MS);
    };
    void open();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [bridge, accountId, intentId]);

  const edit = useCallback((change: Partial<TicketFields>) => {
    setOutcome(undefined);
    dispatch({ kind: 'edit', change });
  }, []);
  const fill = useCallback((filled: OrderDraft) => {
    setOutcome(undefined);
    dispatch({ kind: 'fill', draft: filled });
  }, []);

  async function review(): Promise<boolean> {
    dispatch({ kind: 'tried' });
    if (!draft || intentId === undefined || isBusy.current) return false;
    isBusy.current = true;
    setOutcome(undefined);
    const asked = await bridge.call('orders.preview', { accountId, intentId, draft });
    isBusy.current = false;
    if (!asked.ok) {
      setOutcome({ kind: 'bad', text: describeFailure(asked.failure) });
      return false;
    }
    setRefused({ of: ticket.fields, issues: asked.value.issues });
    if (asked.value.issues.length > 0) return false;
    const block = asked.value.verdicts.find(({ level }) => level === 'block');
    if (block) {
      setOutcome({ kind: 'bad', text: `Held back. ${block.text}` });
      return false;
    }
    setReviewing(true);
    return true;
  }

  async function place(confirmations: Confirmation[]): Promise<void> {
    // State comes a frame late; two clicks do not.
    if (isBusy.current || !draft || intentId === undefined) return;
    isBusy.current = true;
    setSending(true);
    setOutcome(undefined);
    dispatch({ kind: 'submitted' });
    const answer = await bridge.call('orders.submit', {
      accountId,
      intentId,
      draft,
      confirmations,
    });
    isBusy.current = false;
    setSending(false);
    if (answer.ok) {
      const told = outcomeOf(answer.value);
      setOutcome(told);
      setReviewing(told.kind === 'bad');
      dispatch({ kind: 'recorded', state: answer.value.state });
      return;
    }
    setOutcome({ kind: 'bad', text: describeFailure(answer.failure) });
    if (answer.failure.kind !== 'invalid') return; // It may be recorded: the same id answers what became of it.
    dispatch({ kind: 'unrecorded' });
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
    isReviewing: isReviewing && draft !== undefined,
    isSending,
    edit,
    fill,
    review,
    leaveReview: () => setReviewing(false),
    place,
  };
}

function outcomeOf({ state, title, reason }: Intent): Outcome {
  switch (state) {
    case 'accepted':
      return { kind: 'good', text: `The broker has it: ${title}.` };
    case 'refused':
      return { kind: 'bad', text: `Nothing was placed. ${reason ?? 'The broker refused it.'}` };
    case 'not-sent':
      return { kind: 'bad', text: `Nothing was sent. ${reason ?? ''}`.trim() };
    case 'recorded':
    case 'sent':
    case 'unknown':
    case 'set-aside':
      return {
        kind: 'unsure',
        text: 'The broker did not answer. Your order may have been placed: it is being looked up. Do not place it again; see Orders.',
      };
    default:
      return state satisfies never;
  }
}
