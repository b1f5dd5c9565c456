// The ticket at work: asks for previews, reviews, and sends on the one path there is.
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Failure, type Issue } from '#contract/failure.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation, OrderPreview, Sizing } from '#contract/trading.ts';
import type { Submitted } from '#renderer/trading/submission/submit-once.ts';
import { AGAIN_WITH_QUOTE_MS, usePreview } from '#renderer/trading/submission/use-preview.ts';
import { useSubmission } from '#renderer/trading/submission/use-submission.ts';
import { useSession } from '#renderer/session/session.ts';
import { buildDraft, placeIssues, type NumberName } from '#renderer/trading/ticket/build-draft.ts';
import { outcomeOf, type Outcome } from '#renderer/trading/submission/outcome.ts';
import { useOutcome, type Said } from '#renderer/trading/submission/use-outcome.ts';
import { knownPrices } from '#renderer/trading/ticket/known-prices.ts';
import { useEntry } from '#renderer/trading/ticket/use-entry.ts';
import type { Entry } from '#renderer/trading/exits/exit-prices.ts';
import { pressed, stepped } from '#renderer/trading/ticket/ticket-prices.ts';
import {
  newTicket,
  reduceTicket,
  type Ticket,
  type TicketFields,
} from '#renderer/trading/ticket/ticket.ts';
import { useSteady } from '#renderer/ui/use-latest.ts';

export type { Outcome } from '#renderer/trading/submission/outcome.ts';

export type TicketControl = {
  ticket: Ticket;
  /** The order of the fields, or the one that is being reviewed; with its size once that is known. */
  draft: OrderDraft | undefined;
  /** What its exits are measured from. */
  entry: Entry | undefined;
  preview: OrderPreview | undefined;
  /** What main said of the last form of the same symbol and side, while this one is not answered: to be drawn as old. */
  before: OrderPreview | undefined;
  /** Why main says nothing of the draft. */
  unanswered: string | undefined;
  issues: ReturnType<typeof placeIssues>;
  outcome: Outcome | undefined;
  isReviewing: boolean;
  /** Main has an intent open for it, and nothing else of this ticket is under way. */
  canSend: boolean;
  isSending: boolean;
  /** What was sent is not answered, and main is being asked: nothing can be changed or sent until it is known. */
  isHeld: boolean;
  edit(change: Partial<TicketFields>): void;
  /** Puts a preset into the fields. */
  apply(change: Partial<TicketFields>): void;
  /** So many steps of a field, up or down. */
  step(name: NumberName, steps: number): void;
  /** Puts a price of the quote into the field that it is for. */
  press(price: string): void;
  /** Whether it was taken: not while the last order is on its way. */
  fill(draft: OrderDraft): boolean;
  /** The draft that something else took the place of. */
  bringBack(): void;
  dropAside(): void;
  /** The person went into the symbol's field, or left it. */
  holdSymbol(isHeld: boolean): void;
  /** Whether the review opened; if not, the fields say why. */
  review(): Promise<boolean>;
  leaveReview(): void;
  /** Sends the order that is reviewed; without a review the one that the preview shows. */
  place(confirmations: Confirmation[]): void;
};

type Unopened = { of: TicketFields; said: Outcome; seen: OrderPreview | undefined };
type Asked = { draft: OrderDraft; sizing?: Sizing };

const NOT_READY = 'Ballast cannot accept an order yet. Try again in a moment.';
/** A symbol that is half typed is no symbol: main would ask the broker about each. Of one that it knows it is asked at once. */
const AFTER_SYMBOL_MS = 450;

