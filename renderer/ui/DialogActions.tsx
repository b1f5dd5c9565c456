import type { ReactNode } from 'react';

type Props = {
  onBack?: (() => void) | undefined;
  back?: string;
  /** What the dialog is for; without it there is only the way back. */
  action?: string;
  /** Where it is no form, whose submission would do it. */
  onAction?: () => void;
  isDangerous?: boolean;
  /** Neither way can be gone now. */
  isBusy?: boolean;
  /** It cannot be done yet. */
  isHeld?: boolean;
  /** Between the two. */
  children?: ReactNode;
};

/** At the foot of a dialog: the way back, and on. */
export function DialogActions(props: Props) {
  const { onBack, back = 'Back', action, onAction, children } = props;
  const { isDangerous = false, isBusy = false, isHeld = false } = props;
  return (
    <div className="dialog-actions">
      {onBack && (
        <button type="button" onClick={onBack} disabled={isBusy}>
          {back}
        </button>
      )}
      {children}
      {action !== undefined && (
        <button
          type={onAction ? 'button' : 'submit'}
          className={isDangerous ? 'primary primary-danger' : 'primary'}
          disabled={isBusy || isHeld}
          onClick={onAction}
        >
          {action}
        </button>
      )}
    </div>
  );
}
