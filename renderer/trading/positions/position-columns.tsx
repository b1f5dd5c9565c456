import { notTradedHere } from '#contract/order-choices.ts';
import type { Position } from '#contract/orders.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import {
  directionOf,
  formatPrice,
  formatQuantity,
  formatSignedPercent,
} from '#renderer/ui/format.ts';
import { Gain } from '#renderer/ui/Gain.tsx';
import { NotTraded } from '#renderer/ui/NotTraded.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import {
  compareBy,
  compareValues,
  sortable,
  type Sorting,
  type SortValues,
} from '#renderer/ui/table/compare.ts';
import { buttons, figures, type Column } from '#renderer/ui/table/column.ts';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';

export const POSITION_VALUES: SortValues<Position> = {
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
};

/** By symbol, until the person wants it otherwise. */
export const sortPositions = (
  positions: readonly Position[],
  sorting: Sorting | undefined,
): Position[] =>
  positions.toSorted(
    compareBy(POSITION_VALUES, sorting, (a, b) => compareValues(a.symbol, b.symbol, false)),
  );

/** In pixels: of a digit, and of what is beside all of them. */
const [DIGIT, BESIDE] = [7.5, 17];

/** A figure that is cut reads as another one: crypto has nine decimals, and an average price four. */
export function figureRoom(positions: readonly Position[]) {
  const room = (least: number, of: (row: Position) => string): number =>
    Math.max(least, ...positions.map((row) => Math.ceil(of(row).length * DIGIT) + BESIDE));
  return {
    qty: room(60, ({ qty }) => formatQuantity(qty)),
    entry: room(66, ({ avgEntryPrice }) => formatPrice(avgEntryPrice)),
    price: room(66, ({ currentPrice = '' }) => currentPrice && formatPrice(currentPrice)),
    percent: room(66, ({ unrealizedPlpc }) => percentWords(unrealizedPlpc)),
  };
}

export function positionColumns(
  {
    isStale,
    isPrivate,
    hasOthers,
    room,
  }: {
    isStale: boolean;
    isPrivate: boolean;
    /** Some of it is not traded here, and says so. */
    hasOthers: boolean;
    room: ReturnType<typeof figureRoom>;
  },
  onClose: (symbol: string) => void,
): Column<Position>[] {
  const read = isStale ? 'num stale' : 'num';
  type Figure = (row: Position) => string | undefined;
  type More = Partial<Column<Position>>;
  const gain = (id: string, head: string, width: number, of: Figure, more: More) =>
    figures<Position>(
      id,
      head,
      width,
      (row) => <Gain value={of(row)} stale={isStale} isEstimate={row.isEstimate} />,
      more,
    );
  const percent = (id: string, head: string, width: number, of: Figure, more: More) =>
    figures<Position>(id, head, width, (row) => percentWords(of(row)), {
      className: (row) => `${read} ${directionOf(percentWords(of(row))) ?? ''}`,
      ...more,
    });
  return [
    {
      id: 'symbol',
      head: 'Symbol',
      width: 64,
      cell: ({ symbol }) => symbol,
      tooltip: ({ symbol }) => symbol,
    },
    { id: 'side', head: 'Side', width: 48, cell: ({ side }) => side },
    figures(
      'qty',
      'Qty',
      room.qty,
      ({ qty, isEstimate }) => <Quantity value={qty} stale={isStale} isEstimate={isEstimate} />,
      {
        title: 'Quantity',
        className: () => 'num',
        tooltip: ({ qty, qtyAvailable }) =>
          isPrivate || qtyAvailable === undefined || qtyAvailable === qty
            ? undefined
            : `${formatQuantity(qtyAvailable)} available; open orders hold the rest`,
      },
    ),
    figures('entry', 'Entry', room.entry, ({ avgEntryPrice }) => formatPrice(avgEntryPrice), {
      title: 'Average entry price',
      fold: 3,
      className: () => read,
    }),
    figures(
      'price',
      'Price',
      room.price,
      ({ currentPrice }) => (currentPrice === undefined ? '–' : formatPrice(currentPrice)),
      { fold: 1, className: () => read },
    ),
    figures(
      'value',
      'Value',
      88,
      ({ marketValue, isEstimate }) =>
        marketValue === undefined ? (
          '–'
        ) : (
          <Amount value={marketValue} stale={isStale} isEstimate={isEstimate} />
        ),
      { title: 'Market value', fold: 4 },
    ),
    gain('profit', 'Unrealized', 84, ({ unrealizedPl }) => unrealizedPl, {
      title: 'Unrealized profit or loss since entry',
    }),
    percent('percent', '%', room.percent, ({ unrealizedPlpc }) => unrealizedPlpc, {
      title: 'Unrealized profit or loss in percent of the cost',
      fold: 2,
    }),
    gain('today', 'Today', 76, ({ unrealizedIntradayPl }) => unrealizedIntradayPl, {
      title: 'Profit or loss of today',
      fold: 5,
    }),
    percent('move', 'Day %', 62, ({ changeToday }) => changeToday, {
      title: 'How far the price moved today',
      fold: 6,
    }),
    buttons(hasOthers ? 106 : 62, ({ symbol, assetClass }) => {
      const refusal = notTradedHere(symbol, assetClass);
      return refusal === undefined ? (
        <button
          type="button"
          className="small"
          aria-label={`Close ${symbol}`}
          onClick={() => onClose(symbol)}
        >
          Close
        </button>
      ) : (
        <NotTraded why={refusal} />
      );
    }),
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
  ['asset_class', (row) => row.assetClass],
];
