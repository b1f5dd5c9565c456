import type { Bridge } from '#contract/bridge.ts';
import type { Intent } from '#contract/intents.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { isPriceStale } from '#renderer/core/staleness.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Facts, ReviewForm } from '#renderer/trading/review/ReviewForm.tsx';
import { useNeeded } from '#renderer/trading/review/use-needed.ts';
import { usePreview } from '#renderer/trading/submission/use-preview.ts';
import { heldBack } from '#renderer/trading/ticket/ticket.ts';
import { readWhatIf } from '#renderer/trading/ticket/WhatIf.tsx';
import { formatAge, formatMoney } from '#renderer/ui/format.ts';
import { Price } from '#renderer/ui/Price.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { Num } from '#renderer/ui/Num.tsx';

type Props = {
  bridge: Bridge;
  intent: Intent;
  feeds: AccountFeeds;
  isBusy: boolean;
  onBack: () => void;
  onConfirm: (confirmations: Confirmation[]) => void;
};

/** What will be sent, with the price and the guards of now: the one decided before, under the same id. */
export function SendAgain({ bridge, intent, feeds, isBusy, onBack, onConfirm }: Props) {
  const { accountId, intentId, symbol } = intent;
  const prices = useSlice(feeds.streams, 'prices');
  const now = useNow(1_000);
  const { preview, unanswered } = usePreview<OrderPreview>({
    intentId,
    form: intentId,
    ask: (id) => bridge.call('orders.previewAgain', { accountId, intentId: id }),
  });
  // Of what is stopped only a new order that exits may go.
  const isExit = intent.kind === 'place' && preview?.whatIf.isExit === true;
  const needed = useNeeded(preview?.whatIf.isExit ?? false, intent.kind === 'place');
  const trading = useSlice(feeds.trading, 'trading');
  const held = preview && !isBusy ? heldBack(trading, isExit) : undefined;
  const market = preview?.market;
  const isStale = isPriceStale(market, prices, now);
  const { value, warnings } = readWhatIf(preview);
  return (
    <div className="stack" role="group" aria-label="Review before sending again">
      <ReviewForm
        action={`Send again: ${intent.title}`}
        isReady={
          held === undefined && (preview?.verdicts.every(({ level }) => level !== 'block') ?? false)
        }
        isSending={isBusy}
        onBack={onBack}
        onConfirm={onConfirm}
        issues={preview?.issues.map(({ message }) => message) ?? []}
        unanswered={unanswered}
        warnings={warnings}
        verdicts={preview?.verdicts}
        needed={needed}
        problem={<Problem text={held} />}
      >
        <p>
          Ballast asks the broker once more whether it has this order. If the broker does not show
          it, Ballast sends the same order under the same id. A broker that refuses used ids cannot
          place it twice.
        </p>
        <Facts
          facts={[
            ['Order', <>{intent.title}</>],
            [
              `${symbol} now`,
              <>
                <Price value={market?.price} stale={isStale} />
                {market && isStale && `, ${formatAge(now - market.receivedAt)} old`}
              </>,
            ],
            [
              'Estimated value',
              <Num
                key="value"
                text={value && formatMoney(value)}
                stale={isStale}
                isPersonal
                missing="not known"
              />,
            ],
          ]}
        />
      </ReviewForm>
    </div>
  );
}
