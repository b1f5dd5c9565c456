import type { DayEndLine, DayEndRow, TokensOutstanding } from '#contract/day-end.ts';
import { STATE_WORDS } from '#renderer/screens/tokenization/day-end/day-end-words.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Price } from '#renderer/ui/Price.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import {
  figures,
  moments,
  NINE_DECIMALS,
  widthFor,
  type Column,
} from '#renderer/ui/table/column.ts';
import { momentText, type ExportColumn } from '#renderer/ui/table/export-text.ts';

/** A line with the symbol that it is of. */
export type SymbolLine = DayEndLine & { symbol: string };

type Figure = 'opening' | 'bought' | 'sold' | 'minted' | 'redeemed' | 'other';

const STATE_CLASS: Record<DayEndRow['state'], string> = {
  ties: 'day-end-ties',
  differs: 'day-end-differs',
  unknown: 'day-end-unknown',
};

type AnyFigure = Figure | 'expected' | 'position' | 'difference';

/** As wide as its longest figure needs; what has no room is left out whole, and is in the entries of the symbol. */
const figuresIn =
  (rows: readonly DayEndRow[]) =>
  (name: AnyFigure, head: string, fold?: number): Column<DayEndRow> => {
    const width = widthFor(rows.map((row) => row[name]));
    const more = fold === undefined ? {} : { fold };
    return figures(name, head, width, (row) => <Quantity value={row[name]} />, more);
  };

export function rowColumns(
  rows: readonly DayEndRow[],
  onOpen: (row: DayEndRow) => void,
): Column<DayEndRow>[] {
  const figureOf = figuresIn(rows);
  return [
    {
      id: 'symbol',
      head: 'Symbol',
      width: 66,
      cell: (row) => (
        <button
          type="button"
          className="symbol"
          aria-label={`${row.symbol}, open its entries`}
          onClick={() => onOpen(row)}
        >
          {row.symbol}
        </button>
      ),
    },
    figureOf('opening', 'Opening', 1),
    figureOf('bought', 'Bought', 2),
    figureOf('sold', 'Sold', 3),
    { ...figureOf('minted', 'Minted'), title: 'Minted, minus shares returned by rejected mints' },
    figureOf('redeemed', 'Redeemed', 4),
    { ...figureOf('other', 'Other', 5), title: 'Splits, transfers and stock dividends' },
    { ...figureOf('expected', 'Calculated'), title: 'Opening plus all movements' },
    figureOf('position', 'Position'),
    figureOf('difference', 'Difference'),
    {
      id: 'state',
      head: 'State',
      width: 74,
      className: ({ state }) => STATE_CLASS[state],
      cell: ({ state }) => STATE_WORDS[state],
    },
  ];
}

export const lineColumns = (
  now: number,
  onOpen: (line: SymbolLine) => void,
  /** What the broker says of an entry may name how much it was. */
  hide: (text: string) => string,
  hasSymbol: boolean,
): Column<SymbolLine>[] => [
  moments('Time', 140, now, ({ at }) => at),
  ...(hasSymbol
    ? [{ id: 'symbol', head: 'Symbol', width: 66, cell: ({ symbol }: SymbolLine) => symbol }]
    : []),
  figures('qty', 'Shares', NINE_DECIMALS, ({ qty }) => <Quantity value={qty} />),
  {
    id: 'text',
    head: 'Entry',
    width: 220,
    cell: (line) =>
      line.tokenizationRequestId === undefined ? (
        hide(line.text)
      ) : (
        <button type="button" className="link" onClick={() => onOpen(line)}>
          {hide(line.text)}
        </button>
      ),
    tooltip: ({ text }) => hide(text),
  },
  ...(hasSymbol
    ? [{ id: 'type', head: 'Type', width: 56, cell: ({ type }: SymbolLine) => type ?? '–' }]
    : []),
];

export const TOKEN_COLUMNS: readonly Column<TokensOutstanding>[] = [
  { id: 'symbol', head: 'Symbol', width: 66, cell: ({ symbol }) => symbol },
  { id: 'issuer', head: 'Issuer', width: 80, cell: ({ issuer }) => issuer },
  { id: 'network', head: 'Network', width: 90, cell: ({ network }) => network },
  figures('minted', 'Minted', NINE_DECIMALS, ({ minted }) => <Quantity value={minted} />, {
    fold: 1,
  }),
  figures('redeemed', 'Redeemed', NINE_DECIMALS, ({ redeemed }) => <Quantity value={redeemed} />, {
    fold: 2,
  }),
  figures('outstanding', 'Outstanding', NINE_DECIMALS, ({ outstanding }) => (
    <Quantity value={outstanding} />
  )),
  figures('pending', 'Pending', NINE_DECIMALS, ({ pending }) => <Quantity value={pending} />, {
    title: 'Mints the issuer has not answered yet',
  }),
  figures(
    'price',
    'Price',
    80,
    ({ price }) => (price === undefined ? '–' : <Price value={price} stale={false} />),
    { fold: 3 },
  ),
  figures('value', 'Value', 100, ({ value }) => <Amount value={value} isOptional />),
];

export const ROW_EXPORT: readonly ExportColumn<DayEndRow & { differences: string }>[] = [
  ['symbol', ({ symbol }) => symbol],
  ['opening', ({ opening }) => opening],
  ['bought', ({ bought }) => bought],
  ['sold', ({ sold }) => sold],
  ['minted', ({ minted }) => minted],
  ['redeemed', ({ redeemed }) => redeemed],
  ['other', ({ other }) => other],
  ['calculated', ({ expected }) => expected],
  ['position', ({ position }) => position],
  ['difference', ({ difference }) => difference],
  ['state', ({ state }) => STATE_WORDS[state]],
  ['differences', ({ differences }) => differences],
];

export const LINE_EXPORT: readonly ExportColumn<SymbolLine>[] = [
  ['at', ({ at }) => momentText(at)],
  ['symbol', ({ symbol }) => symbol],
  ['counted_as', ({ column }) => column],
  ['shares', ({ qty }) => qty],
  ['entry', ({ text }) => text],
  ['type', ({ type }) => type],
  ['price', ({ price }) => price],
  ['order_id', ({ orderId }) => orderId],
  ['tokenization_request_id', ({ tokenizationRequestId }) => tokenizationRequestId],
  ['id', ({ id }) => id],
];

export const TOKEN_EXPORT: readonly ExportColumn<TokensOutstanding>[] = [
  ['symbol', ({ symbol }) => symbol],
  ['issuer', ({ issuer }) => issuer],
  ['network', ({ network }) => network],
  ['minted', ({ minted }) => minted],
  ['redeemed', ({ redeemed }) => redeemed],
  ['outstanding', ({ outstanding }) => outstanding],
  ['pending', ({ pending }) => pending],
  ['price', ({ price }) => price],
  ['value', ({ value }) => value],
];
