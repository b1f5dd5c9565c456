// Which orders are shown, and in which order. What nobody knows yet is on top however the table is sorted, and no choice
// of status hides it.
import type { OrdersView } from '#contract/ui.ts';
import { RANK, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import {
  compareValues,
  sortable,
  type Sorting,
  type SortValues,
} from '#renderer/ui/table/compare.ts';
import { shortId } from '#renderer/ui/table/column.ts';
import type { Compare } from '#renderer/ui/table/sorted-rows.ts';

export type OrderFilter = Omit<OrdersView, 'name'>;
export type OrderStatus = OrderFilter['status'];

export const ORDER_STATUSES: readonly OrderStatus[] = [
  'open',
  'all',
  'unknown',
  'filled',
  'canceled',
  'refused',
];

export const NO_FILTER: OrderFilter = { text: '', status: 'all', side: 'any', symbol: '', days: 0 };

export const SIDES = [
  ['any', 'Buys and sells'],
  ['buy', 'Buys'],
  ['sell', 'Sells'],
] as const;

export const TIMES: readonly (readonly [days: number, words: string])[] = [
  [0, 'All time'],
  [1, 'Past day'],
  [7, 'Past week'],
  [30, 'Past month'],
  [90, 'Past 3 months'],
];

const DAY_MS = 86_400_000;

/** Whether anything but the status is narrowed. */
export const isNarrowed = ({ text, side, symbol, days }: OrderFilter): boolean =>
  text.trim() !== '' || side !== 'any' || symbol.trim() !== '' || days > 0;

export const isSameFilter = (a: OrderFilter, b: OrderFilter): boolean =>
  a.text === b.text &&
  a.status === b.status &&
  a.side === b.side &&
  a.symbol === b.symbol &&
  a.days === b.days;

const NONE: ReadonlySet<string> = new Set();

/** No leg without its order, whatever is filtered for. `folded`: the orders whose legs are not to be seen. */
export function acceptsOrder(
  filter: OrderFilter,
  nowMs: number,
  folded: ReadonlySet<string> = NONE,
): (row: OrderRow) => boolean {
  const fits = fitsFilter(filter, nowMs);
  return (row) => {
    if (row.leg > 0) return !folded.has(row.family.key) && fits(row);
    return fits(row) || row.family.legs.some(fits);
  };
}

function fitsFilter(filter: OrderFilter, nowMs: number): (row: OrderRow) => boolean {
  const { status, side } = filter;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean).map(wordOf);
  const symbol = filter.symbol.trim().toUpperCase();
  const since = filter.days > 0 ? nowMs - filter.days * DAY_MS : undefined;
  // Of many rows, what nobody asked about is not even looked at.
  return (row) =>
    (status === 'all' || row.kind === 'unknown' || row.kind === status) &&
    (side === 'any' || row.side === side) &&
    (symbol === '' || row.symbol.startsWith(symbol)) &&
    (since === undefined || (row.at ?? 0) >= since) &&
    (words.length === 0 || hasWords(row, words));
}

/** What a word of the filter is looked for as; one of them is enough. */
type Word = { inWords: readonly string[]; inIds: string | undefined };

/** A shorter word is not meant for an id. */
const LEAST_OF_ID = 4;

/** A figure is found from its first digit on, as it is written or with commas and zeros; an id from its beginning. */
function wordOf(word: string): Word {
  const inIds = word.length < LEAST_OF_ID ? undefined : ` ${word.replace(/^…/, '')}`;
  const figure = word.replace(/^\$/, '').replaceAll(',', '');
  if (!/^\.?\d/.test(figure)) return { inWords: [word], inIds };
  const bare = figure.includes('.') ? figure.replace(/\.?0*$/, '') : figure;
  return { inWords: bare === figure ? [` ${figure}`] : [` ${figure}`, ` ${bare} `], inIds };
}

/** Put together with the first search and kept: the second letter is then cheap. */
function hasWords(row: OrderRow, words: readonly Word[]): boolean {
  const text = (row.text ??= textOf(row));
  for (const word of words) if (!isIn(text, word)) return false;
  return true;
}

function isIn({ words, ids }: NonNullable<OrderRow['text']>, { inWords, inIds }: Word): boolean {
  for (const word of inWords) if (words.includes(word)) return true;
  return inIds !== undefined && ids.includes(inIds);
}

const textOf = (row: OrderRow): NonNullable<OrderRow['text']> => ({
  words: joined([
    row.symbol,
    row.side,
    row.type,
    row.timeInForce,
    row.status,
    row.qty,
    row.notional,
    row.prices.limitPrice,
    row.prices.stopPrice,
    row.filledAvgPrice,
    row.reason,
  ]).replaceAll('_', ' '),
  ids: joined([row.clientOrderId, shortId(row.clientOrderId), row.orderId]),
});

/** Each with a space before and behind it. */
const joined = (parts: readonly (string | undefined)[]): string =>
  ` ${parts.join(' ')} `.toLowerCase();

/** What each column is sorted by. */
export const ORDER_VALUES: SortValues<OrderRow> = {
  symbol: (row) => row.symbol,
  side: (row) => row.side,
  qty: (row) => sortable(row.qty),
  type: (row) => row.type,
  price: ({ prices, filledAvgPrice }) =>
    sortable(prices.limitPrice ?? prices.stopPrice ?? prices.trailPrice ?? filledAvgPrice),
  status: (row) => row.status,
  filled: (row) => sortable(row.filledQty),
  'filled-at': (row) => sortable(row.filledAvgPrice),
  time: (row) => row.at,
  id: (row) => row.clientOrderId,
};

/** Unknown first; then as the person wants it, or open before ended and newest first. Legs follow their order. */
export function compareOrders(sorting: Sorting | undefined): Compare<OrderRow> {
  const value = sorting && ORDER_VALUES[sorting.column];
  return ({ family: a, leg: legA }, { family: b, leg: legB }) => {
    if (a.key === b.key) return legA - legB;
    const isUnknown = Number(b.group === 'unknown') - Number(a.group === 'unknown');
    if (isUnknown !== 0) return isUnknown;
    const order =
      value && sorting
        ? compareValues(value(a.head), value(b.head), sorting.isDescending)
        : RANK[a.group] - RANK[b.group];
    if (order !== 0) return order;
    // Two families never mix, whatever they have in common.
    return (b.head.at ?? 0) - (a.head.at ?? 0) || (a.key < b.key ? -1 : 1);
  };
}
