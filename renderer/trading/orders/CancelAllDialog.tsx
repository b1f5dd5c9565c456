import { useState } from 'react';
import { AlsoCanceled, useAlsoEnding } from '#renderer/trading/orders/CancelTogether.tsx';
import { orderWords, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { Waiting } from '#renderer/trading/orders/Waiting.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Check } from '#renderer/ui/Check.tsx';
import { Said } from '#renderer/ui/Said.tsx';

type Props = {
  rows: OrderRow[];
  /** A part of what is open was asked for: the rest is not offered. */
  isSome?: true | undefined;
  onConfirm: (rows: OrderRow[]) => Promise<boolean>;
  /** The broker's own 'cancel all'. */
  onEverything: () => Promise<boolean>;
  onClose: () => void;
};

/** Lists what it will touch; an order that opens meanwhile is not among it. */
export function CancelAllDialog({ rows, isSome, onConfirm, onEverything, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isEverything, setEverything] = useState(false);
  const count = rows.length + useAlsoEnding(rows).length;
  const hasUnknown = rows.some(({ group }) => group === 'unknown');

  async function confirm(): Promise<void> {
    setBusy(true);
    await (isEverything ? onEverything() : onConfirm(rows));
    setBusy(false);
    onClose();
  }

  return (
    <Dialog
      title={isSome ? 'Cancel these orders' : 'Cancel all orders'}
      onClose={onClose}
      isBusy={isBusy}
    >
      <p>Ballast will cancel these orders one by one. An order that fills first stays filled.</p>
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
      <AlsoCanceled rows={isEverything ? 'every order' : rows} />
      {hasUnknown && <p>An unconfirmed order will be canceled as soon as it appears.</p>}
      {!isSome && (
        <fieldset className="cancel-choice">
          <legend className="visually-hidden">What to cancel</legend>
          <Check among="cancel-what" isOn={!isEverything} onChange={() => setEverything(false)}>
            Only the orders listed here
          </Check>
          <Check among="cancel-what" isOn={isEverything} onChange={() => setEverything(true)}>
            Every open order on this account, including orders placed elsewhere and orders not
            listed here
          </Check>
        </fieldset>
      )}
      <DialogActions
        onBack={onClose}
        action={
          isEverything
            ? 'Cancel everything'
            : `Cancel ${count === 1 ? '1 order' : `${count} orders`}`
        }
        onAction={() => void confirm()}
        isDangerous
        isBusy={isBusy}
      />
    </Dialog>
  );
}
