import { useState, type FormEvent, type ReactNode } from 'react';
import type { Confirmation, OrderPreview } from '#contract/trading.ts';
import { Confirmations } from '#renderer/trading/review/Confirmations.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Sending } from '#renderer/trading/review/Sending.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { Verdicts } from '#renderer/trading/review/Verdicts.tsx';
import { Warnings } from '#renderer/trading/review/Warnings.tsx';

type Props = {
  /** What the confirming button says; it repeats what happens. Without one there is nothing left to confirm. */
  action: ReactNode;
  tone?: 'buy' | 'sell';
  /** Whether it could go as it stands, apart from what is confirmed here. */
  isReady: boolean;
  isSending: boolean;
  /** It is not answered: what becomes of it is told without this form, too. */
  canLeave?: boolean;
  /** Named for those who cannot see the dialog around it. */
  label?: string;
  back?: string;
  onBack: () => void;
  onConfirm: (confirmations: Confirmation[]) => void;
  issues?: readonly string[];
  /** Why main said nothing of it when it was last asked: without that it does not go. */
  unanswered?: string | undefined;
  /** What is probably not meant. */
  warnings?: readonly string[] | undefined;
  verdicts?: OrderPreview['verdicts'] | undefined;
  needed?: readonly Confirmation[];
  problem?: ReactNode;
  children: ReactNode;
};

const NONE: readonly never[] = [];

/** The last look before something is sent: an order, a change, a close, a mint, or one of these once more. */
export function ReviewForm(props: Props) {
  const { action, tone, isReady, isSending, canLeave = false, label, back = 'Back' } = props;
  const { issues = NONE, unanswered, warnings = NONE, verdicts = NONE, needed = NONE } = props;
  const { problem, children, onBack, onConfirm } = props;
  const [given, setGiven] = useState<ReadonlySet<Confirmation>>(new Set());
  const { profile } = useSession();
  const isAsked = (each: Confirmation): boolean =>
    each === 'exit-while-stopped' && profile.environment === 'live';
  const canConfirm =
    isReady && !isSending && needed.every((each) => given.has(each) || isAsked(each));
  // What was confirmed of one outage, or one stop, says nothing of the next.
  const stillNeeded = [...given].filter((each) => needed.includes(each));
  if (stillNeeded.length < given.size) setGiven(new Set(stillNeeded));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!canConfirm) return;
    onConfirm([...needed]);
    // Each time anew: it was said of what is sent now, and not of another try.
    setGiven(new Set());
  }

  return (
    <form className="dialog-form" aria-label={label} noValidate onSubmit={submit}>
      {children}
      {[...issues, ...(unanswered === undefined ? [] : [unanswered])].map((text) => (
        <p key={text} className="problem">
          <Said text={text} />
        </p>
      ))}
      <Warnings texts={warnings} />
      <Verdicts verdicts={verdicts} />
      <Confirmations needed={needed} given={given} onChange={setGiven} isAsked={isAsked} />
      {problem}
      {isSending && !canLeave && <Sending />}
      <div className="dialog-actions">
        <button type="button" onClick={onBack} disabled={isSending && !canLeave}>
          {back}
        </button>
        {action !== undefined && (
          <button
            type="submit"
            className={tone ? `primary primary-${tone}` : 'primary'}
            disabled={!canConfirm}
            onKeyDown={(event) => {
              // A key that is held down decides nothing.
              if (event.repeat) event.preventDefault();
            }}
          >
            {action}
          </button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isSending ? 'Sending.' : ''}
      </p>
    </form>
  );
}

/** A text stands in the letters of figures; an element brings its own. */
export type Fact = readonly [name: string, text: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="review-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={typeof text === 'string' ? 'num' : undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
