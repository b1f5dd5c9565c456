// The dialogs that the panels of a desk ask for, on the desk and beside a chart in a window of its own.
import { useMemo, useState } from 'react';
import type { OrderChange, OrderDraft } from '#contract/orders.ts';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useSession } from '#renderer/session/session.ts';
import type { DeskControl } from '#renderer/trading/desk-control.ts';
import { CancelAll } from '#renderer/trading/orders/CancelAll.tsx';
import { EvidenceDialog } from '#renderer/trading/orders/EvidenceDialog.tsx';
import type { OrderList } from '#renderer/trading/orders/order-list.ts';
import { isCancellable, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { ProtectDialog } from '#renderer/trading/positions/ProtectDialog.tsx';
import type { WayOutRequest } from '#renderer/trading/positions/use-way-out.ts';
import { WayOutDialog } from '#renderer/trading/positions/WayOutDialog.tsx';
import { ChangeDialog } from '#renderer/trading/ticket/ChangeDialog.tsx';

/** What is open, each beside the others. */
type Asked = {
  evidence?: string | undefined;
  toCancel?: { rows: OrderRow[]; isSome?: true } | undefined;
  wayOut?: { request: WayOutRequest; isEverywhere: boolean } | undefined;
  changing?: { orderId: string; change: OrderChange | undefined } | undefined;
};

type DialogControl = Pick<
  DeskControl,
  'reviewChange' | 'showEvidence' | 'cancelAll' | 'cancelSome' | 'wayOut'
>;

type Dialogs = { asked: Asked; close(what: keyof Asked): void; control: DialogControl };

export function useDeskDialogs(orders: OrderList): Dialogs {
  const { toast } = useSession();
  const [asked, setAsked] = useState<Asked>({});
  const [close] = useState(
    () => (what: keyof Asked) => setAsked((old) => ({ ...old, [what]: undefined })),
  );
  const control = useMemo<DialogControl>(() => {
    const ask = (more: Asked): void => setAsked((old) => ({ ...old, ...more }));
    return {
      reviewChange: (orderId, change) => ask({ changing: { orderId, change } }),
      showEvidence: (evidence) => ask({ evidence }),
      cancelAll() {
        orders.catchUp();
        const rows = [...orders.rows.all()].filter(isCancellable);
        if (rows.length > 0) ask({ toCancel: { rows } });
        else toast({ kind: 'note', text: 'No open orders.' });
      },
      cancelSome: (rows) => ask({ toCancel: { rows, isSome: true } }),
      wayOut: (request, isEverywhere = false) => ask({ wayOut: { request, isEverywhere } }),
    };
  }, [orders, toast]);
  return { asked, close, control };
}

type Props = {
  dialogs: Dialogs;
  /** A position was closed to be opened the other way round. */
  onReversed?: (draft: OrderDraft) => void;
};

export function DeskDialogs({ dialogs: { asked, close, control }, onReversed }: Props) {
  const { bridge, profile } = useSession();
  const { accounts } = useAccounts();
  const { evidence, toCancel, wayOut, changing } = asked;
  return (
    <>
      {evidence !== undefined && (
        <EvidenceDialog intentId={evidence} onClose={() => close('evidence')} />
      )}
      {toCancel && <CancelAll {...toCancel} onClose={() => close('toCancel')} />}
      {wayOut?.request.kind === 'protect' && (
        <ProtectDialog
          key={JSON.stringify(wayOut.request)}
          symbol={wayOut.request.symbols?.[0] ?? ''}
          initial={wayOut.request.protection}
          onClose={() => close('wayOut')}
        />
      )}
      {wayOut && wayOut.request.kind !== 'protect' && (
        <WayOutDialog
          bridge={bridge}
          accounts={wayOut.isEverywhere ? accounts : [profile]}
          key={JSON.stringify(wayOut.request)}
          request={wayOut.request}
          onClose={() => close('wayOut')}
          onInstead={(request) => control.wayOut(request)}
          {...(onReversed && { onReversed })}
        />
      )}
      {changing && (
        <ChangeDialog
          key={changing.orderId}
          orderId={changing.orderId}
          change={changing.change}
          onClose={() => close('changing')}
        />
      )}
    </>
  );
}
