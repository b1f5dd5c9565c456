import '#renderer/trading/orders/orders.css';
import { isOpen } from '#contract/orders.ts';
import { alsoEnding, cancelReach, leftBare } from '#renderer/trading/orders/cancel-reach.ts';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { useSession } from '#renderer/session/session.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Said } from '#renderer/ui/Said.tsx';

type Props = { orderId: string; answer: (isYes: boolean) => void };

/** Before an order is canceled that others end with: all of them by name, and what is left to protect the position. */
export function CancelTogether({ orderId, answer }: Props) {
  const { feeds } = useSession();
  const orders = useAll(feeds.orders);
  const positions = useSlice(feeds.positions, 'positions')?.positions ?? [];
  const reach = cancelReach(orderId, orders, positions);
  const keep = () => answer(false);

  // What it was asked for may have ended meanwhile, or the others.
  if (!reach) {
    const hasEnded = !isOpen(orders.find(({ id }) => id === orderId)?.status ?? '');
    return (
      <Dialog title="Cancel orders" onClose={keep}>
        <p role="status">
          {hasEnded ? 'This order has ended meanwhile.' : 'No other order ends with it any more.'}
        </p>
        <DialogActions
          onBack={keep}
          back={hasEnded ? 'Close' : 'Keep it'}
          {...(!hasEnded && { action: 'Cancel the order', onAction: () => answer(true) })}
          isDangerous
        />
      </Dialog>
    );
  }
  const { text, ends, left } = reach;
  return (
    <Dialog title="Cancel orders" onClose={keep}>
      <p>
        <Said text={text} />
      </p>
      <ul className="cancel-list" aria-label="Orders to cancel">
        {ends.map((words) => (
          <li key={words}>
            <span>
              <Said text={words} />
            </span>
          </li>
        ))}
      </ul>
      {left !== undefined && (
        <p className="warning">
          <Said text={left} />
        </p>
      )}
      <DialogActions
        onBack={keep}
        back="Keep them"
        action={ends.length === 2 ? 'Cancel both' : `Cancel all ${ends.length}`}
        onAction={() => answer(true)}
        isDangerous
      />
    </Dialog>
  );
}

/** What is not among these and ends with them, in words. */
export const useAlsoEnding = (rows: readonly OrderRow[]): string[] =>
  alsoEnding(
    rows.flatMap(({ orderId }) => orderId ?? []),
    useAll(useSession().feeds.orders),
  );

/** Under a list of what is to be canceled: what is not on it and ends all the same, and what loses its last exit. */
export function AlsoCanceled({ rows }: { rows: readonly OrderRow[] | 'every order' }) {
  const { feeds } = useSession();
  const orders = useAll(feeds.orders);
  const positions = useSlice(feeds.positions, 'positions')?.positions ?? [];
  const ids = rows === 'every order' ? undefined : rows.flatMap(({ orderId }) => orderId ?? []);
  const also = useAlsoEnding(rows === 'every order' ? [] : rows);
  const bare = leftBare(ids, orders, positions);
  return (
    <>
      {also.length > 0 && (
        <p className="warning">
          <Said text={`The broker cancels with them: ${also.join(', ')}.`} />
        </p>
      )}
      {bare !== undefined && (
        <p className="warning">
          <Said text={bare} />
        </p>
      )}
    </>
  );
}
