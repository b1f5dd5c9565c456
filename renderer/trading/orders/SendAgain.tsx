import { useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { Intent } from '#contract/intents.ts';
import type { Confirmation } from '#contract/trading.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { isPriceStale } from '#renderer/core/staleness.ts';
import { Confirmations } from '#renderer/trading/ticket/Confirmations.tsx';
import { neededConfirmations } from '#renderer/trading/ticket/ticket.ts';
import { usePreviewOf } from '#renderer/trading/ticket/use-preview.ts';
import { Verdicts } from '#renderer/trading/ticket/Verdicts.tsx';
import { readWhatIf } from '#renderer/trading/ticket/WhatIf.tsx';
import { formatAge, formatMoney } from '#renderer/ui/format.ts';
import { Price } from '#renderer/ui/Price.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

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
  const stream = useSlice(feeds.streams, 'orders');
  const prices = useSlice(feeds.streams, 'prices');
  const trading = useSlice(feeds.trading, 'trading');
  const now = useNow(1_000);
  const [given, setGiven] = useState<ReadonlySet<Confirmation>>(new Set());
  const preview = usePreviewOf(intentId, (key) =>
    bridge.call('orders.previewAgain', { accountId, intentId: key }),
  );
  const market = preview?.market;
  const isStale =
    market !== undefined && isPriceStale({ ...market, symbol, tradedAt: 0 }, prices, now);
  const { value } = readWhatIf(preview);
  const verdicts = preview?.verdicts ?? [];
  const needed = neededConfirmations({
    isExit: preview?.whatIf.isExit ?? false,
    isStopped: trading?.isStopped ?? false,
    isOrderStreamLive: stream?.phase === 'live',
  });
  const canSend =
    !isBusy &&
    preview !== undefined &&
    verdicts.every(({ level }) => level !== 'block') &&
    needed.every((confirmation) => given.has(confirmation));
  return (
    <div className="stack" role="group" aria-label="Review before sending again">
      <p>
        The broker is asked once more whether it has this order. If it does not show it, the same
        order goes out under the same id, so that it cannot become two where the broker refuses a
        used id.
      </p>
      <dl className="review-facts">
        <div>
          <dt>Order</dt>
          <dd>{intent.title}</dd>
        </div>
        <div>
          <dt>{symbol} now</dt>
          <dd>
            <Price value={market?.price} stale={isStale} />
            {market && isStale && `, ${formatAge(now - market.receivedAt)} old`}
          </dd>
        </div>
        <div>
          <dt>Estimated value</dt>
          <dd className="num">{value === undefined ? 'not known' : formatMoney(value)}</dd>
        </div>
      </dl>
      {preview?.issues.map(({ message }) => (
        <p key={message} className="problem">
          {message}
        </p>
      ))}
      <Verdicts verdicts={verdicts} />
      <Confirmations needed={needed} given={given} onChange={setGiven} />
      <div className="dialog-actions">
        <button type="button" onClick={onBack} disabled={isBusy}>
          Back
        </button>
        <button
          type="button"
          className="primary"
          disabled={!canSend}
          onClick={() => onConfirm(needed)}
        >
          Send again: {intent.title}
        </button>
      </div>
    </div>
  );
}
