import { describeFailure } from '#contract/failure.ts';
import { openChartWindow } from '#renderer/core/bridge/open-chart-window.ts';
import { useCommands } from '#renderer/session/use-commands.ts';
import { Chart } from '#renderer/chart/Chart.tsx';
import { TIMEFRAME_WORDS } from '#renderer/chart/ChartToolbar.tsx';
import { panelSettings, withPanelSettings } from '#renderer/chart/chart-settings.ts';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { usePanel } from '#renderer/screens/desk/workspace/panel-context.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';

export function ChartPanel() {
  // Each of several charts remembers its own choices.
  const panelId = usePanel()?.id ?? 'main';
  const { bridge, profile, symbol: inHand, toast } = useSession();
  const { ticket, reviewChange } = useDesk();
  const documents = useUiDocuments();
  // A panel of the same name in another window does not change this one.
  const [settings, setSettings] = useRemembered(
    `chart ${panelId}`,
    panelSettings(documents.get('chart'), panelId),
  );

  const symbol = settings.symbol ?? inHand;

  /** A copy: this chart stays where it is. */
  async function popOut(): Promise<void> {
    if (symbol === undefined) return;
    const isLinked = settings.symbol === undefined;
    const chart = { ...settings, accountId: profile.accountId, symbol, isLinked };
    const opened = await openChartWindow(bridge, chart);
    if (!opened.ok) toast({ kind: 'bad', text: describeFailure(opened.failure) });
  }

  // Where there are several charts each is named by what it shows.
  useCommands(() =>
    symbol !== undefined
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

  if (symbol === undefined)
    return (
      <section className="panel" aria-label="Price">
        <p className="empty">Choose a symbol in the watchlist to see its chart.</p>
      </section>
    );
  return (
    <Chart
      symbol={symbol}
      settings={settings}
      onChange={(next) => {
        setSettings(next);
        documents.set('chart', withPanelSettings(documents.get('chart'), panelId, next));
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