export function useTicket(
  bridge: Bridge,
  accountId: string,
  selected: string | undefined,
): TicketControl {
  const { feeds } = useSession();
  const [ticket, dispatch] = useReducer(reduceTicket, selected ?? '', newTicket);
  /** As it was when the review opened: a size that follows the price must not move under the person's eyes. */
  const [reviewed, setReviewed] = useState<OrderDraft>();
  const [said, setSaid] = useState<Said>();
  const outcome = useOutcome(said);
  /** Why no review opened, and the preview of that moment: one that came since may show that it is so no longer. */
  const [unopened, setUnopened] = useState<Unopened>();
  const [refused, setRefused] = useState<{ of: TicketFields; issues: Issue[] }>();
  /** State comes a frame late; two clicks do not. */
  const isAsking = useRef(false);
  const submission = useSubmission('order', onSettled);
  const { intentId, isSending, doubt } = submission;
  const entry = useEntry(ticket.fields);
  const built = useMemo(() => buildDraft(ticket.fields, entry), [ticket.fields, entry]);
  const asked = reviewed ? { draft: reviewed } : questionOf(built);
  const lastSymbol = useRef('');
  const { preview, before, unanswered, learn } = usePreview<OrderPreview>({
    intentId,
    form: asked && JSON.stringify(asked),
    ask(id, form) {
      const question = JSON.parse(form) as Asked;
      lastSymbol.current = question.draft.symbol;
      return bridge.call('orders.preview', { accountId, intentId: id, ...question });
    },
    firstMs: () =>
      lastSymbol.current === asked?.draft.symbol ||
      (lastSymbol.current === '' && ticket.heldSymbol === undefined)
        ? 0
        : AFTER_SYMBOL_MS,
    ...(asked?.draft.type === 'market' && { againMs: AGAIN_WITH_QUOTE_MS }),
  });
  const draft = reviewed ?? preview?.draft ?? asked?.draft;

  const chosenBefore = useRef<string>(undefined);
  const { edit: beginEdit } = submission;
  useEffect(() => {
    // What is chosen while an order is on its way comes into the ticket after it.
    if (selected === undefined || selected === chosenBefore.current || isSending) return;
    beginEdit();
    dispatch({ kind: 'symbol', symbol: selected, isFirst: chosenBefore.current === undefined });
    chosenBefore.current = selected;
  }, [selected, beginEdit, isSending]);

  function change(action: Parameters<typeof dispatch>[0]): boolean {
    if (!beginEdit()) return false;
    say(undefined);
    dispatch(action);
    return true;
  }

  function say(next: Said | undefined): void {
    setUnopened(undefined);
    setSaid(next);
  }

  function sayUnopened(text: string): false {
    setUnopened({ of: ticket.fields, said: { kind: 'bad', text }, seen: preview });
    return false;
  }
  const couldOpen =
    preview !== undefined &&
    preview !== unopened?.seen &&
    preview.verdicts.every(({ level }) => level !== 'block');
  const why = unopened?.of === ticket.fields && !couldOpen ? unopened.said : outcome;

  async function review(): Promise<boolean> {
    dispatch({ kind: 'tried' });
    const question = questionOf(built);
    if (!question || isSending || isAsking.current) return false;
    if (intentId === undefined) {
      return sayUnopened(NOT_READY);
    }
    isAsking.current = true;
    say(undefined);
    const answer = await bridge.call('orders.preview', { accountId, intentId, ...question });
    isAsking.current = false;
    if (!answer.ok) {
      return sayUnopened(describeFailure(answer.failure));
    }
    const { issues: told, verdicts, draft: sized } = answer.value;
    setRefused({ of: ticket.fields, issues: told });
    if (told.length > 0 || !sized) return false;
    const block = verdicts.find(({ level }) => level === 'block');
    if (block) {
      return sayUnopened(`Blocked. ${block.text}`);
    }
    learn(JSON.stringify({ draft: sized }), answer.value);
    setReviewed(sized);
    return true;
  }

  function place(confirmations: Confirmation[]): void {
    const sent = reviewed ?? preview?.draft;
    if (!sent || isAsking.current) return;
    const isTaken = submission.submit((id) =>
      bridge.call('orders.submit', {
        accountId,
        intentId: id,
        draft: sent,
        confirmations,
        ...(!reviewed && { isUnreviewed: true as const }),
        // What was shown to reduce a position must not open one, should the position be gone by then.
        ...(preview?.whatIf.isExit && { isExit: true as const }),
      }),
    );
    if (isTaken) say(undefined);
  }

  function onSettled(submitted: Submitted): void {
    // Long ago, perhaps: what is sent next is reviewed anew.
    if (submitted.wasInDoubt) setReviewed(undefined);
    if (submitted.kind === 'recorded') {
      say(submitted.intent);
      if (outcomeOf(submitted.intent).kind !== 'bad') setReviewed(undefined);
      dispatch({ kind: 'recorded', state: submitted.intent.state });
      return;
    }
    const { failure } = submitted;
    if (isReviewDue(failure)) return void review();
    say({ kind: 'bad', text: describeFailure(failure) });
    if (failure.kind === 'invalid') setRefused({ of: ticket.fields, issues: failure.issues });
  }

  // The same with every key, so that what is handed one of them is not drawn again.
  const edit = useSteady((fields: Partial<TicketFields>) => {
    change({ kind: 'edit', change: fields });
  });
  const apply = useSteady((fields: Partial<TicketFields>) => {
    change({ kind: 'apply', change: fields });
  });
  const holdSymbol = useSteady((isHeld: boolean) =>
    dispatch(
      isHeld
        ? { kind: 'hold-symbol' }
        : { kind: 'release-symbol', symbol: beginEdit() ? selected : undefined },
    ),
  );

  const told = refused?.of === ticket.fields ? refused.issues : [];
  const issues = placeIssues(built.ok ? (preview?.issues ?? told) : built.issues, ticket);
  return {
    ticket,
    draft,
    entry,
    preview,
    before: isOfSame(before?.draft, asked?.draft) ? before : undefined,
    unanswered,
    issues,
    outcome: doubt === undefined ? why : { kind: 'unsure', text: doubt },
    // Without it in the way, the person sees what the desk says, and the orders.
    isReviewing: reviewed !== undefined && doubt === undefined,
    canSend: intentId !== undefined && !isSending,
    isSending,
    isHeld: doubt !== undefined,
    edit,
    apply,
    step(name, steps) {
      const { fields } = ticket;
      const text = stepped(name, fields, steps, knownPrices(feeds, symbolIn(fields), Date.now()));
      if (text !== undefined) change({ kind: 'edit', change: { [name]: text } });
    },
    press: (price) => void change({ kind: 'edit', change: pressed(ticket.fields, price) }),
    fill: (filled) => change({ kind: 'fill', draft: filled }),
    bringBack: () => void change({ kind: 'bring-back' }),
    dropAside: () => dispatch({ kind: 'drop-aside' }),
    holdSymbol,
    review,
    leaveReview: () => setReviewed(undefined),
    place,
  };
}

/** The choice to do without the review was taken back, perhaps in another window, before this one heard of it. */
const isReviewDue = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.issues.some(({ path }) => path === 'review');

const symbolIn = ({ symbol }: TicketFields): string => symbol.trim().toUpperCase();

/** Whether figures of one may stand, drawn as old, until those of the other are known. */
const isOfSame = (a: OrderDraft | undefined, b: OrderDraft | undefined): boolean =>
  a !== undefined && a.symbol === b?.symbol && a.side === b.side;

function questionOf(built: ReturnType<typeof buildDraft>): Asked | undefined {
  if (!built.ok) return undefined;
  return { draft: built.draft, ...(built.sizing && { sizing: built.sizing }) };
}
