import type { ComponentProps } from 'react';
import type { DayLines } from '#renderer/core/feeds/day-lines.ts';
import { LiveCell } from '#renderer/screens/desk/watchlist/LiveCell.tsx';
import type { LiveRows } from '#renderer/screens/desk/watchlist/live-rows.ts';
import type { WatchRow } from '#renderer/screens/desk/watchlist/watch-rows.ts';
import { Sparkline } from '#renderer/ui/Sparkline.tsx';
import { figures, widthForSymbols, type Column } from '#renderer/ui/table/column.ts';

type Deps = {
  symbols: readonly string[];
  rows: LiveRows;
  lines: DayLines;
  /** There is little room: what a tooltip can say is left out. */
  isNarrow: boolean;
  onSelect: (symbol: string) => void;
  onRemove: (symbol: string) => void;
};

export function watchColumns({ symbols, rows, lines, isNarrow, onSelect, onRemove }: Deps) {
  const live = (
    id: string,
    head: string,
    width: number,
    shows: ComponentProps<typeof LiveCell>['shows'],
    more?: Partial<Column<WatchRow>>,
  ) =>
    figures<WatchRow>(
      id,
      head,
      width,
      ({ symbol }) => <LiveCell symbol={symbol} rows={rows} shows={shows} />,
      more,
    );
  const columns: (Column<WatchRow> | false)[] = [
    {
      id: 'symbol',
      head: 'Symbol',
      width: widthForSymbols(symbols, 68),
      cell: ({ symbol }) => (
        <button type="button" className="symbol" tabIndex={-1} onClick={() => onSelect(symbol)}>
          {symbol}
          <LiveCell symbol={symbol} rows={rows} shows="halt" />
        </button>
      ),
    },
    {
      id: 'line',
      fold: 2,
      head: 'The last hours of the day as a line, compared with the previous close',
      isHeadHidden: true,
      width: 52,
      cell: ({ symbol }) => <Sparkline of={symbol} lines={lines} />,
    },
    live('last', 'Last', 72, 'last'),
    !isNarrow && live('change', 'Change', 64, 'change'),
    live('percent', '%', 56, 'changePercent', {
      title: 'Change since the previous close, in percent',
    }),
    live('bid', 'Bid', 72, 'bid', { fold: 4, isUnsorted: true }),
    live('ask', 'Ask', 72, 'ask', { fold: 4, isUnsorted: true }),
    live('spread', 'Spread', 52, 'spread', { fold: 3, isUnsorted: true }),
    live('age', 'Age', 44, 'age', {
      title: 'How long ago the price was received; underlined if it came from a snapshot',
      fold: 1,
      isUnsorted: true,
    }),
    {
      id: 'remove',
      head: 'Remove',
      isHeadHidden: true,
      width: 24,
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
