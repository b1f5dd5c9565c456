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
  /** In pixels where there is room; columns share what is left over. */
  width: number;
  /** It may be left out where there is no room, the highest first; its words stay for screen readers. */
  fold?: number;
  isRight?: boolean;
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

/** Room for each of these decimals: a number that is cut off reads as another number. `least`: for the head. */
export function widthFor(decimals: readonly (string | undefined)[], least = 78): number {
  let most = 0;
  for (const text of decimals) {
    if (text === undefined) continue;
    const point = text.indexOf('.');
    const commas = Math.floor(((point === -1 ? text.length : point) - 1) / 3);
    most = Math.max(most, text.length + commas);
  }
  return Math.max(least, most * DIGIT_PX + AROUND_PX);
}

/** Room for a quantity of any size that is usual. */
export const NINE_DECIMALS = widthFor(['999.123456789']);

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
    cell: (row) => words(row) ?? '–',
    tooltip: written(formatTimeTooltip),
  };
};

const SHORT_ID = 8;

/** Ids by their ends: those that begin with the time are alike at the front. */
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
    return id.length > SHORT_ID ? `…${id.slice(-SHORT_ID)}` : id;
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
