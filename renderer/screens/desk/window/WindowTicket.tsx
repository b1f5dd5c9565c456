// The ticket beside a chart in a window of its own: the same ticket, the same review and the same engine as on the desk.
// It has an intent of its own, so an order that two windows hold is two decisions, and main judges each of them.
import { useEffect, useMemo, useRef } from 'react';
import { pagePace } from '#renderer/core/delay.ts';
import { DeskDialogs, useDeskDialogs } from '#renderer/screens/desk/DeskDialogs.tsx';
import { useChartPlan } from '#renderer/screens/desk/use-chart-plan.ts';
import { useTicketLink } from '#renderer/screens/desk/window/ticket-link.ts';
import { useShownChart } from '#renderer/session/chart-window.ts';
import { useSession } from '#renderer/session/session.ts';
import { DeskContext, TicketContext, type DeskControl } from '#renderer/trading/desk-control.ts';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';
import { TicketPanel } from '#renderer/trading/ticket/TicketPanel.tsx';
import { useTicket } from '#renderer/trading/ticket/use-ticket.ts';
import { focusWhenThere } from '#renderer/ui/focus-when-there.ts';

const BUSY = 'Nothing was filled in: the ticket is waiting for the answer to its last order.';

export function WindowTicket() {
  const { bridge, profile, feeds, toast } = useSession();
  const { symbol } = useShownChart().chart;
  const quantity = useRef<HTMLInputElement>(null);
  const ticket = useTicket(bridge, profile.accountId, symbol);
  const orders = useMemo(() => createOrderList(feeds, pagePace), [feeds]);
  useEffect(() => orders.start(), [orders]);
  const dialogs = useDeskDialogs(orders);

  const control = useMemo<DeskControl>(
    () => ({
      quantity,
      fillTicket(draft) {
        const isTaken = ticket.fill(draft);
        if (isTaken) focusWhenThere(quantity);
        else toast({ kind: 'bad', text: BUSY });
        return isTaken;
      },
      openTicket(side, wanted = symbol) {
        ticket.edit({ side, symbol: wanted });
        focusWhenThere(quantity, { isSelected: true });
      },
      ...dialogs.control,
      showOrder: () => toast({ kind: 'note', text: 'Orders are listed on the desk.' }),
      shownOrder: undefined,
      orders,
    }),
    [ticket, symbol, orders, toast, dialogs.control],
  );

  return (
    <DeskContext value={control}>
      <TicketContext value={ticket}>
        <TicketPanel />
        <ChartLink />
      </TicketContext>
      <DeskDialogs dialogs={dialogs} />
    </DeskContext>
  );
}

/** The chart shows what this ticket and the position plan, and a price picked there comes into this ticket. */
function ChartLink() {
  const { plan, onPlan, onPickPrice } = useChartPlan(useShownChart().chart.symbol);
  const setLink = useTicketLink();
  useEffect(() => setLink({ plan, onPlan, onPickPrice }), [setLink, plan, onPlan, onPickPrice]);
  useEffect(() => () => setLink(undefined), [setLink]);
  return null;
}
