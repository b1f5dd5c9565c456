// What rests against a position is in its row, with or without room for a column of its own.
import { expect, it } from 'vitest';
import { Position } from '#contract/orders.ts';
import {
  figureRoom,
  isRestingFoldedAt,
  positionColumns,
} from '#renderer/trading/positions/position-columns.tsx';

const held = (symbol: string) =>
  Position.parse({ symbol, side: 'long', qty: '100', avgEntryPrice: '190' });
const WORDS = 'stop 180.00 · target 200.00 · 80 of 100';

const columnsOf = (isRestingFolded: boolean, isPrivate = false) =>
  positionColumns(
    {
      isStale: false,
      isUnpriced: false,
      isPrivate,
      isWide: false,
      hasEntry: false,
      isRestingFolded,
      resting: { AAPL: WORDS, MSFT: 'nothing' },
      room: figureRoom([held('AAPL')]),
    },
    () => undefined,
  );
const symbolOf = (...how: Parameters<typeof columnsOf>) => columnsOf(...how)[0]!;

it('has no room for its column in the standard layout at 1280, and has in a wide panel', () => {
  expect(isRestingFoldedAt(463, columnsOf(false))).toBe(true);
  expect(isRestingFoldedAt(930, columnsOf(false))).toBe(false);
});

it('marks the symbol where the column is left out, and only where something rests', () => {
  expect(symbolOf(true).isTwoLines?.(held('AAPL'), '')).toBe(true);
  expect(symbolOf(true).tooltip?.(held('AAPL'))).toBe(`AAPL: ${WORDS}`);
  expect(symbolOf(true, true).tooltip?.(held('AAPL'))).toBe('AAPL');
  expect(symbolOf(true).isTwoLines?.(held('MSFT'), '')).toBe(false);
  expect(symbolOf(false).isTwoLines?.(held('AAPL'), '')).toBe(false);
});
