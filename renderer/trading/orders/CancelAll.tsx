import { useState } from 'react';
import { describeFailure, type Result } from '#contract/failure.ts';
import { CancelAllDialog } from '#renderer/trading/orders/CancelAllDialog.tsx';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { onceCancelsSettled } from '#renderer/trading/orders/cancels-settled.ts';
import { useSession } from '#renderer/session/session.ts';

type Props = { rows: OrderRow[]; isSome?: true; onClose: () => void };

/** Lists what would be canceled, and does it. What appears while it is open is not touched. */
export function CancelAll({ rows: listed, isSome, onClose }: Props) {
  const { bridge, profile, feeds, toast, untoast } = useSession();
  const { accountId } = profile;
  const [rows] = useState(listed);

  function take(result: Result<unknown>): boolean {
    const id = `cancel-all:${accountId}`;
    if (result.ok) untoast(id);
    else {
      toast({ kind: 'bad', text: describeFailure(result.failure), id });
      const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
      onceCancelsSettled(feeds, orderIds, () => untoast(id));
    }
    return result.ok;
  }

  async function cancelAll(chosen: OrderRow[]): Promise<boolean> {
    const orderIds = chosen.flatMap(({ orderId }) => orderId ?? []);
    const intentIds = chosen.flatMap(({ orderId, intentId }) =>
      orderId === undefined && intentId !== undefined ? [intentId] : [],
    );
    return take(await bridge.call('orders.cancelAll', { accountId, orderIds, intentIds }));
  }

  return (
    <CancelAllDialog
      rows={rows}
      isSome={isSome}
      onConfirm={cancelAll}
      onEverything={async () => take(await bridge.call('orders.cancelEverything', { accountId }))}
      onClose={onClose}
    />
  );
}
