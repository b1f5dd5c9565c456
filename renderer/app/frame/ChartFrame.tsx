// Around a chart in a window of its own: whose money it is about and whether its prices are live, in one slim line.
import '#renderer/app/frame/frame.css';
import '#renderer/app/frame/toasts.css';
import { useEffect, useMemo, useState } from 'react';
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { ChartWindow } from '#contract/chart-window.ts';
import { describeFailure } from '#contract/failure.ts';
import { onNextFrame } from '#renderer/core/delay.ts';
import { createAccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Banners } from '#renderer/app/frame/Banners.tsx';
import { createCommands } from '#renderer/core/commands/commands.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { frameCommands } from '#renderer/app/frame/frame-commands.ts';
import { chartWindow } from '#renderer/app/screens.tsx';
import { StopTradingButton } from '#renderer/app/frame/StopTrading.tsx';
import { Toasts, useToasts } from '#renderer/app/frame/Toasts.tsx';
import { useEnvironment } from '#renderer/app/frame/use-environment.ts';
import { useKeys } from '#renderer/app/frame/use-keys.ts';
import { useLinkedSymbol } from '#renderer/app/frame/use-linked-symbol.ts';
import { ShownChartContext } from '#renderer/session/chart-window.ts';
import { SessionContext, type Session } from '#renderer/session/session.ts';
import { useUiDocument, useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { StreamStatus } from '#renderer/ui/StreamStatus.tsx';
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
  const [feeds] = useState(() => createAccountFeeds(bridge, profile.accountId, onNextFrame));
  useEffect(() => feeds.start(), [feeds]);
  const { toasts, toast, dismiss } = useToasts();
  const documents = useUiDocuments();
  const [{ theme }] = useUiDocument('appearance');
  const failure = useSlice(feeds.failures, 'bridge');
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
      target: undefined,
      takeTarget: nothing,
      show: nothing,
    }),
    [bridge, profile, feeds, symbol, toast],
  );
  const shown = useMemo(() => ({ chart, change: onChange }), [chart, onChange]);
  const [commands] = useState(createCommands);
  useEffect(() =>
    commands.add(() =>
      frameCommands({
        session,
        documents,
        desk,
        accounts,
        onAccount: nothing,
        onPalette: nothing,
        onKeys: nothing,
      }).filter(({ id }) => KEYS_EVERYWHERE.has(id)),
    ),
  );
  useKeys(commands);
  useEnvironment(profile, theme, chart.symbol);
  useEffect(() => documents.onProblem((text) => toast({ kind: 'bad', text })), [documents, toast]);

  return (
    <SessionContext value={session}>
      <ShownChartContext value={shown}>
        <div className={`frame chart-frame environment-${profile.environment}`}>
          <header className="chart-frame-bar">
            <h1 className="visually-hidden">Chart of {chart.symbol}</h1>
            <section className="account" aria-label="Account">
              <span className="badge">{BADGES[profile.environment]}</span>
              <span className="account-label cut">{profile.label}</span>
            </section>
            <StopTradingButton bridge={bridge} feeds={feeds} />
            <div className="streams">
              <StreamStatus
                name="Price stream"
                phase={failure ? 'off' : (prices?.phase ?? 'off')}
                message={failure ? describeFailure(failure) : prices?.message}
              />
            </div>
          </header>
          <Banners bridge={bridge} feeds={feeds} failure={failure} />
          <div className="frame-screen">
            <Guarded name="The chart">
              <chartWindow.Component />
            </Guarded>
            <Toasts toasts={toasts} onDismiss={dismiss} />
          </div>
        </div>
      </ShownChartContext>
    </SessionContext>
  );
}
