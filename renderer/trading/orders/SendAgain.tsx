import type { Bridge } from '#contract/bridge.ts';
import type { Intent } from '#contract/intents.ts';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { isPriceStale } from '#renderer/core/staleness.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Facts, ReviewForm } from '#renderer/trading/review/ReviewForm.tsx';
import { useNeeded } from '#renderer/trading/review/use-needed.ts';
import { usePreview } from '#renderer/trading/submission/use-preview.ts';
import { readWhatIf } from '#renderer/trading/ticket/WhatIf.tsx';
import { formatAge, formatMoney } from '#renderer/ui/format.ts';
import { Price } from '#renderer/ui/Price.tsx';
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
  const needed = useNeeded(preview?.whatIf.isExit ?? false);
  const market = preview?.market;
  const isStale = isPriceStale(market, prices, now);
  const { value } = readWhatIf(preview);
  return (
    <div className="stack" role="group" aria-label="Review before sending again">
      <ReviewForm
        action={`Send again: ${intent.title}`}
        isReady={preview?.verdicts.every(({ level }) => level !== 'block') ?? false}
        isSending={isBusy}
        onBack={onBack}
        onConfirm={onConfirm}
        issues={preview?.issues.map(({ message }) => message) ?? []}
        unanswered={unanswered}
        verdicts={preview?.verdicts}
        needed={needed}
      >
        <p>
          The broker is asked once more whether it has this order. If it does not show it, the same
          order goes out under the same id, so that it cannot become two where the broker refuses a
          used id.
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
