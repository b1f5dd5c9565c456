import '#renderer/chart/chart.css';
import '#renderer/chart/handles.css';
import '#renderer/chart/legend.css';
import { memo, useMemo, useState } from 'react';
import type { OrderChange } from '#contract/orders.ts';
import type { ChartPanelSettings } from '#contract/ui.ts';
import { ChartFigure } from '#renderer/chart/ChartFigure.tsx';
import { ChartHeadline } from '#renderer/chart/ChartHeadline.tsx';
import type { ChartPlan, PlanMove } from '#renderer/chart/line-marks.ts';
import { ChartToolbar } from '#renderer/chart/ChartToolbar.tsx';
import { createChartControl } from '#renderer/chart/chart-control.ts';
import { useChartTools } from '#renderer/chart/use-chart-tools.ts';
import { pageTurns } from '#renderer/core/turns.ts';
import { useSession } from '#renderer/session/session.ts';

type Props = {
  symbol: string;
  settings: ChartPanelSettings;
  onChange: (settings: ChartPanelSettings) => void;
  /** Absent where it is in a window of its own already. */
  onPopOut?: () => void;
  /** Absent where there is no ticket. */
  onPickPrice?: (price: string) => void;
  onMoveOrder: (orderId: string, change: OrderChange) => void;
  onCancelOrder: (orderId: string) => Promise<void>;
  plan?: ChartPlan;
  onPlan?: (move: PlanMove) => void;
  /** Another symbol was typed: the desk's where the chart is linked, else its own. */
  onSymbol: (symbol: string) => void;
};

/** One chart with its price and its tools, in a panel of the desk or in a window of its own. */
export const Chart = memo(function Chart(props: Props) {
  const { symbol, settings, onChange, onPopOut, ...acts } = props;
  const [isTable, setTable] = useState(false);
  const { bridge, profile, feeds } = useSession();
  const { accountId } = profile;
  const control = useMemo(
    () => createChartControl({ bridge, feeds, accountId, now: Date.now, turns: pageTurns }),
    [bridge, feeds, accountId],
  );
  const tools = useChartTools(control, symbol);
  return (
    <section className="panel" aria-label={`Price of ${symbol}`}>
      <ChartHeadline symbol={symbol} />
      <ChartToolbar
        symbol={symbol}
        settings={settings}
        onChange={onChange}
        isTable={isTable}
        onTable={setTable}
        tools={tools}
        {...(onPopOut && { onPopOut })}
      />
      <ChartFigure
        symbol={symbol}
        control={control}
        tools={tools}
        look={settings}
        onRemoveIndicator={(place) =>
          onChange({ ...settings, indicators: settings.indicators.filter((_, n) => n !== place) })
        }
        isTable={isTable}
        {...acts}
      />
    </section>
  );
});
