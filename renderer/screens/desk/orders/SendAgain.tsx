import { useState } from 'react';
import type { Intent } from '#contract/intents.ts';
import type { Confirmation } from '#contract/trading.ts';
import type { AccountFeeds } from '#renderer/feed/account-feeds.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { Price } from '#renderer/ui/Price.tsx';

type Props = {
  intent: Intent;
  feeds: AccountFeeds;
  isBusy: boolean;
  onBack: () => void;
  onConfirm: (confirmations: Confirmation[]) => void;
};

/** What will be sent, with the price of now: the one decided before, under the same id. */
export function SendAgain({ intent, feeds, isBusy, onBack, onConfirm }: Props) {
  const price = useSlice(feeds.prices, intent.symbol);
  const stream = useSlice(feeds.streams, 'orders');
  const [isConfirmed, setConfirmed] = useState(false);
  const isStreamDown = stream?.phase !== 'live';
  return (
    <div className="send-again" role="group" aria-label="Review before sending again">
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
          <dt>{intent.symbol} now</dt>
          <dd>
            <Price value={price?.price} stale={false} />
          </dd>
        </div>
      </dl>
      {isStreamDown && (
        <label className="check">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
          />
          The order stream is down. Send it anyway.
        </label>
      )}
      <div className="dialog-actions">
        <button type="button" onClick={onBack} disabled={isBusy}>
          Back
        </button>
        <button
          type="button"
          className="primary"
          disabled={isBusy || (isStreamDown && !isConfirmed)}
          onClick={() => onConfirm(isStreamDown ? ['stream-down'] : [])}
        >
          Send again: {intent.title}
        </button>
      </div>
    </div>
  );
}
