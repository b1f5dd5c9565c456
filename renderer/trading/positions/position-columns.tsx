import type { Position } from '#contract/orders.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import {
  directionOf,
  formatPrice,
  formatQuantity,
  formatSignedPercent,
} from '#renderer/ui/format.ts';
import { Gain } from '#renderer/ui/Gain.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import {
  compareValues,
  sortable,
  type Sorting,
  type SortValue,
} from '#renderer/ui/table/compare.ts';
import type { Column } from '#renderer/ui/table/column.ts';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';

const VALUES = {
  symbol: (row) => row.symbol,
  side: (row) => row.side,
  qty: (row) => sortable(row.qty),
  entry: (row) => sortable(row.avgEntryPrice),
  price: (row) => sortable(row.currentPrice),
  value: (row) => sortable(row.marketValue),
  profit: (row) => sortable(row.unrealizedPl),
  percent: (row) => sortable(row.unrealizedPlpc),
  today: (row) => sortable(row.unrealizedIntradayPl),
  move: (row) => sortable(row.changeToday),
} as const satisfies Record<string, (row: Position) => SortValue>;

/** By symbol, until the person wants it otherwise. */
export function sortPositions(
  positions: readonly Position[],
  sorting: Sorting | undefined,
): Position[] {
  const { column, isDescending } = sorting ?? { column: 'symbol', isDescending: false };
  const value = (VALUES as Record<string, (row: Position) => SortValue>)[column] ?? VALUES.symbol;
  return positions.toSorted(
    (a, b) =>
      compareValues(value(a), value(b), isDescending) || compareValues(a.symbol, b.symbol, false),
  );
}

export function positionColumns(
  { isStale, isPrivate }: { isStale: boolean; isPrivate: boolean },
  onClose: (symbol: string) => void,
): Column<Position>[] {
  const moving = isStale ? 'num stale' : 'num';
  return [
    {
      id: 'symbol',
      head: 'Symbol',
      width: 64,
      sortBy: VALUES.symbol,
      cell: ({ symbol }) => symbol,
    },
    {
      id: 'side',
      head: 'Side',
      width: 48,
      sortBy: VALUES.side,
      cell: ({ side }) => side,
    },
    {
      id: 'qty',
      head: 'Qty',
      title: 'Quantity',
      width: 60,
      isRight: true,
      sortBy: VALUES.qty,
      className: () => 'num',
      cell: ({ qty, isEstimate }) => <Quantity value={qty} isEstimate={isEstimate} />,
      tooltip: ({ qty, qtyAvailable }) =>
        isPrivate || qtyAvailable === undefined || qtyAvailable === qty
          ? undefined
          : `${formatQuantity(qtyAvailable)} available; open orders hold the rest`,
    },
    {
      id: 'entry',
      fold: 3,
      head: 'Entry',
      title: 'Average entry price',
      width: 66,
      isRight: true,
      sortBy: VALUES.entry,
      className: () => 'num',
      cell: ({ avgEntryPrice }) => formatPrice(avgEntryPrice),
    },
    {
      id: 'price',
      fold: 1,
      head: 'Price',
      width: 66,
      isRight: true,
      sortBy: VALUES.price,
      className: () => moving,
      cell: ({ currentPrice }) => (currentPrice === undefined ? '–' : formatPrice(currentPrice)),
    },
    {
      id: 'value',
      fold: 4,
      head: 'Value',
      title: 'Market value',
      width: 88,
      isRight: true,
      sortBy: VALUES.value,
      cell: ({ marketValue, isEstimate }) =>
        marketValue === undefined ? (
          '–'
        ) : (
          <Amount value={marketValue} stale={isStale} isEstimate={isEstimate} />
        ),
    },
    {
      id: 'profit',
      head: 'Unrealised',
      title: 'Unrealised profit or loss since entry',
      width: 84,
      isRight: true,
      sortBy: VALUES.profit,
      cell: ({ unrealizedPl, isEstimate }) => (
        <Gain value={unrealizedPl} stale={isStale} isEstimate={isEstimate} />
      ),
    },
    {
      id: 'percent',
      fold: 2,
      head: '%',
      title: 'Unrealised profit or loss in percent of the cost',
      width: 66,
      isRight: true,
      sortBy: VALUES.percent,
      className: ({ unrealizedPlpc }) =>
        `${moving} ${directionOf(percentWords(unrealizedPlpc)) ?? ''}`,
      cell: ({ unrealizedPlpc }) => percentWords(unrealizedPlpc),
    },
    {
      id: 'today',
      fold: 5,
      head: 'Today',
      title: 'Profit or loss of today',
      width: 76,
      isRight: true,
      sortBy: VALUES.today,
      cell: ({ unrealizedIntradayPl, isEstimate }) => (
        <Gain value={unrealizedIntradayPl} stale={isStale} isEstimate={isEstimate} />
      ),
    },
    {
      id: 'move',
      fold: 6,
      head: 'Day %',
      title: 'How far the price moved today',
      width: 62,
      isRight: true,
      sortBy: VALUES.move,
      className: ({ changeToday }) => `${moving} ${directionOf(percentWords(changeToday)) ?? ''}`,
      cell: ({ changeToday }) => percentWords(changeToday),
    },
    {
      id: 'actions',
      head: 'Actions',
      isHeadHidden: true,
      width: 62,
      cell: ({ symbol }) => (
        <button
          type="button"
          className="small"
          aria-label={`Close ${symbol}`}
          onClick={() => onClose(symbol)}
        >
          Close
        </button>
      ),
    },
  ];
}

const percentWords = (part: string | undefined): string =>
  part === undefined ? '–' : formatSignedPercent(part);

export const POSITION_EXPORT: readonly ExportColumn<Position>[] = [
  ['symbol', (row) => row.symbol],
  ['side', (row) => row.side],
  ['quantity', (row) => row.qty],
  ['quantity_available', (row) => row.qtyAvailable],
  ['average_entry_price', (row) => row.avgEntryPrice],
  ['current_price', (row) => row.currentPrice],
  ['market_value', (row) => row.marketValue],
  ['cost_basis', (row) => row.costBasis],
  ['unrealized_pl', (row) => row.unrealizedPl],
  ['unrealized_plpc', (row) => row.unrealizedPlpc],
  ['unrealized_intraday_pl', (row) => row.unrealizedIntradayPl],
  ['change_today', (row) => row.changeToday],
];
