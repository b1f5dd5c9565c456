// Which figures of a position stay where there is little room.
import { expect, it } from 'vitest';
import { Position } from '#contract/orders.ts';
import {
  figureRoom,
  hasEntryAt,
  positionColumns,
} from '#renderer/trading/positions/position-columns.tsx';
import { foldsFor } from '#renderer/ui/table/use-folded-columns.ts';

const held = (symbol: string, avgEntryPrice: string) =>
  Position.parse({ symbol, side: 'long', qty: '100', avgEntryPrice });

function shownAt(width: number, ...positions: Position[]): string[] {
  const room = figureRoom(positions);
  const columns = positionColumns(
    {
      isStale: false,
      isUnpriced: false,
      isPrivate: false,
      isWide: false,
      hasEntry: hasEntryAt(width, room),
      isRestingFolded: true,
      resting: {},
      room,
    },
    () => undefined,
  );
  const from = foldsFor(columns, width);
  return columns.filter(({ fold = 0 }) => fold === 0 || fold < from).map(({ id }) => id);
}

it.each([
  ['the standard layout at 1440', 534, ['symbol', 'side', 'qty', 'entry', 'price', 'profit']],
  ['the standard layout at 1280', 463, ['symbol', 'side', 'qty', 'price', 'profit']],
])('what was paid stands beside the price in %s', (_where, width, ids) => {
  expect(shownAt(width, held('GOOGL', '170.1234'))).toEqual([...ids, 'actions']);
});

it('a percentage is there where what was paid has no room', () => {
  expect(shownAt(492, held('GOOGL', '170.123456789'))).toContain('percent');
  expect(shownAt(492, held('GOOGL', '170.123456789'))).not.toContain('entry');
  expect(shownAt(700, held('GOOGL', '170.12'))).toEqual(
    expect.arrayContaining(['entry', 'percent']),
  );
});
