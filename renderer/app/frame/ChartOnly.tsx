// A window with one chart and nothing else of the desk: which account it is of, and what is said while that is not open.
import { useEffect, useMemo } from 'react';
import type { DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { ChartWindow } from '#contract/chart-window.ts';
import { describeFailure } from '#contract/failure.ts';
import { ChartFrame } from '#renderer/app/frame/ChartFrame.tsx';
import { ClosedAccount } from '#renderer/app/frame/ClosedAccount.tsx';
import { StoppedLine } from '#renderer/app/frame/StopTrading.tsx';
import { chartWindow } from '#renderer/app/screens.tsx';
import { useOpening } from '#renderer/app/frame/use-opening.ts';
import { AccountsContext } from '#renderer/session/accounts.ts';

type Props = {
  bridge: Bridge;
  desk: DeskState | undefined;
  chart: ChartWindow;
  onChange: (chart: ChartWindow) => void;
};

export function ChartOnly({ bridge, desk, chart, onChange }: Props) {
  useEffect(() => {
    void chartWindow.ahead();
  }, []);
  const { accounts, load } = useOpening(bridge);
  const all = useMemo(() => (accounts?.ok ? accounts.value : []), [accounts]);
  // The account of this window is part of what it shows: another one is another window.
  const managed = useMemo(() => ({ accounts: all, desk, select: () => undefined }), [all, desk]);
  const profile = all.find(({ accountId }) => accountId === chart.accountId);

  if (!accounts)
    return (
      <main className="notice" aria-busy="true">
        <h1>Opening the chart of {chart.symbol}</h1>
      </main>
    );
  if (!accounts.ok)
    return (
      <main className="notice">
        <h1>The chart could not be opened</h1>
        <StoppedLine desk={desk} />
        <p role="alert">{describeFailure(accounts.failure)}</p>
        <button type="button" onClick={() => void load()}>
          Try again
        </button>
      </main>
    );
  if (!profile)
    return (
      <main className="notice">
        <h1>This chart’s account was removed</h1>
        <StoppedLine desk={desk} />
        <p>
          You can close this window. To see {chart.symbol} again, open its chart from another
          account.
        </p>
      </main>
    );
  return (
    <AccountsContext value={managed}>
      {profile.isOpen ? (
        <ChartFrame
          key={profile.accountId}
          bridge={bridge}
          profile={profile}
          accounts={all}
          desk={desk}
          chart={chart}
          onChange={onChange}
        />
      ) : (
        <ClosedAccount key={profile.accountId} bridge={bridge} profile={profile} />
      )}
    </AccountsContext>
  );
}
