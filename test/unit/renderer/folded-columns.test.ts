import { expect, it } from 'vitest';
import type { OrderActions } from '#renderer/trading/orders/order-actions.ts';
import { orderColumns } from '#renderer/trading/orders/order-columns.tsx';
import { arranged, AS_IT_IS, withColumn } from '#renderer/ui/table/arranged-columns.ts';
import { widthFor } from '#renderer/ui/table/column.ts';
import { foldsFor, isTightAt, tightened } from '#renderer/ui/table/use-folded-columns.ts';

const COLUMNS = [
  { width: 80 },
  { width: 100, fold: 1 },
  { width: 60, fold: 3 },
  { width: 40, fold: 2 },
];
const shownAt = (width: number) => {
  const folds = foldsFor(COLUMNS, width);
  return COLUMNS.filter(({ fold = 0 }) => fold === 0 || fold < folds).map((each) => each.width);
};

it('folds nothing while everything has room, or nothing is measured yet', () => {
  expect(shownAt(280)).toEqual([80, 100, 60, 40]);
  expect(shownAt(Infinity)).toEqual([80, 100, 60, 40]);
});

it('folds the least important first, and no more than it must', () => {
  expect(shownAt(279)).toEqual([80, 100, 40]);
  expect(shownAt(219)).toEqual([80, 100]);
  expect(shownAt(179)).toEqual([80]);
});

it('keeps what may not fold, however narrow', () => {
  expect(shownAt(10)).toEqual([80]);
});

it('folds columns of the same rank together', () => {
  expect(foldsFor([{ width: 50, fold: 2 }, { width: 50, fold: 2 }, { width: 50 }], 100)).toBe(2);
});

it('keeps what an order is, what it cost and when, where there is room for little', () => {
  const shown = (width: number, isRoomy = false) => {
    const room = {
      qty: widthFor(['12.123456789']),
      filled: widthFor(['12.123456789']),
      price: widthFor(['123456.7899']),
      isRoomy,
      hasBoxes: false,
    };
    const all = orderColumns(0, {} as OrderActions, room);
    const columns = isTightAt(all, width) ? all.map(tightened) : all;
    const folds = foldsFor(columns, width);
    return columns.filter(({ fold = 0 }) => fold === 0 || fold < folds).map(({ id }) => id);
  };
  const needed = ['symbol', 'side', 'qty', 'price', 'time', 'status', 'actions'];
  // As much as the standard layout has in a window of 1280, less a scrollbar.
  expect(shown(776)).toEqual(needed.toSpliced(3, 0, 'type'));
  expect(shown(870)).toEqual(needed.toSpliced(3, 0, 'filled', 'type'));
  expect(shown(1_250, true)).toEqual(
    needed.toSpliced(4, 0, 'filled-at').toSpliced(3, 0, 'filled', 'type'),
  );
  expect(shown(580)).toEqual(['symbol', 'side', 'qty', 'price', 'status', 'actions']);
});

it('draws what the buttons do before a column of an order goes, and writes it where all have room', () => {
  const isTight = (filledQty: string, layout = AS_IT_IS) => {
    const [qty, filled] = [66, widthFor([filledQty], 66)];
    const room = { qty, filled, price: 106, isRoomy: false, hasBoxes: true };
    // The standard layout at 1440.
    return isTightAt(arranged(orderColumns(0, {} as OrderActions, room), layout), 876);
  };
  expect(isTight('10')).toBe(false);
  expect(isTight('1.105070061')).toBe(true);
  // A column that somebody hid needs no room.
  expect(isTight('1.105070061', withColumn(AS_IT_IS, 'type', { isShown: false }))).toBe(false);
});
