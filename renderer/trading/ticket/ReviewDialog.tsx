import { useState, type FormEvent } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Confirmation } from '#contract/trading.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Confirmations } from '#renderer/trading/ticket/Confirmations.tsx';
import { neededConfirmations } from '#renderer/trading/ticket/ticket.ts';
import {
  CLASS_MEANING,
  legWords,
  priceWords,
  TIME_WORDS,
  typeWord,
} from '#renderer/trading/ticket/ticket-words.ts';
import type { TicketControl } from '#renderer/trading/ticket/use-ticket.ts';
import { Verdicts } from '#renderer/trading/ticket/Verdicts.tsx';
import { readWhatIf, valueName } from '#renderer/trading/ticket/WhatIf.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { formatMoney, formatPrice, formatQuantity } from '#renderer/ui/format.ts';

type Props = { control: TicketControl; profile: AccountProfile; feeds: AccountFeeds };

export function ReviewDialog({ control, profile, feeds }: Props) {
  const { draft, preview, outcome, isSending, ticket } = control;
  const trading = useSlice(feeds.trading, 'trading');
  const stream = useSlice(feeds.streams, 'orders');
  const [given, setGiven] = useState<ReadonlySet<Confirmation>>(new Set());
  if (!draft) return null;
  const needed = neededConfirmations({
    isExit: preview?.whatIf.isExit ?? false,
    isStopped: trading?.isStopped ?? false,
    isOrderStreamLive: stream?.phase === 'live',
  });
  const verdicts = preview?.verdicts ?? [];
  const canPlace =
    !isSending &&
    preview !== undefined &&
    ticket.intentId !== undefined &&
    preview.issues.length === 0 &&
    verdicts.every(({ level }) => level !== 'block') &&
    needed.every((confirmation) => given.has(confirmation));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canPlace) void control.place(needed);
  }

  return (
    <Dialog title="Review order" onClose={control.leaveReview} isBusy={isSending}>
      <form className="dialog-form" onSubmit={submit}>
        <Facts draft={draft} profile={profile} control={control} />
        <Verdicts verdicts={verdicts} />
        {preview?.issues.map(({ message }) => (
          <p key={message} className="problem">
            {message}
          </p>
        ))}
        <Confirmations needed={needed} given={given} onChange={setGiven} />
        {outcome?.kind === 'bad' && (
          <p className="problem" role="alert">
            {outcome.text}
          </p>
        )}
        <div className="dialog-actions">
          <button type="button" onClick={control.leaveReview} disabled={isSending}>
            Back
          </button>
          <button
            type="submit"
            className={`primary primary-${draft.side}`}
            disabled={!canPlace}
            onKeyDown={(event) => {
              // A key that is held down decides nothing.
              if (event.repeat) event.preventDefault();
            }}
          >
            Place order{preview && `: ${preview.title}`}
          </button>
        </div>
        <p className="visually-hidden" role="status">
          {isSending ? 'Sending.' : ''}
        </p>
      </form>
    </Dialog>
  );
}

type FactsProps = { draft: OrderDraft; profile: AccountProfile; control: TicketControl };

function Facts({ draft, profile, control }: FactsProps) {
  const { value, price, qty } = readWhatIf(control.preview);
  const { orderClass } = draft;
  const type = `${typeWord(draft.type)}, ${TIME_WORDS[draft.timeInForce].toLowerCase()}`;
  const legs = legWords(draft, formatPrice);
  const facts: (readonly [name: string, text: string])[] = [
    ['Account', `${profile.label}, ${profile.environment.toUpperCase()}`],
    ['Side', draft.side === 'buy' ? 'Buy' : 'Sell'],
    ['Quantity', quantityOf(draft, qty)],
    ['Symbol', draft.symbol],
    ['Type', draft.extendedHours ? `${type}, extended hours` : type],
    ...(orderClass === undefined || orderClass === 'simple'
      ? []
      : [['Order class', CLASS_MEANING[orderClass]] as const]),
    ...(orderClass === 'oco' ? [] : [['Price', priceOf(draft, price)] as const]),
    ...legs.map((leg, index) => [index === 0 ? 'Exits' : 'and', leg] as const),
    [valueName(draft.side), value === undefined ? 'not known' : formatMoney(value)],
  ];
  return (
    <dl className="review-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function quantityOf({ qty, notional }: OrderDraft, reckoned: string | undefined): string {
  if (qty !== undefined) return formatQuantity(qty);
  if (notional === undefined) return '–';
  const about = reckoned === undefined ? '' : `, about ${formatQuantity(reckoned)} shares`;
  return `$${formatMoney(notional)}${about}`;
}

function priceOf(draft: OrderDraft, price: string | undefined): string {
  if (draft.type !== 'market') return priceWords(draft, formatPrice);
  return price === undefined
    ? 'the next there is'
    : `the next there is, about ${formatPrice(price)}`;
}
