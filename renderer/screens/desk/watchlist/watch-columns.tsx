import type { DayLines } from '#renderer/core/feeds/day-lines.ts';
import { LiveCell } from '#renderer/screens/desk/watchlist/LiveCell.tsx';
import type { LiveRows } from '#renderer/screens/desk/watchlist/live-rows.ts';
import type { WatchRow } from '#renderer/screens/desk/watchlist/watch-rows.ts';
import { Sparkline } from '#renderer/ui/Sparkline.tsx';
import type { Column } from '#renderer/ui/table/column.ts';

type Deps = {
  rows: LiveRows;
  lines: DayLines;
  /** There is little room: what a tooltip can say is left out. */
  isNarrow: boolean;
  onSelect: (symbol: string) => void;
  onRemove: (symbol: string) => void;
};

export function watchColumns({ rows, lines, isNarrow, onSelect, onRemove }: Deps) {
  const columns: (Column<WatchRow> | false)[] = [
    {
      id: 'symbol',
      head: 'Symbol',
      width: 68,
      sortBy: ({ symbol }) => symbol,
      cell: ({ symbol }) => (
        <button type="button" className="symbol" tabIndex={-1} onClick={() => onSelect(symbol)}>
          {symbol}
        </button>
      ),
    },
    {
      id: 'line',
      fold: 2,
      head: 'The last hours of the day as a line, against the previous close',
      isHeadHidden: true,
      width: 52,
      cell: ({ symbol }) => <Sparkline of={symbol} lines={lines} />,
    },
    {
      id: 'last',
      head: 'Last',
      width: 72,
      isRight: true,
      sortBy: () => undefined,
      cell: ({ symbol }) => <LiveCell symbol={symbol} rows={rows} shows="last" />,
    },
    !isNarrow && {
      id: 'change',
      head: 'Change',
      width: 64,
      isRight: true,
      sortBy: () => undefined,
      cell: ({ symbol }) => <LiveCell symbol={symbol} rows={rows} shows="change" />,
    },
    {
      id: 'percent',
      head: '%',
      title: 'Change since the previous close, in percent',
      width: 56,
      isRight: true,
      sortBy: () => undefined,
      cell: ({ symbol }) => <LiveCell symbol={symbol} rows={rows} shows="changePercent" />,
    },
    {
      id: 'age',
      fold: 1,
      head: 'Age',
      title: 'How long ago the price was heard',
      width: 40,
      isRight: true,
      cell: ({ symbol }) => <LiveCell symbol={symbol} rows={rows} shows="age" />,
    },
    {
      id: 'remove',
      head: 'Remove',
      isHeadHidden: true,
      width: 22,
      cell: ({ symbol }) => (
        <button
          type="button"
          className="quiet"
          tabIndex={-1}
          aria-label={`Remove ${symbol}`}
          onClick={() => onRemove(symbol)}
        >
          ×
        </button>
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}
