import '#renderer/screens/desk/chart/chart.css';
import { useEffect, useState } from 'react';
import type { ChartPanelSettings } from '#contract/ui.ts';
import { ChartFigure } from '#renderer/screens/desk/chart/ChartFigure.tsx';
import { ChartHeadline } from '#renderer/screens/desk/chart/ChartHeadline.tsx';
import { ChartToolbar } from '#renderer/screens/desk/chart/ChartToolbar.tsx';
import {
  loadChartSettings,
  saveChartSettings,
} from '#renderer/screens/desk/chart/chart-settings.ts';
import { usePanel } from '#renderer/screens/desk/workspace/panel-context.ts';
import { useSession } from '#renderer/session/session.ts';

export function ChartPanel() {
  // Each of several charts remembers its own choices.
  const panelId = usePanel()?.id ?? 'main';
  const { bridge, symbol: inHand } = useSession();
  const [settings, setSettings] = useState<ChartPanelSettings>();
  const [isTable, setTable] = useState(false);
  useEffect(() => {
    let isOver = false;
    void loadChartSettings(bridge, panelId).then((loaded) => {
      if (!isOver) setSettings(loaded);
    });
    return () => {
      isOver = true;
    };
  }, [bridge, panelId]);

  function change(next: ChartPanelSettings): void {
    setSettings(next);
    void saveChartSettings(bridge, panelId, next);
  }

  const symbol = settings?.symbol ?? inHand;
  if (!settings || symbol === undefined)
    return (
      <section className="panel chart-panel" aria-label="Price" aria-busy="true">
        <p className="empty">
          {settings ? 'Choose a symbol in the watchlist to see its chart.' : 'Opening the chart'}
        </p>
      </section>
    );
  return (
    <section className="panel chart-panel" aria-label={`Price of ${symbol}`}>
      <ChartHeadline symbol={symbol} />
      <ChartToolbar
        symbol={symbol}
        settings={settings}
        onChange={change}
        isTable={isTable}
        onTable={setTable}
      />
      <ChartFigure symbol={symbol} look={settings} isTable={isTable} />
    </section>
  );
}
