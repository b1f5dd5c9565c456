import { useState } from 'react';
import { orderWords, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { Waiting } from '#renderer/trading/orders/Waiting.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Check } from '#renderer/ui/Check.tsx';
import { Said } from '#renderer/ui/Said.tsx';

type Props = {
  rows: OrderRow[];
  onConfirm: (rows: OrderRow[]) => Promise<boolean>;
  /** The broker's own 'cancel all'. */
  onEverything: () => Promise<boolean>;
  onClose: () => void;
};

/** Lists what it will touch; an order that opens meanwhile is not among it. */
export function CancelAllDialog({ rows, onConfirm, onEverything, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isEverything, setEverything] = useState(false);
  const hasUnknown = rows.some(({ group }) => group === 'unknown');

  async function confirm(): Promise<void> {
    setBusy(true);
    await (isEverything ? onEverything() : onConfirm(rows));
    setBusy(false);
    onClose();
  }

  return (
    <Dialog title="Cancel all orders" onClose={onClose} isBusy={isBusy}>
      <p>These orders are asked to be canceled, one by one. What fills first stays filled.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too */}
      <ul className="cancel-list" tabIndex={0} aria-label="Orders to cancel">
        {rows.map((row) => (
          <li key={row.key} className={`order-${row.group}`}>
            <span>
              <Said text={orderWords(row)} />
            </span>
            <span className="quiet-text">
              {row.wait ? <Waiting status={row.status} wait={row.wait} /> : row.status}
            </span>
          </li>
        ))}
      </ul>
      {hasUnknown && <p>An unknown order is canceled as soon as it appears.</p>}
      <fieldset className="cancel-choice">
        <legend className="visually-hidden">What to cancel</legend>
        <Check among="cancel-what" isOn={!isEverything} onChange={() => setEverything(false)}>
          The orders listed here, and no others
        </Check>
        <Check among="cancel-what" isOn={isEverything} onChange={() => setEverything(true)}>
          Everything on this account, also what was placed elsewhere and what is not listed
        </Check>
      </fieldset>
      <DialogActions
        onBack={onClose}
        action={
          isEverything
            ? 'Cancel everything'
            : `Cancel ${rows.length === 1 ? '1 order' : `${rows.length} orders`}`
        }
        onAction={() => void confirm()}
        isDangerous
        isBusy={isBusy}
      />
    </Dialog>
  );
}
