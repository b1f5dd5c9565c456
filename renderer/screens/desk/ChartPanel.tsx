import { useEffect, useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { ChartPanelSettings } from '#contract/ui.ts';
import { openChartWindow } from '#renderer/core/bridge/open-chart-window.ts';
import { useCommands } from '#renderer/session/use-commands.ts';
import { Chart } from '#renderer/chart/Chart.tsx';
import { TIMEFRAME_WORDS } from '#renderer/chart/ChartToolbar.tsx';
import { loadChartSettings, saveChartSettings } from '#renderer/chart/chart-settings.ts';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { usePanel } from '#renderer/screens/desk/workspace/panel-context.ts';
import { useSession } from '#renderer/session/session.ts';

export function ChartPanel() {
  // Each of several charts remembers its own choices.
  const panelId = usePanel()?.id ?? 'main';
  const { bridge, profile, symbol: inHand, toast } = useSession();
  const { ticket, reviewChange } = useDesk();
  const [settings, setSettings] = useState<ChartPanelSettings>();
  useEffect(() => {
    let isOver = false;
    void loadChartSettings(bridge, panelId).then((loaded) => {
      if (!isOver) setSettings(loaded);
    });
    return () => {
      isOver = true;
    };
  }, [bridge, panelId]);

  const symbol = settings?.symbol ?? inHand;
  const isShown = settings !== undefined && symbol !== undefined;

  /** A copy: this chart stays where it is. */
  async function popOut(): Promise<void> {
    if (!isShown) return;
    const isLinked = settings.symbol === undefined;
    const chart = { ...settings, accountId: profile.accountId, symbol, isLinked };
    const opened = await openChartWindow(bridge, chart);
    if (!opened.ok) toast({ kind: 'bad', text: describeFailure(opened.failure) });
  }

  // Where there are several charts each is named by what it shows.
  useCommands(() =>
    isShown
      ? [
          {
            id: `chart.window.${panelId}`,
            group: 'Panels',
            title: 'Open chart in its own window',
            detail: `${symbol}, ${TIMEFRAME_WORDS[settings.timeframe]}`,
            run: () => void popOut(),
          },
        ]
      : [],
  );

  if (!isShown)
    return (
      <section className="panel" aria-label="Price" aria-busy="true">
        <p className="empty">
          {settings ? 'Choose a symbol in the watchlist to see its chart.' : 'Opening the chart'}
        </p>
      </section>
    );
  return (
    <Chart
      symbol={symbol}
      settings={settings}
      onChange={(next) => {
        setSettings(next);
        void saveChartSettings(bridge, panelId, next);
      }}
      onPopOut={() => void popOut()}
      onPickPrice={(limitPrice) => {
        const { type } = ticket.ticket.fields;
        const hasLimit = type === 'limit' || type === 'stop_limit';
        ticket.edit({ symbol, limitPrice, ...(!hasLimit && { type: 'limit' }) });
      }}
      onMoveOrder={reviewChange}
    />
  );
}
