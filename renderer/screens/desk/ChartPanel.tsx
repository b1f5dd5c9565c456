import type { ChartPanelSettings } from '#contract/ui.ts';
import { describeFailure } from '#contract/failure.ts';
import { openChartWindow } from '#renderer/core/bridge/open-chart-window.ts';
import { Ticker } from '#contract/records.ts';
import { useCommandReader, useCommands } from '#renderer/session/use-commands.ts';
import { Chart } from '#renderer/chart/Chart.tsx';
import { TIMEFRAME_WORDS } from '#renderer/chart/ChartToolbar.tsx';
import { panelSettings, withPanelSettings } from '#renderer/chart/chart-settings.ts';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { useCancel } from '#renderer/trading/orders/use-cancel.tsx';
import { usePanel } from '#renderer/screens/desk/workspace/panel-context.ts';
import { useChartPlan } from '#renderer/screens/desk/use-chart-plan.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { useSteady } from '#renderer/ui/use-latest.ts';

export function ChartPanel() {
  // Each of several charts remembers its own choices.
  const panelId = usePanel()?.id ?? 'main';
  const { bridge, profile, feeds, symbol: inHand, choose, go, toast } = useSession();
  const { reviewChange } = useDesk();
  const { cancel, question } = useCancel();
  const documents = useUiDocuments();
  // A panel of the same name in another window does not change this one.
  const [settings, setSettings] = useRemembered(
    `chart ${panelId}`,
    panelSettings(documents.get('chart'), panelId),
  );

  const symbol = settings.symbol ?? inHand;
  const link = useChartPlan(symbol);

  function keep(next: ChartPanelSettings): void {
    setSettings(next);
    documents.set('chart', withPanelSettings(documents.get('chart'), panelId, next));
  }

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

  const show = (wanted: string): void =>
    settings.symbol === undefined ? choose(wanted) : keep({ ...settings, symbol: wanted });

  useCommandReader((typed) => {
    const wanted = chartLine(typed, (one) => feeds.prices.get(one) !== undefined);
    return wanted === undefined
      ? undefined
      : {
          id: `chart.symbol.${panelId}`,
          group: 'Symbols',
          title: `Chart ${wanted}`,
          detail: symbol === undefined ? 'shows it in the chart' : `in the chart of ${symbol}`,
          run() {
            go('desk');
            show(wanted);
          },
        };
  });

  const acts = {
    onChange: useSteady(keep),
    onPopOut: useSteady(() => void popOut()),
    onSymbol: useSteady(show),
  };

  if (symbol === undefined)
    return (
      <section className="panel" aria-label="Price">
        <p className="empty">Choose a symbol in the watchlist to see its chart.</p>
      </section>
    );
  return (
    <>
      <Chart
        symbol={symbol}
        settings={settings}
        onMoveOrder={reviewChange}
        onCancelOrder={cancel}
        {...link}
        {...acts}
      />
      {question}
    </>
  );
}

const LONGEST_TICKER = 5;

/** 'chart jpm': its symbol. A longer word is one only where it is known here: it may be meant for another command. */
function chartLine(typed: string, isKnown: (symbol: string) => boolean): string | undefined {
  const [verb, word = '', ...rest] = typed.trim().toLowerCase().split(/\s+/);
  const symbol = verb === 'chart' && rest.length === 0 ? Ticker.safeParse(word).data : undefined;
  return symbol !== undefined && (word.length <= LONGEST_TICKER || isKnown(symbol))
    ? symbol
    : undefined;
}
