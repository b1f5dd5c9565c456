// Around a chart in a window of its own: whose money it is about and whether its prices are live, in one slim line.
import '#renderer/app/frame/frame.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { ChartWindow } from '#contract/chart-window.ts';
import { onceSeen } from '#renderer/core/delay.ts';
import { createAccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Banners } from '#renderer/app/frame/Banners.tsx';
import { createCommands } from '#renderer/core/commands/commands.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { FrameFoot } from '#renderer/app/frame/FrameFoot.tsx';
import { frameCommands } from '#renderer/app/frame/frame-commands.ts';
import { chartWindow } from '#renderer/app/screens.tsx';
import { useStop } from '#renderer/app/frame/StopTrading.tsx';
import { useToast, useUntoast } from '#renderer/app/frame/Toasts.tsx';
import { useDocumentProblems } from '#renderer/app/frame/use-document-problems.ts';
import { useEnvironment } from '#renderer/app/frame/use-environment.ts';
import { useKeys } from '#renderer/app/frame/use-keys.ts';
import { useLinkedSymbol } from '#renderer/app/frame/use-linked-symbol.ts';
import { ShownChartContext } from '#renderer/session/chart-window.ts';
import { SessionStatus } from '#renderer/session/Market.tsx';
import { SessionContext, type Session } from '#renderer/session/session.ts';
import { useUiDocument, useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { StreamStatus } from '#renderer/ui/StreamStatus.tsx';
import { FrameSlotContext } from '#renderer/ui/FrameSlot.tsx';
import { CommandsContext } from '#renderer/session/use-commands.ts';
import { PopupHome } from '#renderer/ui/popup-home.ts';
import { Tips } from '#renderer/ui/Tip.tsx';
import { Guarded } from '#renderer/ui/Guarded.tsx';

type Props = {
  bridge: Bridge;
  profile: AccountProfile;
  accounts: readonly AccountProfile[];
  desk: DeskState | undefined;
  chart: ChartWindow;
  onChange: (chart: ChartWindow) => void;
};

const nothing = (): void => undefined;

/** What a person does without looking must work in every window. */
const KEYS_EVERYWHERE = new Set(['trading.stop', 'appearance.privacy']);

export function ChartFrame({ bridge, profile, accounts, desk, chart, onChange }: Props) {
  const [feeds] = useState(() => createAccountFeeds(bridge, profile.accountId, onceSeen));
  useEffect(() => feeds.start(), [feeds]);
  const toast = useToast(profile.label);
  const untoast = useUntoast();
  const stop = useStop();
  const documents = useUiDocuments();
  const [{ theme }] = useUiDocument('appearance');
  const failure = useSlice(feeds.failures, 'bridge');
  const isStopped = useSlice(feeds.trading, 'trading')?.isStopped ?? false;
  const prices = useSlice(feeds.streams, 'prices');
  const symbol = useLinkedSymbol(chart, onChange);
  const session = useMemo<Session>(
    () => ({
      bridge,
      profile,
      feeds,
      screen: 'desk',
      go: nothing,
      symbol,
      choose: nothing,
      toast,
      untoast,
      target: undefined,
      takeTarget: nothing,
      show: nothing,
    }),
    [bridge, profile, feeds, symbol, toast, untoast],
  );
  const shown = useMemo(() => ({ chart, change: onChange }), [chart, onChange]);
  const popups = useRef<HTMLDivElement>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [commands] = useState(() => createCommands(() => documents.get('keys').changed));
  useEffect(() =>
    commands.add(() =>
      frameCommands({
        session,
        documents,
        desk,
        accounts,
        onAccount: nothing,
        onScreen: nothing,
        onPalette: nothing,
        onKeys: nothing,
        onFlatten: nothing,
        onStop: stop,
      }).filter(({ id }) => KEYS_EVERYWHERE.has(id)),
    ),
  );
  useKeys(commands);
  useEnvironment(profile, theme, { symbol: chart.symbol, isStopped });
  useDocumentProblems(toast);

  return (
    <SessionContext value={session}>
      <ShownChartContext value={shown}>
        <PopupHome value={popups}>
          <div className={`frame chart-frame environment-${profile.environment}`}>
            <header className="chart-frame-bar">
              <h1 className="visually-hidden">Chart of {chart.symbol}</h1>
              <section className="account" aria-label="Account">
                <span className="badge">{BADGES[profile.environment]}</span>
                <span className="account-label cut" title={profile.label}>
                  {profile.label}
                </span>
              </section>
              <div className="streams">
                <SessionStatus />
                <StreamStatus name="Price stream" state={prices} />
              </div>
              <div ref={setSlot} />
              <div ref={popups} />
              <Tips />
            </header>
            <Banners bridge={bridge} feeds={feeds} failure={failure} />
            <div className="frame-screen">
              <Guarded name="The chart">
                <CommandsContext value={commands}>
                  <FrameSlotContext value={slot}>
                    <chartWindow.Component />
                  </FrameSlotContext>
                </CommandsContext>
              </Guarded>
            </div>
            <FrameFoot profile={profile} />
          </div>
        </PopupHome>
      </ShownChartContext>
    </SessionContext>
  );
}
