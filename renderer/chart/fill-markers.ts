// Fills as arrows at the bars in which they were made.
import type { SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import type { BarSeries } from '#renderer/chart/bar-series.ts';
import type { Stretch } from '#renderer/chart/bar-window.ts';
import type { FillMark } from '#renderer/chart/order-marks.ts';
import { formatQuantity } from '#renderer/ui/format.ts';

/** One arrow per bar and side: a bar in which an order was filled in thirty pieces has one arrow. */
export function markersOf(
  { fills, isPrivate }: { fills: readonly FillMark[]; isPrivate: boolean },
  { store }: BarSeries,
  window: Stretch,
  colorOf: (fill: FillMark) => string,
): SeriesMarker<Time>[] {
  const groups = new Map<string, { index: number; qty: number; worth: number; fill: FillMark }>();
  for (const fill of fills) {
    const index = store.countBefore(fill.at + 1) - 1;
    if (index < window.from || index >= window.to) continue;
    const key = `${index} ${fill.side} ${fill.isBusted ?? ''}`;
    const group = groups.get(key) ?? { index, qty: 0, worth: 0, fill };
    group.qty += fill.qty;
    group.worth += fill.qty * fill.price;
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => a.index - b.index)
    .map(({ index, qty, worth, fill }) => ({
      time: ((store.timeAt(index) ?? 0) / 1_000) as UTCTimestamp,
      position: fill.side === 'buy' ? ('atPriceBottom' as const) : ('atPriceTop' as const),
      price: worth / qty,
      shape: fill.side === 'buy' ? ('arrowUp' as const) : ('arrowDown' as const),
      color: colorOf(fill),
      text: markText(fill, isPrivate ? '' : formatQuantity(qty.toFixed(9))),
    }));
}

const markText = ({ isBusted }: FillMark, qty: string): string =>
  isBusted ? `${qty} busted`.trim() : qty;
