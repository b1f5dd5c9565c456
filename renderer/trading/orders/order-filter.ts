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

export function acceptsOrder(filter: OrderFilter, nowMs: number): (row: OrderRow) => boolean {
  const { status, side } = filter;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const symbol = filter.symbol.trim().toUpperCase();
  const since = filter.days > 0 ? nowMs - filter.days * DAY_MS : -Infinity;
  return (row) =>
    (status === 'all' || row.kind === 'unknown' || row.kind === status) &&
    (side === 'any' || row.side === side) &&
    row.symbol.startsWith(symbol) &&
    (row.at ?? 0) >= since &&
    (words.length === 0 || hasWords(row, words));
}

/** Put together with the first search and kept: the second letter is then cheap. */
function hasWords(row: OrderRow, words: readonly string[]): boolean {
  const text = (row.text ??= textOf(row));
  return words.every((word) => text.includes(word));
}

const textOf = ({
  symbol,
  side,
  type,
  status,
  qty,
  reason,
  clientOrderId,
  orderId,
  prices,
}: OrderRow) =>
  [
    symbol,
    side,
    type,
    status,
    qty,
    prices.limitPrice,
    prices.stopPrice,
    reason,
    clientOrderId,
    orderId,
  ]
    .join(' ')
    .replaceAll('_', ' ')
    .toLowerCase();

/** What each column is sorted by. */
export const ORDER_VALUES: SortValues<OrderRow> = {
  symbol: (row) => row.symbol,
  side: (row) => row.side,
  qty: (row) => sortable(row.qty),
  type: (row) => row.type,
  price: ({ prices }) => sortable(prices.limitPrice ?? prices.stopPrice ?? prices.trailPrice),
  status: (row) => row.status,
  filled: (row) => sortable(row.filledQty),
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
