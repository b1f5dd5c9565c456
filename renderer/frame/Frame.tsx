// Around every screen: who is traded for, how the streams are, what must be known before anything else.
import '#renderer/screens/desk/desk.css';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { createAccountFeeds } from '#renderer/feed/account-feeds.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { AccountBar } from '#renderer/frame/AccountBar.tsx';
import { StoppedBanner, StopTradingButton } from '#renderer/frame/StopTrading.tsx';
import { AppsScreen } from '#renderer/screens/apps/AppsScreen.tsx';
import { DeskScreen } from '#renderer/screens/desk/DeskScreen.tsx';
import { OfferedLinkContext, useHashLink } from '#renderer/session/offered-link.ts';
import { SessionContext, type ScreenName, type Session } from '#renderer/session/session.ts';

type Props = { bridge: Bridge; profile: AccountProfile };

const onNextFrame = (run: () => void): void => {
  requestAnimationFrame(run);
};

export function Frame({ bridge, profile }: Props) {
  const [feeds] = useState(() => createAccountFeeds(bridge, profile.accountId, onNextFrame));
  useEffect(() => feeds.start(), [feeds]);
  const [screen, go] = useState<ScreenName>('desk');
  const [symbol, choose] = useState<string>();
  const offered = useHashLink(useCallback(() => go('apps'), []));
  const failure = useSlice(feeds.failures, 'bridge');
  const session = useMemo<Session>(
    () => ({ bridge, profile, feeds, screen, go, symbol, choose, toast: () => undefined }),
    [bridge, profile, feeds, screen, symbol],
  );

  return (
    <SessionContext value={session}>
      <div className={`desk environment-${profile.environment}`}>
        <AccountBar profile={profile} feeds={feeds}>
          {/* TEMPORARY: until there is a navigation. */}
          <nav aria-label="Screens">
            <button type="button" onClick={() => go(screen === 'apps' ? 'desk' : 'apps')}>
              {screen === 'apps' ? 'Desk' : 'Apps'}
            </button>
          </nav>
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
        {screen === 'apps' ? (
          <OfferedLinkContext value={offered}>
            <AppsScreen />
          </OfferedLinkContext>
        ) : (
          <DeskScreen />
        )}
        <footer className="desk-foot">
          Prices and fills are simulated by the broker inside Ballast. No real money moves.
        </footer>
      </div>
    </SessionContext>
  );
}
