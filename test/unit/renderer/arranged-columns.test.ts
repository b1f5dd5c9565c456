import { expect, it } from 'vitest';
import {
  arranged,
  AS_IT_IS,
  inOrder,
  withMoved,
  withColumn,
  withWidth,
} from '#renderer/ui/table/arranged-columns.ts';
import { foldsFor } from '#renderer/ui/table/use-folded-columns.ts';
import type { Column } from '#renderer/ui/table/column.ts';

const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
  id,
  head: id,
  width: 100,
  cell: () => id,
  ...more,
});
const COLUMNS = [
  column('symbol'),
  column('side'),
  column('type', { fold: 2 }),
  column('status', { isGrowing: true }),
  column('actions', { isHeadHidden: true }),
];
const ids = (columns: readonly Column<object>[]) => columns.map(({ id }) => id);

it('is as the table has it until a person says otherwise', () => {
  expect(arranged(COLUMNS, AS_IT_IS)).toEqual(COLUMNS);
});

it('moves a column to the place of another, and never the name of the row or its buttons', () => {
  const left = withMoved(COLUMNS, AS_IT_IS, 'status', 'side');
  expect(ids(arranged(COLUMNS, left))).toEqual(['symbol', 'status', 'side', 'type', 'actions']);
  const right = withMoved(COLUMNS, left, 'status', 'type');
  expect(ids(arranged(COLUMNS, right))).toEqual(['symbol', 'side', 'type', 'status', 'actions']);
  for (const id of ['symbol', 'actions']) {
    expect(withMoved(COLUMNS, AS_IT_IS, id, 'type')).toBe(AS_IT_IS);
    expect(withMoved(COLUMNS, AS_IT_IS, 'type', id)).toBe(AS_IT_IS);
  }
});

it('leaves out what is not to be shown, but lists it where it was', () => {
  const hidden = withColumn(AS_IT_IS, 'side', { isShown: false });
  expect(ids(arranged(COLUMNS, hidden))).toEqual(['symbol', 'type', 'status', 'actions']);
  expect(ids(inOrder(COLUMNS, hidden))).toEqual(ids(COLUMNS));
  const name = withColumn(AS_IT_IS, 'symbol', { isShown: false });
  expect(ids(arranged(COLUMNS, name))).toEqual(ids(COLUMNS));
});

it('never folds what was asked for, and makes it as wide as it was asked for', () => {
  const [, , type] = arranged(COLUMNS, withColumn(AS_IT_IS, 'type', { isShown: true }));
  expect(type?.fold).toBeUndefined();
  // The table scrolls for it, and the others stay.
  expect(
    foldsFor(
      [
        { width: 80, fold: 1 },
        { width: 90, isExtra: true },
      ],
      100,
    ),
  ).toBe(Infinity);
  const [, , narrow] = arranged(COLUMNS, withWidth(AS_IT_IS, 'type', 61.4));
  expect(narrow).toMatchObject({ width: 61, fold: 2 });
  const [, , , status] = arranged(COLUMNS, withWidth(AS_IT_IS, 'status', 9_999));
  expect(status).toMatchObject({ width: 600 });
  expect(status?.isGrowing).toBeUndefined();
});

it('puts a column that is new since the order was made behind the others', () => {
  const layout = { order: ['type', 'side'], columns: {} };
  expect(ids(arranged(COLUMNS, layout))).toEqual(['symbol', 'type', 'side', 'status', 'actions']);
});
