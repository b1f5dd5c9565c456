import type { ReactNode } from 'react';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';

export type Column<T> = {
  id: string;
  head: string;
  /** The whole name, where the head is short. */
  title?: string;
  /** Drawn only for screen readers. Nothing is sorted by such a column. */
  isHeadHidden?: boolean;
  /** Nor by this one. The others are sorted by what their table has under the same id. */
  isUnsorted?: boolean;
  /** In pixels; columns share what is left over, unless one takes it. */
  width: number;
  /** A person made it as wide as that: what it holds may have no room. */
  isSized?: boolean;
  /** What is left over is this column's. */
  isGrowing?: boolean;
  /** It may be left out where there is no room, the highest first; its words stay for screen readers. */
  fold?: number;
  /** What it is instead before any column of this fold, or of a lower one, is left out. */
  tight?: { before: number; width: number; cell: (row: T) => ReactNode };
  /** A person wants it where there is no room: the table scrolls for it, and nothing else makes way. */
  isExtra?: boolean;
  isRight?: boolean;
  /** The rows whose cell is two lines of small type, in the height of one. `content`: what is in it. */
  isTwoLines?: (row: T, content: ReactNode) => boolean;
  cell: (row: T) => ReactNode;
  className?: (row: T) => string | undefined;
  tooltip?: (row: T) => string | undefined;
};

export const isSortable = <T>({ isHeadHidden, isUnsorted }: Column<T>): boolean =>
  !isHeadHidden && !isUnsorted;

/** A column of figures, which stand one below the other by their last digits. */
export const figures = <T>(
  id: string,
  head: string,
  width: number,
  cell: (row: T) => ReactNode,
  more: Partial<Column<T>> = {},
): Column<T> => ({ id, head, width, isRight: true, cell, ...more });

/** Of a digit, and of what is beside the figure in its cell. */
const [DIGIT_PX, AROUND_PX] = [8, 20];
/** The same in a cell of two lines. */
const [SMALL_DIGIT_PX, SMALL_AROUND_PX] = [7, 18];

/** Room for each of these decimals: a number that is cut off reads as another number. `least`: for the head. */
export function widthFor(decimals: readonly (string | undefined)[], least = 78): number {
  const most = Math.max(0, ...decimals.map(lengthOf));
  return Math.max(least, most * DIGIT_PX + AROUND_PX);
}

/** A price shows four of its decimals. */
const UNSHOWN_DECIMALS = /(?<=\.\d{4})\d+$/;
export const widthForPrice = (price: string | undefined, least?: number): number =>
  widthFor([price?.replace(UNSHOWN_DECIMALS, '')], least);

/** The same for a line of small type that begins with a word. */
export const smallWidthFor = (word: string, decimal: string | undefined): number =>
  decimal === undefined
    ? 0
    : Math.ceil((word.length + 1 + lengthOf(decimal)) * SMALL_DIGIT_PX + SMALL_AROUND_PX);

/** How wide the letters of a symbol are, as its row writes them: those that are not named are as wide as an A. */
const LETTERS: readonly (readonly [letters: RegExp, px: number])[] = [
  [/[MW]/, 13],
  [/[CGHNOQU]/, 10],
  [/[EFJLPRSZ]/, 8],
  [/[I./]/, 5],
];
const A_PX = 9;
const BESIDE_NAME_PX = 20;

/** Room for each of these symbols: one that is cut off reads as another one. */
export function widthForSymbols(symbols: readonly string[], least: number): number {
  const pxOf = (letter: string) => LETTERS.find(([letters]) => letters.test(letter))?.[1] ?? A_PX;
  const widthOf = (symbol: string) =>
    Array.from(symbol).reduce((sum, letter) => sum + pxOf(letter), 0);
  return symbols.reduce((most, symbol) => Math.max(most, widthOf(symbol) + BESIDE_NAME_PX), least);
}

/** As it is written, with its commas. */
function lengthOf(decimal: string | undefined): number {
  if (decimal === undefined) return 0;
  const point = decimal.indexOf('.');
  const commas = Math.floor(((point === -1 ? decimal.length : point) - 1) / 3);
  return decimal.length + commas;
}

/** Room for a quantity of any size that is usual. */
export const NINE_DECIMALS = widthFor(['999.123456789']);

/** Room for a time of today; another day stands above its time. */
export const MOMENT_PX = 80;

/** When it was, by the exchange's clock. `now` only for the day of it. */
export const moments = <T>(
  head: string,
  width: number,
  now: number,
  momentOf: (row: T) => number | undefined,
): Column<T> => {
  const written = (write: (at: number) => string) => (row: T) => {
    const at = momentOf(row);
    return at === undefined ? undefined : write(at);
  };
  const words = written((at) => formatExchangeMoment(at, now));
  return {
    id: 'time',
    head,
    title: `${head}, New York`,
    width,
    className: () => 'num',
    isTwoLines: (_, text) => width <= MOMENT_PX && typeof text === 'string' && text.includes(','),
    cell: (row) => words(row) ?? '–',
    tooltip: written(formatTimeTooltip),
  };
};

const SHORT_ID = 8;

/** The end of an id: those that begin with the time are alike at the front. */
export const shortId = (id: string): string => id.slice(-SHORT_ID);

/** Ids by their ends. */
export const ids = <T>(
  head: string,
  title: string,
  width: number,
  idOf: (row: T) => string,
): Column<T> => ({
  id: 'id',
  head,
  title,
  width,
  className: () => 'num quiet-text',
  cell: (row) => {
    const id = idOf(row);
    return id.length > SHORT_ID ? `…${shortId(id)}` : id;
  },
  tooltip: idOf,
});

/** The buttons of a row. */
export const buttons = <T>(width: number, cell: (row: T) => ReactNode): Column<T> => ({
  id: 'actions',
  head: 'Actions',
  isHeadHidden: true,
  width,
  cell,
});
