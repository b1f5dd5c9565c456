import { useCallback, useSyncExternalStore } from 'react';
import type { AccountFeeds } from '#renderer/feed/account-feeds.ts';
import type { DayLines } from '#renderer/feed/day-lines.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { isPriceStale } from '#renderer/screens/desk/staleness.ts';
import type { WatchRow } from '#renderer/screens/desk/watchlist/watch-rows.ts';
import {
  directionOf,
  formatAge,
  formatExchangeTime,
  formatSigned,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';
import { Price } from '#renderer/ui/Price.tsx';
import { Sparkline } from '#renderer/ui/Sparkline.tsx';
import type { Column } from '#renderer/ui/table/DataTable.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

type Deps = {
  feeds: AccountFeeds;
  lines: DayLines;
  /** There is little room: what a tooltip can say is left out. */
  isNarrow: boolean;
  onSelect: (symbol: string) => void;
  onRemove: (symbol: string) => void;
};

export function watchColumns({ feeds, lines, isNarrow, onSelect, onRemove }: Deps) {
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
      head: 'The last hours as a line',
      isHeadHidden: true,
      width: 56,
      cell: ({ symbol }) => <Line symbol={symbol} lines={lines} />,
    },
    {
      id: 'last',
      head: 'Last',
      width: 72,
      isRight: true,
      sortBy: () => undefined,
      cell: ({ symbol }) => <Last symbol={symbol} feeds={feeds} />,
    },
    !isNarrow && {
      id: 'change',
      head: 'Change',
      width: 64,
      isRight: true,
      sortBy: () => undefined,
      cell: ({ symbol }) => <Moved symbol={symbol} feeds={feeds} of="change" />,
    },
    {
      id: 'percent',
      head: '%',
      title: 'Change since the previous close, in percent',
      width: 56,
      isRight: true,
      sortBy: () => undefined,
      cell: ({ symbol }) => <Moved symbol={symbol} feeds={feeds} of="changePercent" />,
    },
    {
      id: 'age',
      fold: 1,
      head: 'Age',
      title: 'How long ago the price was heard',
      width: 40,
      isRight: true,
      cell: ({ symbol }) => <Age symbol={symbol} feeds={feeds} />,
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

type CellProps = { symbol: string; feeds: AccountFeeds };

function useStale(symbol: string, feeds: AccountFeeds) {
  const price = useSlice(feeds.prices, symbol);
  const stream = useSlice(feeds.streams, 'prices');
  const now = useNow(1_000);
  return { price, now, isStale: isPriceStale(price, stream, now) };
}

function Last({ symbol, feeds }: CellProps) {
  const { price, isStale } = useStale(symbol, feeds);
  return <Price value={price?.price} stale={isStale} />;
}

function Moved({ symbol, feeds, of }: CellProps & { of: 'change' | 'changePercent' }) {
  const price = useSlice(feeds.prices, symbol);
  const value = price?.[of];
  return (
    <span
      className={`num ${directionOf(price?.change) ?? ''}`}
      title={price?.change === undefined ? undefined : `${formatSigned(price.change)} today`}
    >
      {value === undefined ? '–' : formatSigned(value)}
    </span>
  );
}

function Age({ symbol, feeds }: CellProps) {
  const { price, now, isStale } = useStale(symbol, feeds);
  if (!price) return <span className="num quiet-text">–</span>;
  return (
    <span
      className={isStale ? 'num stale' : 'num quiet-text'}
      title={`Traded ${formatExchangeTime(price.tradedAt)} New York · ${formatTimeTooltip(price.tradedAt)}`}
    >
      {formatAge(now - price.receivedAt)}
    </span>
  );
}

function Line({ symbol, lines }: { symbol: string; lines: DayLines }) {
  const subscribe = useCallback((run: () => void) => lines.on(symbol, run), [lines, symbol]);
  return <Sparkline points={useSyncExternalStore(subscribe, () => lines.get(symbol))} />;
}
