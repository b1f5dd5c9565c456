import type { AccountProfile } from '#contract/accounts.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { OrderPreview } from '#contract/trading.ts';
import { ENVIRONMENT_WORDS } from '#contract/records.ts';
import { usePriceStale, useStandingStale } from '#renderer/session/Age.tsx';
import { FeedLabel } from '#renderer/session/Market.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Facts, ReviewForm, type Fact } from '#renderer/trading/review/ReviewForm.tsx';
import { useNeeded } from '#renderer/trading/review/use-needed.ts';
import { heldBack } from '#renderer/trading/ticket/ticket.ts';
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
  placeWords,
  positionWords,
  readWhatIf,
  valueName,
} from '#renderer/trading/ticket/WhatIf.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import {
  formatMoney,
  formatPrice,
  formatQuantity,
  formatShares,
  formatSigned,
} from '#renderer/ui/format.ts';
import { exitFigures, type Entry, type ExitFigures } from '#renderer/trading/exits/exit-prices.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = { control: TicketControl; profile: AccountProfile };

export function ReviewDialog({ control, profile }: Props) {
  const { draft, preview, unanswered, outcome, isSending, leaveReview } = control;
  const needed = useNeeded(preview?.whatIf.isExit ?? false);
  const trading = useSlice(useSession().feeds.trading, 'trading');
  // As it is now, not as it was when this opened; what is sent already is not held back any more.
  const held = preview && !isSending ? heldBack(trading, preview.whatIf.isExit) : undefined;
  const stale = { price: usePriceStale(preview?.market), standing: useStandingStale() };
  if (!draft) return null;
  const verdicts = preview?.verdicts ?? [];
  return (
    <Dialog title="Review order" onClose={leaveReview} isBusy={isSending}>
      <ReviewForm
        action={preview ? placeWords(preview) : 'Place order'}
        tone={draft.side}
        isReady={
          control.canSend &&
          held === undefined &&
          preview?.issues.length === 0 &&
          verdicts.every(({ level }) => level !== 'block')
        }
        isSending={isSending}
        onBack={leaveReview}
        onConfirm={control.place}
        issues={preview?.issues.map(({ message }) => message) ?? []}
        unanswered={unanswered}
        warnings={readWhatIf(preview).warnings}
        verdicts={verdicts}
        needed={needed}
        problem={
          <>
            <Problem text={held} />
            <Problem text={outcome?.kind === 'bad' ? outcome.text : undefined} />
          </>
        }
      >
        <Facts facts={factsOf(draft, profile, preview, stale, control.entry)} />
      </ReviewForm>
    </Dialog>
  );
}

function factsOf(
  draft: OrderDraft,
  profile: AccountProfile,
  preview: OrderPreview | undefined,
  stale: { price: boolean; standing: boolean },
  entry: Entry | undefined,
): Fact[] {
  const { value, price, qty, positionAfter, isShort } = readWhatIf(preview);
  const { orderClass } = draft;
  const type = `${typeWord(draft.type)}, ${TIME_WORDS[draft.timeInForce].toLowerCase()}`;
  const legs = legWords(draft, formatPrice);
  return [
    ['Account', `${profile.label}, ${ENVIRONMENT_WORDS[profile.environment]}`],
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
    ...exitFacts(draft, entry, qty),
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

/** What the exits would gain and lose, from the entry that the order would have. */
function exitFacts(
  { takeProfit, stopLoss, qty }: OrderDraft,
  entry: Entry | undefined,
  reckoned: string | undefined,
): Fact[] {
  if (!entry || (!takeProfit && !stopLoss)) return [];
  const { gain, loss, ratio }: ExitFigures = exitFigures(
    { ...entry, qty: qty ?? reckoned },
    { target: takeProfit?.limitPrice, stop: stopLoss?.stopPrice },
  );
  const money = (name: string, value: string | undefined): Fact[] =>
    value === undefined
      ? []
      : [[name, <Num key={name} text={formatSigned(value)} sign={value} isPersonal />]];
  return [
    ...money('At the take profit', gain),
    ...money('At the stop loss', loss),
    ...(ratio === undefined ? [] : [['Reward to risk', `${ratio} : 1`] as const]),
  ];
}

function quantityOf({ qty, notional }: OrderDraft, reckoned: string | undefined): string {
  if (qty !== undefined) return formatQuantity(qty);
  if (notional === undefined) return '–';
  const about = reckoned === undefined ? '' : `, about ${formatShares(reckoned)}`;
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
