import '#renderer/screens/desk/desk.css';
import { useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import type { AccountProfile } from '#contract/records.ts';
import { createAccountFeeds } from '#renderer/feed/account-feeds.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { AccountBar } from '#renderer/screens/desk/AccountBar.tsx';
import { SymbolPanel } from '#renderer/screens/desk/SymbolPanel.tsx';
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
  return (
    <div className={`desk environment-${profile.environment}`}>
      <AccountBar profile={profile} feeds={feeds} />
      {failure && (
        <p className="banner" role="alert">
          {describeFailure(failure)} What you see is the last that was heard.
        </p>
      )}
      <main className="desk-panels">
        <WatchlistPanel
          watchlist={watchlist}
          feeds={feeds}
          selected={symbol}
          onSelect={setChosen}
        />
        {symbol !== undefined && <SymbolPanel key={symbol} symbol={symbol} feeds={feeds} />}
      </main>
      <footer className="desk-foot">
        Prices and fills are simulated by the broker inside Ballast. No real money moves.
      </footer>
    </div>
  );
}
