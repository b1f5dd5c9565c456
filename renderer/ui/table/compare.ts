// Orders of values, for columns that a person sorts by. What is missing comes last, whichever way round.
import { byText, type Compare } from '#renderer/ui/table/sorted-rows.ts';

export type Sorting = { column: string; isDescending: boolean };

/** What a row has to sort by in a column: text, a decimal or a number. */
export type SortValue = string | number | undefined;

/** The same of each column, by its id. */
export type SortValues<T> = Readonly<Record<string, (row: T) => SortValue>>;

/** Compares two values of a column in one direction. */
export function compareValues(a: SortValue, b: SortValue, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : byText(String(a), String(b));
  return isDescending ? -order : order;
}

/** By the column that a person chose, if there is one; what is alike there, and all without one, as otherwise. */
export function compareBy<T>(
  values: SortValues<T>,
  sorting: Sorting | undefined,
  otherwise: Compare<T>,
): Compare<T> {
  const value = sorting && values[sorting.column];
  if (!value) return otherwise;
  return (a, b) => compareValues(value(a), value(b), sorting.isDescending) || otherwise(a, b);
}

/** Only for the order of rows: two decimals that differ beyond what a number holds sort as equals. */
export const sortable = (decimal: string | undefined): number | undefined =>
  decimal === undefined ? undefined : Number(decimal);
