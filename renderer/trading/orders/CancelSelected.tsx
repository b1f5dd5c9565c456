import { useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { AlsoCanceled, useAlsoEnding } from '#renderer/trading/orders/CancelTogether.tsx';
import { canSelect, orderWords, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { Waiting } from '#renderer/trading/orders/Waiting.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { formatQuantity } from '#renderer/ui/format.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { useRows } from '#renderer/ui/table/use-rows.ts';

type Props = { rows: readonly OrderRow[]; onClose: () => void };

/** Lists what would be canceled, does it, and says how each of them ended. */
export function CancelSelected({ rows: listed, onClose }: Props) {
  const { bridge, profile } = useSession();
  const { orders } = useDesk();
  useRows(orders.rows);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const rows = listed.map((row) => orders.rows.get(row.key) ?? row);
  const open = rows.filter(canSelect);
  const also = useAlsoEnding(open).length;

  async function confirm(): Promise<void> {
    setBusy(true);
    setAsked(true);
    const result = await bridge.call('orders.cancelAll', {
      accountId: profile.accountId,
      orderIds: open.flatMap(({ orderId }) => orderId ?? []),
      intentIds: [],
    });
    setBusy(false);
    setProblem(result.ok ? undefined : describeFailure(result.failure));
  }

  return (
    <Dialog title="Cancel selected orders" onClose={onClose} isBusy={isBusy}>
      <p role="status">{isAsked ? endedWords(rows) : ASKING}</p>
      <Problem text={problem} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too */}
      <ul className="cancel-list" tabIndex={0} aria-label="Selected orders">
        {rows.map((row) => (
          <li key={row.key} className={`order-${row.group}`}>
            <span>
              <Said text={orderWords(row)} />
            </span>
            <span className="quiet-text">
              <Ended row={row} isAsked={isAsked} />
            </span>
          </li>
        ))}
      </ul>
      {!isAsked && <AlsoCanceled rows={open} />}
      {isAsked ? (
        <DialogActions onBack={onClose} back="Close" isBusy={isBusy} />
      ) : (
        <DialogActions
          onBack={onClose}
          action={`Cancel ${countWords(open.length + also)}`}
          onAction={() => void (open.length === 0 ? onClose() : confirm())}
          isDangerous
          isBusy={isBusy}
        />
      )}
    </Dialog>
  );
}

const ASKING =
  'Ballast will cancel these orders one by one. An order that fills first stays filled.';

const countWords = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

function endedWords(rows: readonly OrderRow[]): string {
  const waiting = rows.filter(canSelect).length;
  return waiting === 0
    ? 'All of them have ended.'
    : `${countWords(waiting)} of ${rows.length} still open. Ballast keeps asking the broker until each has ended.`;
}

function Ended({ row, isAsked }: { row: OrderRow; isAsked: boolean }) {
  const { status, wait, kind, filledQty, qty } = row;
  if (kind === 'open') return wait ? <Waiting status={status} wait={wait} /> : status;
  if (!isAsked) return <>{status} meanwhile</>;
  if (kind === 'filled') return <>filled before it could be canceled</>;
  const isPart = filledQty !== undefined && /[1-9]/.test(filledQty) && qty !== undefined;
  return (
    <>
      {status}
      {isPart && <Said text={`, ${formatQuantity(filledQty)} of ${formatQuantity(qty)} filled`} />}
    </>
  );
}
