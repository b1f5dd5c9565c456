import { notTradedHere } from '#contract/order-choices.ts';
import type { Position } from '#contract/orders.ts';
import {
  ACTIONS_ROOM,
  PositionActions,
  type PositionAction,
} from '#renderer/trading/positions/PositionActions.tsx';
import { NOTHING } from '#renderer/trading/positions/resting.ts';
import {
  positionTotals,
  type PositionTotals,
} from '#renderer/trading/positions/position-totals.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import {
  directionOf,
  formatMoney,
  formatPrice,
  formatQuantity,
  formatSigned,
  formatSignedPercent,
} from '#renderer/ui/format.ts';
import { Gain } from '#renderer/ui/Gain.tsx';
import { Num } from '#renderer/ui/Num.tsx';
import { NotTraded } from '#renderer/ui/NotTraded.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import {
  compareBy,
  compareValues,
  sortable,
  type Sorting,
  type SortValues,
} from '#renderer/ui/table/compare.ts';
import { buttons, figures, widthForSymbols, type Column } from '#renderer/ui/table/column.ts';
import { foldsFor } from '#renderer/ui/table/use-folded-columns.ts';
import type { Totals } from '#renderer/ui/table/TableTotals.tsx';
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
const [DIGIT, BESIDE] = [7.9, 17];

/** A figure that is cut reads as another one: crypto has nine decimals, and an average price four. */
export function figureRoom(positions: readonly Position[]) {
  const all = positionTotals(positions);
  const room = (least: number, of: (row: Position) => string): number =>
    Math.max(least, ...positions.map((row) => Math.ceil(of(row).length * DIGIT) + BESIDE));
  return {
    symbol: widthForSymbols(
      positions.map(({ symbol }) => symbol),
      64,
    ),
    qty: room(64, ({ qty }) => formatQuantity(qty)),
    entry: room(66, ({ avgEntryPrice }) => formatPrice(avgEntryPrice)),
    price: room(66, ({ currentPrice = '' }) => currentPrice && formatPrice(currentPrice)),
    percent: room(66, ({ unrealizedPlpc }) => percentWords(unrealizedPlpc)),
    value: room(88, ({ marketValue }) => longer(formatMoney, marketValue, all.value)),
    profit: room(84, ({ unrealizedPl }) => longer(formatSigned, unrealizedPl, all.profit)),
    today: room(76, (row) => longer(formatSigned, row.unrealizedIntradayPl, all.today)),
  };
}

/** Of one position and of all of them together, which stands below it. */
function longer(format: (value: string) => string, ...values: (string | undefined)[]): string {
  const written = values.map((value) => (value === undefined ? '' : format(value)));
  return written.reduce((most, text) => (text.length > most.length ? text : most), '');
}

/** Of a small letter. In two lines; longer words are cut, and whole where they are pointed at. */
const [LETTER, MOST_RESTING] = [5.9, 150];

const restingRoom = (words: readonly string[]): number =>
  Math.min(
    MOST_RESTING,
    Math.max(74, ...words.map((text) => Math.ceil((text.length / 2) * LETTER) + 2 * BESIDE)),
  );

/** From which width on every button has room, beside the columns that are folded last. */
export const isWideFor = (width: number, room: ReturnType<typeof figureRoom>): boolean =>
  width >=
  SIDE_PX +
    room.symbol +
    room.qty +
    room.entry +
    room.price +
    room.value +
    room.profit +
    room.percent +
    ACTIONS_ROOM.all;

/** What was paid comes before the percentage where there is room for it. */
export const hasEntryAt = (width: number, room: ReturnType<typeof figureRoom>): boolean =>
  width >=
  SIDE_PX + room.symbol + room.qty + room.entry + room.price + room.profit + ACTIONS_ROOM.folded;

/** Whether the column of what rests is left out where a table is so wide, unless a person arranged it otherwise. */
export const isRestingFoldedAt = (width: number, columns: readonly Column<Position>[]): boolean =>
  foldsFor(columns, width) <= RESTING_FOLD;
const RESTING_FOLD = 3;

const SIDE_PX = 48;

