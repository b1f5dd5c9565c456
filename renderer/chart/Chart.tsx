import '#renderer/chart/chart.css';
import { useState } from 'react';
import type { OrderChange } from '#contract/orders.ts';
import type { ChartPanelSettings } from '#contract/ui.ts';
import { ChartFigure } from '#renderer/chart/ChartFigure.tsx';
import { ChartHeadline } from '#renderer/chart/ChartHeadline.tsx';
import { ChartToolbar } from '#renderer/chart/ChartToolbar.tsx';

type Props = {
  symbol: string;
  settings: ChartPanelSettings;
  onChange: (settings: ChartPanelSettings) => void;
  /** Absent where it is in a window of its own already. */
  onPopOut?: () => void;
  /** Absent where there is no ticket. */
  onPickPrice?: (price: string) => void;
  onMoveOrder: (orderId: string, change: OrderChange) => void;
};

/** One chart with its price and its tools, in a panel of the desk or in a window of its own. */
export function Chart({ symbol, settings, onChange, onPopOut, onPickPrice, onMoveOrder }: Props) {
  const [isTable, setTable] = useState(false);
  return (
    <section className="panel" aria-label={`Price of ${symbol}`}>
      <ChartHeadline symbol={symbol} />
      <ChartToolbar
        symbol={symbol}
        settings={settings}
        onChange={onChange}
        isTable={isTable}
        onTable={setTable}
        {...(onPopOut && { onPopOut })}
      />
      <ChartFigure
        symbol={symbol}
        look={settings}
        isTable={isTable}
        onMoveOrder={onMoveOrder}
        {...(onPickPrice && { onPickPrice })}
      />
    </section>
  );
}
