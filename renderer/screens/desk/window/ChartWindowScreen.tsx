// What a window with one chart shows. Its choices are its own and stand in its address; the panels of the desk and what
// they were left with are not touched.
import { useState } from 'react';
import type { OrderChange } from '#contract/orders.ts';
import { Chart } from '#renderer/chart/Chart.tsx';
import { ChangeDialog } from '#renderer/trading/ticket/ChangeDialog.tsx';
import { useShownChart } from '#renderer/session/chart-window.ts';
import { useSession } from '#renderer/session/session.ts';

export function ChartWindowScreen() {
  const { symbol: inHand } = useSession();
  const { chart, change } = useShownChart();
  const [changing, setChanging] = useState<{ orderId: string; change: OrderChange }>();
  const { accountId, symbol, isLinked, ...look } = chart;
  return (
    <main className="panel-host">
      <Chart
        symbol={symbol}
        settings={isLinked ? look : { ...look, symbol }}
        onChange={({ symbol: own, ...next }) =>
          change({
            ...next,
            accountId,
            symbol: own ?? inHand ?? symbol,
            isLinked: own === undefined,
          })
        }
        onMoveOrder={(orderId, asked) => setChanging({ orderId, change: asked })}
      />
      {changing && (
        <ChangeDialog
          key={changing.orderId}
          orderId={changing.orderId}
          change={changing.change}
          onClose={() => setChanging(undefined)}
        />
      )}
    </main>
  );
}
