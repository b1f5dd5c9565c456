import type { FormEvent, ReactNode } from 'react';
import { BADGES } from '#renderer/core/environment.ts';
import { useSession } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';

type Props = {
  title: string;
  /** What the confirming button says; it repeats what happens, and with which money. */
  action: string;
  isSending: boolean;
  /** Why it cannot go now. */
  held?: string | undefined;
  problem: string | undefined;
  onBack: () => void;
  onConfirm: () => void;
  children: ReactNode;
};

/** The last look before something leaves the account: one mint, or many. */
export function ReviewForm(props: Props) {
  const { title, action, isSending, held, problem, onBack, onConfirm, children } = props;
  const isReady = !isSending && held === undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) onConfirm();
  }

  return (
    <Dialog title={title} onClose={onBack} isBusy={isSending}>
      <form className="dialog-form" onSubmit={submit}>
        {children}
        {held !== undefined && <p className="form-held">{held}</p>}
        {problem !== undefined && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-actions">
          <button type="button" onClick={onBack} disabled={isSending}>
            Back
          </button>
          <button
            type="submit"
            className="primary"
            disabled={!isReady}
            onKeyDown={(event) => {
              // A key that is held down decides nothing.
              if (event.repeat) event.preventDefault();
            }}
          >
            {action}
          </button>
        </div>
        <p className="visually-hidden" role="status">
          {isSending ? 'Sending.' : ''}
        </p>
      </form>
    </Dialog>
  );
}

export type Fact = readonly [name: string, text: string];

/** The account comes first, in its colour. */
export function ReviewFacts({ facts }: { facts: readonly Fact[] }) {
  const { profile } = useSession();
  return (
    <dl className="review-facts">
      <div>
        <dt>Account</dt>
        <dd className="review-account">
          {profile.label} <span className="badge">{BADGES[profile.environment]}</span>
        </dd>
      </div>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
