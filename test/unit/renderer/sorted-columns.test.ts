// A head that can be pressed sorts by something: what a table is sorted by has the ids of its columns.
import { expect, it } from 'vitest';
import type { DayLines } from '#renderer/core/feeds/day-lines.ts';
import type { LiveRows } from '#renderer/screens/desk/watchlist/live-rows.ts';
import { watchColumns } from '#renderer/screens/desk/watchlist/watch-columns.tsx';
import { WATCH_VALUES } from '#renderer/screens/desk/watchlist/watch-rows.ts';
import { requestColumns } from '#renderer/screens/tokenization/requests/request-columns.tsx';
import { REQUEST_VALUES } from '#renderer/screens/tokenization/requests/request-rows.ts';
import { FILL_VALUES } from '#renderer/trading/fills/fill-rows.ts';
import { fillColumns } from '#renderer/trading/fills/FillsPanel.tsx';
import type { OrderActions } from '#renderer/trading/orders/order-actions.ts';
import { orderColumns } from '#renderer/trading/orders/order-columns.tsx';
import { ORDER_VALUES } from '#renderer/trading/orders/order-filter.ts';
import {
  figureRoom,
  POSITION_VALUES,
  positionColumns,
} from '#renderer/trading/positions/position-columns.tsx';
import { ids, isSortable, moments, type Column } from '#renderer/ui/table/column.ts';

const nothing = () => undefined;
const watched = watchColumns({
  symbols: [],
  rows: {} as LiveRows,
  lines: {} as DayLines,
  isNarrow: false,
  onSelect: nothing,
  onRemove: nothing,
});
const sortedIds = <T>(columns: readonly Column<T>[]) =>
  columns.filter(isSortable).map(({ id }) => id);

it.each([
  [
    'orders',
    sortedIds(
      orderColumns(0, {} as OrderActions, {
        qty: 66,
        filled: 66,
        price: 106,
        isRoomy: true,
        hasBoxes: false,
      }),
    ),
    ORDER_VALUES,
  ],
  ['fills', sortedIds(fillColumns(0, { qty: 0, price: 0 })), FILL_VALUES],
  [
    'positions',
    sortedIds(
      positionColumns(
        {
          isStale: false,
          isUnpriced: false,
          isPrivate: false,
          isWide: true,
          hasEntry: true,
          isRestingFolded: false,
          resting: {},
          room: figureRoom([]),
        },
        nothing,
      ),
    ),
    POSITION_VALUES,
  ],
  ['requests', sortedIds(requestColumns(0, 78, nothing)), REQUEST_VALUES],
  ['watched symbols', sortedIds(watched), WATCH_VALUES],
] as const)(
  '%s are sorted by each column whose head offers it, and by no other',
  (_, columns, values) => {
    expect(columns.toSorted()).toEqual(Object.keys(values).toSorted());
  },
);

it('writes a moment by the exchange’s clock, and a dash for none', () => {
  const now = Date.parse('2026-01-05T20:00:00Z');
  const { title, cell, tooltip } = moments<{ at?: number }>('Created', 100, now, ({ at }) => at);
  expect(title).toBe('Created, New York');
  expect(cell({ at: Date.parse('2026-01-05T15:30:00Z') })).toBe('10:30:00');
  expect(tooltip?.({ at: 0 })).toContain('1970-01-01T00:00:00.000Z');
  expect([cell({}), tooltip?.({})]).toEqual(['–', undefined]);
});

it('writes the end of a long id, with the whole a pointer away', () => {
  const { cell, tooltip } = ids<string>('Id', 'Request id', 92, (id) => id);
  expect([cell('12345678'), cell('x12345678')]).toEqual(['12345678', '…12345678']);
  expect(tooltip?.('x12345678')).toBe('x12345678');
});
