import '#renderer/screens/desk/desk.css';
import { useMemo, useRef, useState } from 'react';
import type { OrderDraft } from '#contract/orders.ts';
import { ChartPanel } from '#renderer/screens/desk/chart/ChartPanel.tsx';
import { DeskContext, type DeskControl } from '#renderer/screens/desk/desk-control.ts';
import { EvidenceDialog } from '#renderer/screens/desk/orders/EvidenceDialog.tsx';
import { OrdersPanel } from '#renderer/screens/desk/orders/OrdersPanel.tsx';
import { PositionsPanel } from '#renderer/screens/desk/positions/PositionsPanel.tsx';
import { TicketPanel } from '#renderer/screens/desk/ticket/TicketPanel.tsx';
import { useTicket } from '#renderer/screens/desk/ticket/use-ticket.ts';
import { WatchlistPanel } from '#renderer/screens/desk/WatchlistPanel.tsx';
import { useSession } from '#renderer/session/session.ts';

export function DeskScreen() {
  const { bridge, profile, feeds, symbol, choose, toast } = useSession();
  const quantity = useRef<HTMLInputElement>(null);
  const ticket = useTicket(bridge, profile.accountId, symbol);
  const [evidenceOf, setEvidenceOf] = useState<string>();

  const control = useMemo<DeskControl>(
    () => ({
      ticket,
      quantity,
      fillTicket(draft: OrderDraft) {
        ticket.fill(draft);
        choose(draft.symbol);
        // The quantity is what a person may want to change before the review.
        quantity.current?.focus();
      },
      reviewChange: () => toast({ kind: 'note', text: 'Changing an order is not built yet.' }),
      showEvidence: setEvidenceOf,
    }),
    [ticket, choose, toast],
  );

  return (
    <DeskContext value={control}>
      <main className="desk-panels">
        <WatchlistPanel />
        <ChartPanel />
        <TicketPanel />
        <div className="desk-lower">
          <OrdersPanel />
          <PositionsPanel />
        </div>
      </main>
      {evidenceOf !== undefined && (
        <EvidenceDialog
          bridge={bridge}
          accountId={profile.accountId}
          feeds={feeds}
          intentId={evidenceOf}
          onClose={() => setEvidenceOf(undefined)}
        />
      )}
    </DeskContext>
  );
}
