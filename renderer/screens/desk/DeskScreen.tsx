import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrderChange, OrderDraft } from '#contract/orders.ts';
import { delay } from '#renderer/core/delay.ts';
import { FrameSlot } from '#renderer/ui/FrameSlot.tsx';
import { useCommands } from '#renderer/session/use-commands.ts';
import { DeskContext, type DeskControl } from '#renderer/trading/desk-control.ts';
import { CancelAll } from '#renderer/trading/orders/CancelAll.tsx';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';
import { isCancellable, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { OrderCommands } from '#renderer/trading/orders/OrderCommands.tsx';
import { EvidenceDialog } from '#renderer/trading/orders/EvidenceDialog.tsx';
import type { WayOutRequest } from '#renderer/trading/positions/use-way-out.ts';
import { WayOutDialog } from '#renderer/trading/positions/WayOutDialog.tsx';
import { ChangeDialog } from '#renderer/trading/ticket/ChangeDialog.tsx';
import { useDeskTarget } from '#renderer/screens/desk/use-desk-target.ts';
import { useTicket } from '#renderer/trading/ticket/use-ticket.ts';
import { LayoutsMenu } from '#renderer/screens/desk/workspace/LayoutsMenu.tsx';
import { useWorkspace } from '#renderer/screens/desk/workspace/use-workspace.ts';
import { workspaceCommands } from '#renderer/screens/desk/workspace/workspace-commands.ts';
import { WorkspaceView } from '#renderer/screens/desk/workspace/WorkspaceView.tsx';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useSession } from '#renderer/session/session.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import type { Pace } from '#renderer/ui/table/sorted-rows.ts';

const PACE: Pace = {
  now: () => performance.now(),
  later: (run) => delay(0, run),
};

const BUSY_TICKET = 'Nothing was filled in: the ticket waits for the answer to its last order.';

export function DeskScreen() {
  const { bridge, profile, feeds, screen, go, symbol, choose, toast } = useSession();
  const documents = useUiDocuments();
  const quantity = useRef<HTMLInputElement>(null);
  const ticket = useTicket(bridge, profile.accountId, symbol);
  const [evidenceOf, setEvidenceOf] = useState<string>();
  const [isSavingLayout, setSavingLayout] = useState(false);
  const workspace = useWorkspace();
  const [changing, setChanging] = useState<{ orderId: string; change: OrderChange | undefined }>();

  const [shownOrder, setShownOrder] = useState<{ key: string }>();
  const [toCancel, setToCancel] = useState<OrderRow[]>();
  const [wayOut, setWayOut] = useState<{ request: WayOutRequest; isEverywhere: boolean }>();
  const { accounts } = useAccounts();
  const orders = useMemo(() => createOrderList(feeds, PACE), [feeds]);
  useEffect(() => orders.start(), [orders]);

  const control = useMemo<DeskControl>(
    () => ({
      ticket,
      quantity,
      fillTicket(draft: OrderDraft): void {
        if (!ticket.fill(draft)) return toast({ kind: 'bad', text: BUSY_TICKET });
        choose(draft.symbol);
        workspace.show('ticket');
        // The quantity is what a person may want to change before the review.
        requestAnimationFrame(() => quantity.current?.focus());
      },
      reviewChange: (orderId, change) => setChanging({ orderId, change }),
      showEvidence: setEvidenceOf,
      showOrder(orderId) {
        workspace.show('orders');
        setShownOrder({ key: orderId });
      },
      shownOrder,
      orders,
      cancelAll() {
        const open = [...orders.rows.all()].filter(isCancellable);
        if (open.length > 0) setToCancel(open);
        else toast({ kind: 'note', text: 'No order is open.' });
      },
      wayOut: (request, isEverywhere = false) => setWayOut({ request, isEverywhere }),
    }),
    [ticket, choose, workspace, orders, toast, shownOrder],
  );
  useDeskTarget(control);

  useCommands(() =>
    workspaceCommands(workspace, Object.keys(documents.get('layouts').saved), () =>
      setSavingLayout(true),
    ).map((command) => ({
      ...command,
      run() {
        go('desk');
        command.run();
      },
    })),
  );

  return (
    <DeskContext value={control}>
      {screen === 'desk' && (
        <FrameSlot>
          <LayoutsMenu workspace={workspace} isSaving={isSavingLayout} onSaving={setSavingLayout} />
        </FrameSlot>
      )}
      <main className="desk-workspace">
        <WorkspaceView onReady={workspace.open} />
      </main>
      <OrderCommands />
      {evidenceOf !== undefined && (
        <EvidenceDialog intentId={evidenceOf} onClose={() => setEvidenceOf(undefined)} />
      )}
      {toCancel && <CancelAll rows={toCancel} onClose={() => setToCancel(undefined)} />}
      {wayOut && (
        <WayOutDialog
          bridge={bridge}
          accounts={wayOut.isEverywhere ? accounts : [profile]}
          request={wayOut.request}
          onClose={() => setWayOut(undefined)}
        />
      )}
      {changing && (
        <ChangeDialog
          key={changing.orderId}
          orderId={changing.orderId}
          change={changing.change}
          onClose={() => setChanging(undefined)}
        />
      )}
    </DeskContext>
  );
}
