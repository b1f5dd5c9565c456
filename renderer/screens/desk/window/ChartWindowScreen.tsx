// What a window with one chart shows. Its choices are its own and stand in its address; the panels of the desk and what
// they were left with are not touched.
import '#renderer/screens/desk/window/window.css';
import { useState } from 'react';
import type { OrderChange } from '#contract/orders.ts';
import { Chart } from '#renderer/chart/Chart.tsx';
import type { TicketLink } from '#renderer/screens/desk/use-chart-plan.ts';
import { TicketLinkContext } from '#renderer/screens/desk/window/ticket-link.ts';
import { useCancel } from '#renderer/trading/orders/use-cancel.tsx';
import { ChangeDialog } from '#renderer/trading/ticket/ChangeDialog.tsx';
import { useShownChart } from '#renderer/session/chart-window.ts';
import { useSession } from '#renderer/session/session.ts';
import { FrameSlot } from '#renderer/ui/FrameSlot.tsx';
import { late } from '#renderer/ui/late.tsx';

/** Most of these windows never trade: the ticket's file is read when it is asked for. */
const ticket = late(
  async () => (await import('#renderer/screens/desk/window/WindowTicket.tsx')).WindowTicket,
  () => <p className="empty">Opening the ticket</p>,
);

export function ChartWindowScreen() {
  const { symbol: inHand } = useSession();
  const { chart, change } = useShownChart();
  const { cancel, question } = useCancel();
  const [changing, setChanging] = useState<{ orderId: string; change: OrderChange }>();
  const [link, setLink] = useState<TicketLink>();
  const { accountId, symbol, isLinked, hasTicket, ...look } = chart;
  return (
    <main className={`chart-window ${hasTicket ? 'chart-window-split' : ''}`}>
      <FrameSlot>
        <button
          type="button"
          className="small chart-window-toggle"
          aria-pressed={hasTicket === true}
          onClick={() => {
            const { hasTicket: _, ...rest } = chart;
            change(hasTicket ? rest : { ...rest, hasTicket: true });
          }}
        >
          Ticket
        </button>
      </FrameSlot>
      <div className="panel-host">
        <Chart
          symbol={symbol}
          settings={isLinked ? look : { ...look, symbol }}
          onChange={({ symbol: own, ...next }) =>
            change({
              ...next,
              accountId,
              symbol: own ?? inHand ?? symbol,
              isLinked: own === undefined,
              ...(hasTicket && { hasTicket }),
            })
          }
          onMoveOrder={(orderId, asked) => setChanging({ orderId, change: asked })}
          onCancelOrder={cancel}
          // No desk hears of it: the chart goes its own way from here.
          onSymbol={(own) => change({ ...chart, symbol: own, isLinked: false })}
          {...link}
        />
      </div>
      {hasTicket && (
        <div className="panel-host chart-window-ticket">
          <TicketLinkContext value={setLink}>
            <ticket.Component />
          </TicketLinkContext>
        </div>
      )}
      {question}
      {changing && (
        <ChangeDialog
          key={changing.orderId}
          orderId={changing.orderId}
          change={changing.change}
          onClose={() => setChanging(undefined)}
        />
      )}
    </main>
  );
}
