// Around every screen: who is traded for, how the streams are, what must be known before anything else.
import '#renderer/app/frame/frame.css';
import '#renderer/app/frame/palette.css';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { Ticker } from '#contract/records.ts';
import type { LeftPlace } from '#contract/ui.ts';
import { onceSeen } from '#renderer/core/delay.ts';
import { createAccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { AlertsMenu } from '#renderer/app/frame/AlertsMenu.tsx';
import { useAlertNotices } from '#renderer/app/frame/alert-notices.ts';
import { SessionStatus } from '#renderer/session/Market.tsx';
import { AccountBar } from '#renderer/app/frame/AccountBar.tsx';
import { Banners } from '#renderer/app/frame/Banners.tsx';
import { createCommands } from '#renderer/core/commands/commands.ts';
import { FrameFoot } from '#renderer/app/frame/FrameFoot.tsx';
import { FrameActions } from '#renderer/app/frame/FrameActions.tsx';
import { frameCommands } from '#renderer/app/frame/frame-commands.ts';
import { FrameSlotContext } from '#renderer/ui/FrameSlot.tsx';
import { PopupHome } from '#renderer/ui/popup-home.ts';
import { Tips } from '#renderer/ui/Tip.tsx';
import { KeySheet } from '#renderer/session/KeySheet.tsx';
import { Palette } from '#renderer/app/frame/Palette.tsx';
import { hasScreen, SCREENS } from '#renderer/app/screens.tsx';
import { useStop } from '#renderer/app/frame/StopTrading.tsx';
import { useToast, useUntoast } from '#renderer/app/frame/Toasts.tsx';
import { CommandsContext } from '#renderer/session/use-commands.ts';
import { useDocumentProblems } from '#renderer/app/frame/use-document-problems.ts';
import { useEnvironment } from '#renderer/app/frame/use-environment.ts';
import { useKeys } from '#renderer/app/frame/use-keys.ts';
import { useSymbolInHand, useToldSymbol } from '#renderer/app/frame/use-linked-symbol.ts';
import { useVisits } from '#renderer/app/frame/use-visits.ts';
import { useVisitQueue } from '#renderer/app/frame/visit-queue.ts';
import {
  SessionContext,
  type ScreenName,
  type Session,
  type Target,
} from '#renderer/session/session.ts';
import { OfferedLinkContext, useHashLink } from '#renderer/session/offered-link.ts';
import { useUiDocument, useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { Guarded } from '#renderer/ui/Guarded.tsx';

type Props = {
  bridge: Bridge;
  profile: AccountProfile;
  accounts: readonly AccountProfile[];
  desk: DeskState | undefined;
  firstScreen: ScreenName;
  firstSymbol: string | undefined;
  /** What is in front from now on. */
  onPlace: (place: LeftPlace) => void;
  /** To be said once. */
  note: string | undefined;
  onNoted: () => void;
  /** The person chose it. */
  onAccount: (accountId: string) => void;
  /** Something that the page was asked to show is there. */
  onVisit: (accountId: string) => void;
};

export function Frame(props: Props) {
  const { bridge, profile, accounts, desk, firstScreen, onPlace, note, onNoted, onAccount } = props;
  const [feeds] = useState(() => createAccountFeeds(bridge, profile.accountId, onceSeen));
  useEffect(() => feeds.start(), [feeds]);
  const [screen, go] = useState<ScreenName>(firstScreen);
  const here = profile.accountId;
  const [symbol, choose] = useSymbolInHand(here, props.firstSymbol);
  // A contract's symbol is no ticker.
  const { data: ticker } = Ticker.safeParse(symbol);
  useEffect(
    () => onPlace({ accountId: here, screen, ...(ticker !== undefined && { symbol: ticker }) }),
    [onPlace, here, screen, ticker],
  );
  const [target, setTarget] = useState<Target>();
  const [offered, offer] = useHashLink(useCallback(() => go('apps'), []));
  const toast = useToast(profile.label);
  const untoast = useUntoast();
  const stop = useStop();
  const failure = useSlice(feeds.failures, 'bridge');
  const isStopped = useSlice(feeds.trading, 'trading')?.isStopped ?? false;
  const documents = useUiDocuments();
  const [{ theme }] = useUiDocument('appearance');
  const [dialog, setDialog] = useState<'palette' | 'keys'>();
  const popups = useRef<HTMLDivElement>(null);
  const front = useRef<HTMLDivElement>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const visits = useVisitQueue();
  const session = useMemo<Session>(
    () => ({
      bridge,
      profile,
      feeds,
      screen,
      go,
      symbol,
      choose,
      toast,
      untoast,
      target,
      takeTarget: () => setTarget(undefined),
      show: (place) => visits.go({ place: 'target', target: place }),
    }),
    [bridge, profile, feeds, screen, symbol, choose, toast, untoast, target, visits],
  );
  const [commands] = useState(() => createCommands(() => documents.get('keys').changed));

  useEffect(() =>
    commands.add(() =>
      frameCommands({
        session,
        documents,
        desk,
        accounts,
        onAccount,
        onScreen(name) {
          go(name);
          front.current?.focus();
        },
        onPalette: () => setDialog('palette'),
        onKeys: () => setDialog('keys'),
        onFlatten: () => visits.go({ place: 'flatten' }),
        onStop: stop,
      }),
    ),
  );
  useKeys(commands);
  useAlertNotices(session);
  useVisits({
    accountId: profile.accountId,
    isKnown: (accountId) => accounts.some((account) => account.accountId === accountId),
    onAccount: props.onVisit,
    toast,
    onArrival(arrival) {
      if (arrival.link !== undefined) offer(arrival.link);
      if (arrival.symbol !== undefined) choose(arrival.symbol);
      setTarget(arrival.target);
      go(arrival.screen);
    },
  });
  useEnvironment(profile, theme, { isStopped });
  useToldSymbol(profile.accountId, symbol);
  useEffect(() => {
    if (note === undefined) return;
    toast({ kind: 'note', text: note });
    onNoted();
  }, [note, toast, onNoted]);
  useDocumentProblems(toast);

  return (
    <SessionContext value={session}>
      <CommandsContext value={commands}>
        <FrameSlotContext value={slot}>
          <PopupHome value={popups}>
            <div className={`frame environment-${profile.environment}`}>
              <header>
                <button type="button" className="skip" onClick={() => front.current?.focus()}>
                  Skip to main content
                </button>
                <AccountBar accounts={accounts} onAccount={onAccount}>
                  <AlertsMenu
                    label={profile.label}
                    show={session.show}
                    onSettings={() => go('settings')}
                  />
                  <FrameActions onPalette={() => setDialog('palette')} />
                </AccountBar>
                <div className="frame-row">
                  <Navigation screen={screen} go={go} />
                  <div className="frame-row-end">
                    <SessionStatus />
                    <div ref={setSlot} />
                  </div>
                </div>
                <div ref={popups} />
                <Tips />
              </header>
              <Banners bridge={bridge} feeds={feeds} failure={failure} />
              <div ref={front} className="frame-screen" tabIndex={-1}>
                <OfferedLinkContext value={offered}>
                  <ScreenInFront screen={screen} />
                </OfferedLinkContext>
              </div>
              <FrameFoot profile={profile}>
                {profile.environment === 'embedded' && <WhereReal go={go} />}
              </FrameFoot>
            </div>
            {dialog === 'palette' && <Palette onClose={() => setDialog(undefined)} />}
            {dialog === 'keys' && (
              <KeySheet
                onClose={() => setDialog(undefined)}
                onChange={() => {
                  setDialog(undefined);
                  go('settings');
                }}
              />
            )}
          </PopupHome>
        </FrameSlotContext>
      </CommandsContext>
    </SessionContext>
  );
}

type NavigationProps = { screen: ScreenName; go: (screen: ScreenName) => void };

const Navigation = memo(function Navigation({ screen, go }: NavigationProps) {
  return (
    <nav className="navigation" aria-label="Screens">
      {SCREENS.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          className="navigation-link"
          aria-current={name === screen ? 'page' : undefined}
          onClick={() => go(name)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
});

/** The desk stays in memory behind the others: a half-filled ticket survives a look at the settings. */
const ScreenInFront = memo(function ScreenInFront({ screen }: { screen: ScreenName }) {
  return SCREENS.filter(({ name }) => name === screen || name === 'desk').map(
    ({ name, title, component: Component }) => (
      <div key={name} className="screen" hidden={name !== screen}>
        <Guarded name={`The ${title} screen`}>
          <Component />
        </Guarded>
      </div>
    ),
  );
});

function WhereReal({ go }: { go: (screen: ScreenName) => void }) {
  if (!hasScreen('settings')) return <p>You can connect a real account in Settings.</p>;
  return (
    <button type="button" className="link" onClick={() => go('settings')}>
      Connect a real account in Settings
    </button>
  );
}
