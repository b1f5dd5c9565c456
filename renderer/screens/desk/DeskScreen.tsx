import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import type { OrderDraft } from '#contract/orders.ts';
import { pagePace } from '#renderer/core/delay.ts';
import { focusWhenThere } from '#renderer/ui/focus-when-there.ts';
import { FrameSlot } from '#renderer/ui/FrameSlot.tsx';
import { useCommands } from '#renderer/session/use-commands.ts';
import { DeskContext, TicketContext, type DeskControl } from '#renderer/trading/desk-control.ts';
import { TradeCommands } from '#renderer/trading/commands/TradeCommands.tsx';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';
import { OrderCommands } from '#renderer/trading/orders/OrderCommands.tsx';
import { OverDialogs } from '#renderer/ui/Dialog.tsx';
import { DeskDialogs, useDeskDialogs } from '#renderer/screens/desk/DeskDialogs.tsx';
import { useTour } from '#renderer/screens/desk/tour/use-tour.tsx';
import { useDeskTarget } from '#renderer/screens/desk/use-desk-target.ts';
import { useTicket, type TicketControl } from '#renderer/trading/ticket/use-ticket.ts';
import { LayoutsMenu } from '#renderer/screens/desk/workspace/LayoutsMenu.tsx';
import { useWorkspace } from '#renderer/screens/desk/workspace/use-workspace.ts';
import { workspaceCommands } from '#renderer/screens/desk/workspace/workspace-commands.ts';
import { WorkspaceView } from '#renderer/screens/desk/workspace/WorkspaceView.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { useLatest } from '#renderer/ui/use-latest.ts';

/** A person who waits for longer has gone on to something else. */
const REVIEW_WITHIN_MS = 10_000;

const BUSY_TICKET =
  'Nothing was filled in: the ticket is waiting for the answer to its last order.';

export function DeskScreen() {
  const { bridge, profile, feeds, screen, go, symbol, choose, toast } = useSession();
  const documents = useUiDocuments();
  const quantity = useRef<HTMLInputElement>(null);
  const ticket = useTicket(bridge, profile.accountId, symbol);
  const latestTicket = useLatest(ticket);
  const [isSavingLayout, setSavingLayout] = useState(false);
  const workspace = useWorkspace();
  // Behind another screen it has no size to be laid out in: it opens when it is first in sight.
  const [isOpened, setOpened] = useState(screen === 'desk');
  if (screen === 'desk' && !isOpened) setOpened(true);

  const [shownOrder, setShownOrder] = useState<{ key: string }>();
  /** The order that is to be reviewed once the ticket holds it. */
  const opening = useRef<{ draft: OrderDraft; since: number }>(undefined);
  const orders = useMemo(() => createOrderList(feeds, pagePace), [feeds]);
  useEffect(() => orders.start(), [orders]);
  const dialogs = useDeskDialogs(orders);

  const control = useMemo<DeskControl>(
    () => ({
      quantity,
      fillTicket(draft: OrderDraft): boolean {
        const isTaken = latestTicket.current.fill(draft);
        if (!isTaken) toast({ kind: 'bad', text: BUSY_TICKET });
        else {
          choose(draft.symbol);
          workspace.show('ticket');
          // The quantity is what a person may want to change before the review.
          focusWhenThere(quantity);
        }
        return isTaken;
      },
      openTicket(side, wanted = symbol) {
        if (wanted !== undefined) choose(wanted);
        latestTicket.current.edit({ side, ...(wanted !== undefined && { symbol: wanted }) });
        workspace.show('ticket');
        focusWhenThere(quantity, { isSelected: true });
      },
      ...dialogs.control,
      showOrder(orderId) {
        workspace.show('orders');
        setShownOrder({ key: orderId });
      },
      shownOrder,
      orders,
    }),
    [latestTicket, symbol, choose, workspace, orders, toast, shownOrder, dialogs.control],
  );
  useDeskTarget(control);
  const tour = useTour({ ticket, quantity, evidenceOf: dialogs.asked.evidence, workspace });

  const openReview = useEffectEvent(async () => {
    const { current } = opening;
    // What stands in its way for a moment, such as a position that is not read yet, is waited for.
    if ((await ticket.review()) && opening.current === current) opening.current = undefined;
  });
  const { canSend, preview } = ticket;
  useEffect(() => {
    const { current } = opening;
    if (!current || !canSend || !preview || preview.issues.length > 0) return;
    const isLate = performance.now() - current.since > REVIEW_WITHIN_MS;
    if (isLate || !isSameOrder(preview.draft, current.draft)) opening.current = undefined;
    else void openReview();
  }, [canSend, preview]);

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
    <Around control={control} ticket={ticket} overDialogs={tour.overDialogs}>
      {screen === 'desk' && (
        <FrameSlot>
          {tour.offer}
          <LayoutsMenu workspace={workspace} isSaving={isSavingLayout} onSaving={setSavingLayout} />
        </FrameSlot>
      )}
      <main className="desk-workspace">
        {isOpened && <WorkspaceView onReady={workspace.open} />}
        {tour.card}
      </main>
      <OrderCommands />
      <TradeCommands />
      <DeskDialogs
        dialogs={dialogs}
        onReversed={(draft) => {
          opening.current = control.fillTicket(draft)
            ? { draft, since: performance.now() }
            : undefined;
        }}
      />
    </Around>
  );
}

const isSameOrder = (a: OrderDraft | undefined, b: OrderDraft): boolean =>
  a?.symbol === b.symbol && a.side === b.side && a.type === b.type && a.qty === b.qty;

type AroundProps = {
  control: DeskControl;
  ticket: TicketControl;
  overDialogs: ReactNode;
  children: ReactNode;
};

const Around = ({ control, ticket, overDialogs, children }: AroundProps) => (
  <DeskContext value={control}>
    <TicketContext value={ticket}>
      <OverDialogs value={overDialogs}>{children}</OverDialogs>
    </TicketContext>
  </DeskContext>
);
