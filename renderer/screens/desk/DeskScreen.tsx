import '#renderer/screens/desk/desk.css';
import { useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { AccountProfile } from '#contract/accounts.ts';
import { createAccountFeeds } from '#renderer/feed/account-feeds.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { AccountBar } from '#renderer/screens/desk/AccountBar.tsx';
import { OrdersPanel } from '#renderer/screens/desk/orders/OrdersPanel.tsx';
import { PositionsPanel } from '#renderer/screens/desk/positions/PositionsPanel.tsx';
import { StoppedBanner, StopTradingButton } from '#renderer/screens/desk/StopTrading.tsx';
import { SymbolPanel } from '#renderer/screens/desk/SymbolPanel.tsx';
import { TicketPanel } from '#renderer/screens/desk/ticket/TicketPanel.tsx';
import { useTicket } from '#renderer/screens/desk/ticket/use-ticket.ts';
import { WatchlistPanel } from '#renderer/screens/desk/WatchlistPanel.tsx';
import { useWatchlist } from '#renderer/screens/desk/use-watchlist.ts';

type Props = { bridge: Bridge; profile: AccountProfile };

const onNextFrame = (run: () => void): void => {
  requestAnimationFrame(run);
};

export function DeskScreen({ bridge, profile }: Props) {
  const [feeds] = useState(() => createAccountFeeds(bridge, profile.accountId, onNextFrame));
  useEffect(() => feeds.start(), [feeds]);
  const watchlist = useWatchlist(bridge, profile.accountId);
  const [chosen, setChosen] = useState<string>();
  const failure = useSlice(feeds.failures, 'bridge');
  const symbol = chosen ?? watchlist.symbols?.[0];
  const quantity = useRef<HTMLInputElement>(null);
  const ticket = useTicket(bridge, profile.accountId, symbol);

  function fillTicket(draft: OrderDraft): void {
    ticket.fill(draft);
    setChosen(draft.symbol);
    // The quantity is what a person may want to change before the review.
    quantity.current?.focus();
  }

  return (
    <div className={`desk environment-${profile.environment}`}>
      <AccountBar profile={profile} feeds={feeds}>
        <StopTradingButton bridge={bridge} feeds={feeds} />
      </AccountBar>
      <div className="banners">
        {failure && (
          <p className="banner" role="alert">
            {describeFailure(failure)} What you see is the last that was heard.
          </p>
        )}
        <StoppedBanner bridge={bridge} feeds={feeds} />
      </div>
      <main className="desk-panels">
        <WatchlistPanel
          watchlist={watchlist}
          feeds={feeds}
          selected={symbol}
          onSelect={setChosen}
        />
        {symbol === undefined ? (
          <section className="panel" aria-label="Price" />
        ) : (
          <SymbolPanel key={symbol} symbol={symbol} feeds={feeds} />
        )}
        <TicketPanel control={ticket} quantity={quantity} profile={profile} feeds={feeds} />
        <div className="desk-lower">
          <OrdersPanel bridge={bridge} accountId={profile.accountId} feeds={feeds} />
          <PositionsPanel
            bridge={bridge}
            accountId={profile.accountId}
            feeds={feeds}
            onClosing={fillTicket}
          />
        </div>
      </main>
      <footer className="desk-foot">
        Prices and fills are simulated by the broker inside Ballast. No real money moves.
      </footer>
    </div>
  );
}
