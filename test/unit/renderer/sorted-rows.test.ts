import { expect, it } from 'vitest';
import { compareValues } from '#renderer/ui/table/compare.ts';
import { createSortedRows } from '#renderer/ui/table/sorted-rows.ts';

type Row = { key: string; value: number };
const MANY = 100_000;

function many() {
  const asked = { compares: 0, accepts: 0 };
  const rows = createSortedRows<Row>({
    keyOf: ({ key }) => key,
    compare: (a, b) => {
      asked.compares++;
      return a.value - b.value;
    },
    accepts: ({ value }) => {
      asked.accepts++;
      return value >= 0;
    },
  });
  rows.change(
    Array.from({ length: MANY }, (_, n) => ({ key: `k${n}`, value: (n * 7_919) % MANY })),
  );
  asked.compares = 0;
  asked.accepts = 0;
  return { rows, asked };
}

it('places one changed row among a hundred thousand without a pass over them', () => {
  const { rows, asked } = many();
  rows.change([{ key: 'k5', value: 0.5 }], ['k5']);
  expect(rows.view().rows[1]).toEqual({ key: 'k5', value: 0.5 });
  expect(rows.view().rows).toHaveLength(MANY);
  expect(asked.accepts).toBe(1);
  expect(asked.compares).toBeLessThan(5 * Math.ceil(Math.log2(MANY)));
});

it('filters anew in one pass and without sorting', () => {
  const { rows, asked } = many();
  rows.arrange({ accepts: ({ value }) => value < 10 });
  expect(rows.view().rows.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(asked.compares).toBe(0);
  expect(rows.view().total).toBe(MANY);
});

it('tells once per change, with a new view each time, and takes rows out of sight and back', () => {
  const rows = createSortedRows<Row>({
    keyOf: ({ key }) => key,
    compare: (a, b) => a.value - b.value,
    accepts: ({ value }) => value > 0,
  });
  const seen: string[] = [];
  const stop = rows.onChange(() =>
    seen.push(
      rows
        .view()
        .rows.map(({ key }) => key)
        .join(''),
    ),
  );
  rows.change([
    { key: 'b', value: 2 },
    { key: 'a', value: 1 },
    { key: 'c', value: 2 },
  ]);
  rows.change([{ key: 'a', value: -1 }]);
  rows.change([{ key: 'a', value: 3 }], ['b']);
  rows.change([]);
  stop();
  rows.change([], ['a']);
  expect(seen).toEqual(['abc', 'bc', 'ca']);
});

it('puts what is missing last, whichever way round', () => {
  const values = [3, undefined, 1, 2];
  for (const isDescending of [true, false])
    expect(values.toSorted((a, b) => compareValues(a ?? undefined, b, isDescending)).at(-1)).toBe(
      undefined,
    );
  expect(compareValues('b', 'a', false)).toBe(1);
  expect(compareValues('b', 'a', true)).toBe(-1);
  // An order of numbers, not of their texts.
  expect(compareValues(9, 10, false)).toBeLessThan(0);
});
