import '#renderer/trading/positions/flatten.css';
import type { OrderDraft } from '#contract/orders.ts';
import { useSession } from '#renderer/session/session.ts';
import { useFlatten, type Flatten } from '#renderer/trading/positions/use-flatten.ts';
import { ReviewForm } from '#renderer/trading/review/ReviewForm.tsx';
import { useNeeded } from '#renderer/trading/review/use-needed.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { formatMoney, formatQuantity } from '#renderer/ui/format.ts';

type Props = { drafts: OrderDraft[]; onClose: () => void };

/** Lists the orders that would close everything, then asks about each of them by itself. */
export function FlattenDialog({ drafts, onClose }: Props) {
  const { profile } = useSession();
  const flatten = useFlatten(drafts);
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
            <span className={step.outcome && `flatten-${step.outcome.kind}`}>
              {step.outcome?.text ?? (nth === current ? 'to be decided' : 'waiting')}
            </span>
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
        {isDone ? 'Every order is decided.' : ''}
      </p>
    </Dialog>
  );
}

type ReviewProps = { flatten: Flatten; onClose: () => void };

function StepReview({ flatten, onClose }: ReviewProps) {
  const { preview, problem, isSending, steps, current } = flatten;
  const needed = useNeeded(preview?.whatIf.isExit ?? false);
  const verdicts = preview?.verdicts ?? [];
  return (
    <ReviewForm
      label="Review order"
      action={`Place order${preview ? `: ${preview.title}` : ''}`}
      tone="sell"
      isReady={
        flatten.canPlace &&
        preview?.issues.length === 0 &&
        verdicts.every(({ level }) => level !== 'block')
      }
      isSending={isSending}
      back="Stop here"
      onBack={onClose}
      others={
        <button type="button" disabled={isSending} onClick={flatten.skip}>
          Skip
        </button>
      }
      onConfirm={flatten.place}
      issues={preview?.issues.map(({ message }) => message) ?? []}
      verdicts={verdicts}
      needed={needed}
      problem={<Problem text={problem} />}
    >
      <p>
        <strong>{preview?.title ?? `Looking at ${steps[current]?.draft.symbol ?? ''}`}</strong>
        {preview?.whatIf.value !== undefined && (
          <span className="num quiet-text">, about {formatMoney(preview.whatIf.value)}</span>
        )}
      </p>
    </ReviewForm>
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