export function positionColumns(
  {
    isStale,
    isUnpriced,
    isPrivate,
    isWide,
    hasEntry,
    isRestingFolded,
    resting,
    room,
  }: {
    isStale: boolean;
    /** No price is heard: what moves with it is as of before. */
    isUnpriced: boolean;
    isPrivate: boolean;
    /** There is room for every button of a row. */
    isWide: boolean;
    /** There is room for what was paid. */
    hasEntry: boolean;
    /** There is no room for what rests against each: its row has a mark. */
    isRestingFolded: boolean;
    /** What rests against each, by its symbol. */
    resting: Readonly<Record<string, string>>;
    room: ReturnType<typeof figureRoom>;
  },
  onAction: (action: PositionAction, symbol: string) => void,
): Column<Position>[] {
  const isOld = isStale || isUnpriced;
  const priced = isOld ? 'num stale' : 'num';
  const isMarked = (symbol: string): boolean =>
    isRestingFolded && (resting[symbol] ?? NOTHING) !== NOTHING;
  type Figure = (row: Position) => string | undefined;
  type More = Partial<Column<Position>>;
  const gain = (id: string, head: string, width: number, of: Figure, more: More) =>
    figures<Position>(
      id,
      head,
      width,
      (row) => <Gain value={of(row)} stale={isOld} isEstimate={row.isEstimate} />,
      more,
    );
  const percent = (id: string, head: string, width: number, of: Figure, more: More) =>
    figures<Position>(id, head, width, (row) => percentWords(of(row)), {
      className: (row) => `${priced} ${directionOf(percentWords(of(row))) ?? ''}`,
      ...more,
    });
  return [
    {
      id: 'symbol',
      head: 'Symbol',
      width: room.symbol,
      isTwoLines: ({ symbol }) => isMarked(symbol),
      cell: ({ symbol }) =>
        isMarked(symbol) ? (
          <>
            {symbol}
            <span className="position-mark"> resting</span>
          </>
        ) : (
          symbol
        ),
      tooltip: ({ symbol }) =>
        isMarked(symbol) && !isPrivate ? `${symbol}: ${resting[symbol]}` : symbol,
    },
    { id: 'side', head: 'Side', width: SIDE_PX, cell: ({ side }) => side },
    figures(
      'qty',
      'Quantity',
      room.qty,
      ({ qty, isEstimate }) => <Quantity value={qty} stale={isStale} isEstimate={isEstimate} />,
      {
        className: () => 'num',
        tooltip: ({ qty, qtyAvailable }) =>
          isPrivate || qtyAvailable === undefined || qtyAvailable === qty
            ? undefined
            : `${formatQuantity(qtyAvailable)} available; open orders hold the rest`,
      },
    ),
    figures('entry', 'Entry', room.entry, ({ avgEntryPrice }) => formatPrice(avgEntryPrice), {
      title: 'Average entry price',
      fold: hasEntry ? 2 : 4,
      className: () => (isStale ? 'num stale' : 'num'),
    }),
    figures(
      'price',
      'Price',
      room.price,
      ({ currentPrice }) => (currentPrice === undefined ? '–' : formatPrice(currentPrice)),
      { fold: 1, className: () => priced },
    ),
    figures(
      'value',
      'Value',
      room.value,
      ({ marketValue, isEstimate }) =>
        marketValue === undefined ? (
          '–'
        ) : (
          <Amount value={marketValue} stale={isOld} isEstimate={isEstimate} />
        ),
      { title: 'Market value', fold: 5 },
    ),
    gain('profit', 'Unrealized', room.profit, ({ unrealizedPl }) => unrealizedPl, {
      title: 'Unrealized profit or loss since entry',
    }),
    percent('percent', '%', room.percent, ({ unrealizedPlpc }) => unrealizedPlpc, {
      title: 'Unrealized profit or loss as a percentage of cost',
      fold: hasEntry ? 4 : 2,
    }),
    gain('today', 'Today', room.today, ({ unrealizedIntradayPl }) => unrealizedIntradayPl, {
      title: 'Today’s profit or loss',
      fold: 6,
    }),
    percent('move', 'Day %', 62, ({ changeToday }) => changeToday, {
      title: 'How far the price moved today',
      fold: 7,
    }),
    {
      id: 'resting',
      head: 'Resting',
      title: 'Open orders that would end the position',
      isUnsorted: true,
      width: restingRoom(Object.values(resting)),
      isTwoLines: () => true,
      fold: RESTING_FOLD,
      className: ({ symbol }) => (resting[symbol] === NOTHING ? 'quiet-text' : undefined),
      cell: ({ symbol }) => <Said text={resting[symbol] ?? NOTHING} />,
      tooltip: ({ symbol }) => (isPrivate ? undefined : resting[symbol]),
    },
    buttons(isWide ? ACTIONS_ROOM.all : ACTIONS_ROOM.folded, ({ symbol, assetClass }) => {
      const refusal = notTradedHere(symbol, assetClass);
      return refusal === undefined ? (
        <PositionActions symbol={symbol} isWide={isWide} onAction={onAction} />
      ) : (
        <NotTraded why={refusal} />
      );
    }),
  ];
}

/** What stands below the columns of the table. */
export const totalCells = (
  { value, profit, percent, today, isEstimate }: PositionTotals,
  isStale: boolean,
): Totals => ({
  value: <Amount value={value} stale={isStale} isEstimate={isEstimate} isOptional />,
  profit: <Gain value={profit} stale={isStale} isEstimate={isEstimate} />,
  percent: (
    <Num
      text={percent && percentWords(percent)}
      sign={percent && percentWords(percent)}
      stale={isStale}
      isEstimate={isEstimate}
    />
  ),
  today: <Gain value={today} stale={isStale} isEstimate={isEstimate} />,
});

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
  // Its size is reckoned from fills that no reading has yet.
  ['estimate', (row) => (row.isEstimate ? 'yes' : 'no')],
];
