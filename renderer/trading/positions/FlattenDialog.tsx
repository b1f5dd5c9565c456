import '#renderer/trading/positions/flatten.css';
import { useState, type FormEvent } from 'react';
import type { OrderDraft } from '#contract/orders.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import {
  useFlatten,
  type Flatten,
  type FlattenStep,
} from '#renderer/trading/positions/use-flatten.ts';
import { neededConfirmations } from '#renderer/trading/ticket/ticket.ts';
import { useSession } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { formatMoney, formatQuantity } from '#renderer/ui/format.ts';

type Props = { drafts: OrderDraft[]; onClose: () => void };

/** Lists the orders that would close everything, then asks about each of them by itself. */
export function FlattenDialog({ drafts, onClose }: Props) {
  const { bridge, profile } = useSession();
  const flatten = useFlatten(bridge, profile.accountId, drafts);
  const { steps, current, isSending } = flatten;
  const isDone = current >= steps.length;
  return (
    <Dialog title="Flatten" onClose={onClose} isBusy={isSending} className="flatten">
      <p>
        {steps.length === 1 ? 'One order' : `${steps.length} orders`} would close what is held on{' '}
        {profile.label}. Each is reviewed and placed by itself; nothing goes before you say so.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too */}
      <ol className="flatten-steps" tabIndex={0} aria-label="Orders to place">
        {steps.map((step, nth) => (
          <li key={step.draft.symbol} aria-current={nth === current ? 'step' : undefined}>
            <span>{wordsOf(step.draft)}</span>
            <span className={`flatten-${step.state}`}>{outcomeText(step, nth === current)}</span>
          </li>
        ))}
      </ol>
      {isDone ? (
        <div className="dialog-actions">
          <button type="button" className="primary" onClick={onClose}>
            Done
          </button>
        </div>
      ) : (
        <StepReview key={current} flatten={flatten} onClose={onClose} />
      )}
      <p className="visually-hidden" role="status">
        {isDone ? 'Every order is decided.' : isSending && 'Sending.'}
      </p>
    </Dialog>
  );
}

type ReviewProps = { flatten: Flatten; onClose: () => void };

function StepReview({ flatten, onClose }: ReviewProps) {
  const { feeds } = useSession();
  const { preview, problem, isSending, steps, current } = flatten;
  const trading = useSlice(feeds.trading, 'trading');
  const stream = useSlice(feeds.streams, 'orders');
  const [isConfirmed, setConfirmed] = useState(false);
  const needed = neededConfirmations({
    isExit: preview?.whatIf.isExit ?? false,
    isStopped: trading?.isStopped ?? false,
    isOrderStreamLive: stream?.phase === 'live',
  });
  const blocks = preview?.verdicts.filter(({ level }) => level !== 'pass') ?? [];
  const isBlocked =
    (preview?.issues.length ?? 0) > 0 || blocks.some(({ level }) => level === 'block');
  const canPlace =
    preview !== undefined && !isBlocked && !isSending && (needed.length === 0 || isConfirmed);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canPlace) void flatten.place(needed);
  }

  return (
    <form className="dialog-form" aria-label="Review order" onSubmit={submit}>
      <p>
        <strong>{preview?.title ?? `Looking at ${steps[current]?.draft.symbol ?? ''}`}</strong>
        {preview?.whatIf.value !== undefined && (
          <span className="num quiet-text">, about {formatMoney(preview.whatIf.value)}</span>
        )}
      </p>
      {preview?.issues.map(({ message }) => (
        <p key={message} className="problem">
          {message}
        </p>
      ))}
      {blocks.map(({ guard, level, text }) => (
        <p key={guard} className={level === 'block' ? 'problem' : 'warning'}>
          {level === 'block' ? 'Held back. ' : 'Careful. '}
          {text}
        </p>
      ))}
      {needed.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
          />
          {needed.includes('exit-while-stopped')
            ? 'All trading is stopped. Send this order anyway: it only reduces your position.'
            : 'The order stream is down. Send it anyway.'}
        </label>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}{' '}
          {!preview && (
            <button type="button" className="small" onClick={flatten.retry}>
              Try again
            </button>
          )}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" disabled={isSending} onClick={onClose}>
          Stop here
        </button>
        <button type="button" disabled={isSending} onClick={flatten.skip}>
          Skip
        </button>
        <button
          type="submit"
          className="primary primary-sell"
          disabled={!canPlace}
          onKeyDown={(event) => {
            // A key that is held down decides nothing.
            if (event.repeat) event.preventDefault();
          }}
        >
          Place order{preview && `: ${preview.title}`}
        </button>
      </div>
    </form>
  );
}

const wordsOf = ({ side, qty, symbol, type }: OrderDraft): string =>
  [
    side === 'buy' ? 'Buy' : 'Sell',
    qty === undefined ? '' : formatQuantity(qty),
    symbol,
    type.replaceAll('_', ' '),
  ]
    .filter((word) => word !== '')
    .join(' ');

const outcomeText = ({ state, text }: FlattenStep, isCurrent: boolean): string =>
  text ?? (isCurrent ? 'to be decided' : state);
