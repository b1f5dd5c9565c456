import type { AccountProfile } from '#contract/accounts.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { OrderPreview } from '#contract/trading.ts';
import { usePriceStale, useStandingStale } from '#renderer/session/Age.tsx';
import { FeedLabel } from '#renderer/session/Market.tsx';
import { Facts, ReviewForm, type Fact } from '#renderer/trading/review/ReviewForm.tsx';
import { useNeeded } from '#renderer/trading/review/use-needed.ts';
import {
  CLASS_MEANING,
  legWords,
  priceWords,
  TIME_WORDS,
  typeWord,
} from '#renderer/trading/ticket/ticket-words.ts';
import type { TicketControl } from '#renderer/trading/ticket/use-ticket.ts';
import {
  marketWords,
  positionWords,
  readWhatIf,
  valueName,
} from '#renderer/trading/ticket/WhatIf.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { formatMoney, formatPrice, formatQuantity } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = { control: TicketControl; profile: AccountProfile };

export function ReviewDialog({ control, profile }: Props) {
  const { draft, preview, unanswered, outcome, isSending, leaveReview } = control;
  const needed = useNeeded(preview?.whatIf.isExit ?? false);
  const stale = { price: usePriceStale(preview?.market), standing: useStandingStale() };
  if (!draft) return null;
  const verdicts = preview?.verdicts ?? [];
  return (
    <Dialog title="Review order" onClose={leaveReview} isBusy={isSending}>
      <ReviewForm
        action={`Place order${preview ? `: ${preview.title}` : ''}`}
        tone={draft.side}
        isReady={
          control.canSend &&
          preview?.issues.length === 0 &&
          verdicts.every(({ level }) => level !== 'block')
        }
        isSending={isSending}
        onBack={leaveReview}
        onConfirm={control.place}
        issues={preview?.issues.map(({ message }) => message) ?? []}
        unanswered={unanswered}
        verdicts={verdicts}
        needed={needed}
        problem={<Problem text={outcome?.kind === 'bad' ? outcome.text : undefined} />}
      >
        <Facts facts={factsOf(draft, profile, preview, stale)} />
      </ReviewForm>
    </Dialog>
  );
}

function factsOf(
  draft: OrderDraft,
  profile: AccountProfile,
  preview: OrderPreview | undefined,
  stale: { price: boolean; standing: boolean },
): Fact[] {
  const { value, price, qty, positionAfter } = readWhatIf(preview);
  const isShort = draft.side === 'sell' && positionAfter?.qty.startsWith('-') === true;
  const { orderClass } = draft;
  const type = `${typeWord(draft.type)}, ${TIME_WORDS[draft.timeInForce].toLowerCase()}`;
  const legs = legWords(draft, formatPrice);
  return [
    ['Account', `${profile.label}, ${profile.environment.toUpperCase()}`],
    ['Side', draft.side === 'buy' ? 'Buy' : isShort ? 'Sell short' : 'Sell'],
    ['Quantity', quantityOf(draft, qty)],
    ['Symbol', draft.symbol],
    ['Type', draft.extendedHours ? `${type}, extended hours` : type],
    ...(preview?.waiting === undefined
      ? []
      : [['When', <span key="when">{preview.waiting}</span>] as const]),
    ...(orderClass === undefined || orderClass === 'simple'
      ? []
      : [['Order class', CLASS_MEANING[orderClass]] as const]),
    ...(orderClass === 'oco'
      ? []
      : [
          [
            'Price',
            <span key="price">
              <Num
                text={priceOf(draft, price, preview?.market)}
                stale={draft.type === 'market' && price !== undefined && stale.price}
              />{' '}
              {draft.type === 'market' && price !== undefined && <FeedLabel />}
            </span>,
          ] as const,
        ]),
    ...legs.map((leg, index) => [index === 0 ? 'Exits' : 'and', leg] as const),
    [
      valueName(draft.side),
      <Num
        key="value"
        text={value && formatMoney(value)}
        stale={stale.price}
        isPersonal
        missing="not known"
      />,
    ],
    ...(positionAfter
      ? [
          [
            'Position after',
            <Num
              key="after"
              text={positionWords(positionAfter)}
              stale={stale.standing}
              isPersonal
            />,
          ] as const,
        ]
      : []),
  ];
}

function quantityOf({ qty, notional }: OrderDraft, reckoned: string | undefined): string {
  if (qty !== undefined) return formatQuantity(qty);
  if (notional === undefined) return '–';
  const about = reckoned === undefined ? '' : `, about ${formatQuantity(reckoned)} shares`;
  return `$${formatMoney(notional)}${about}`;
}

function priceOf(
  draft: OrderDraft,
  price: string | undefined,
  market: OrderPreview['market'],
): string {
  if (draft.type !== 'market') return priceWords(draft, formatPrice);
  if (market) return `market, about ${marketWords(market)}`;
  return price === undefined ? 'market' : `market, about ${formatPrice(price)}`;
}
