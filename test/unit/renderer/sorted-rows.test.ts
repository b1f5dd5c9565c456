import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Pace } from '#renderer/core/delay.ts';
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

/** A clock that moves with each row that is looked at, and slices that run when the test says so. */
function paced(count: number, onceDrawn?: Pace['onceDrawn']) {
  let time = 0;
  const tasks: (() => void)[] = [];
  const rows = createSortedRows<Row>({
    keyOf: ({ key }) => key,
    compare: (a, b) => a.value - b.value,
    pace: {
      now: () => time,
      ...(onceDrawn && { onceDrawn }),
      later(run) {
        tasks.push(run);
        return () => tasks.splice(tasks.indexOf(run), 1);
      },
    },
  });
  rows.change(Array.from({ length: count }, (_, n) => ({ key: `k${n}`, value: n })));
  let looked = 0;
  const only = (fits: (value: number) => boolean) => (row: Row) => {
    looked++;
    time += 0.01;
    return fits(row.value);
  };
  const runAll = () => {
    while (tasks.length > 0) tasks.shift()?.();
  };
  return { rows, tasks, only, runAll, looked: () => looked };
}

const isEven = (value: number): boolean => value % 2 === 0;

it('shows the first rows that fit after a moment, and the whole of them later', () => {
  const { rows, tasks, only, runAll, looked } = paced(10_000);
  rows.arrange({ accepts: only(isEven) });
  expect(looked()).toBeLessThan(1_000);
  expect(rows.view()).toMatchObject({ total: 10_000, isPartial: true });
  expect(rows.view().rows.length).toBeGreaterThan(60);
  let tells = 0;
  rows.onChange(() => tells++);
  runAll();
  expect(rows.view().rows.map(({ value }) => value)).toEqual(
    Array.from({ length: 5_000 }, (_, n) => n * 2),
  );
  expect([rows.view().isPartial, tasks.length, tells]).toEqual([undefined, 0, 1]);
});

it('shows a screen of what is typed at once, and looks at the rest when that was drawn', () => {
  const drawn: (() => void)[] = [];
  const { rows, tasks, only, runAll, looked } = paced(10_000, (run) => {
    drawn.push(run);
    return () => drawn.splice(drawn.indexOf(run), 1);
  });
  rows.arrange({ accepts: only(isEven), isTyped: true });
  expect(looked()).toBe(256);
  expect(rows.view()).toMatchObject({ isPartial: true });
  expect(rows.view().rows).toHaveLength(128);
  expect([tasks.length, drawn.length]).toEqual([0, 1]);
  rows.arrange({ accepts: only((value) => value < 5), isTyped: true });
  expect(drawn).toHaveLength(0);
  runAll();
  expect(rows.view().rows).toHaveLength(5);
  rows.arrange({ accepts: only(isEven), isTyped: true });
  drawn.shift()?.();
  runAll();
  expect(rows.view().rows).toHaveLength(5_000);
  expect(rows.view().isPartial).toBeUndefined();
  // What nobody typed goes on for as long as it may.
  const before = looked();
  rows.arrange({ accepts: only(isEven) });
  expect(looked() - before).toBeGreaterThan(500);
  expect(drawn).toHaveLength(0);
});

it('keeps what was shown until something fits or the pass is over, rather than showing nothing', () => {
  const { rows, only, runAll } = paced(10_000);
  const before = rows.view();
  rows.arrange({ accepts: only((value) => value === 9_999) });
  expect(rows.view()).toBe(before);
  runAll();
  expect(rows.view().rows.map(({ value }) => value)).toEqual([9_999]);
});

it('drops a pass that another filter has overtaken', () => {
  const { rows, tasks, only, runAll } = paced(10_000);
  rows.arrange({ accepts: only(isEven) });
  rows.arrange({ accepts: only((value) => value < 3) });
  expect(tasks).toHaveLength(1);
  runAll();
  expect(rows.view().rows.map(({ value }) => value)).toEqual([0, 1, 2]);
});

it('loses and doubles no row that changes while a pass goes on', () => {
  const { rows, tasks, only, runAll } = paced(10_000);
  rows.arrange({ accepts: only(isEven) });
  for (let n = 0; n < 40; n++) {
    // Behind what was looked at and before it; new, moved, changed and taken away.
    const at = (n * 2_477) % 10_000;
    rows.change(
      [
        { key: `k${at}`, value: 9_998.5 - at },
        { key: `new${n}`, value: at + 0.25 },
        { key: `even${n}`, value: 20_000 + 2 * n },
      ],
      [`k${(at + 3) % 10_000}`],
    );
    tasks.shift()?.();
  }
  runAll();
  const expected = [...rows.all()]
    .filter(({ value }) => isEven(value))
    .sort((a, b) => a.value - b.value || (a.key < b.key ? -1 : 1));
  expect(rows.view().rows).toEqual(expected);
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

it('stays in order and filtered whatever comes in parts large or small, and whenever', () => {
  const key = fc.nat({ max: 400 }).map((n) => `k${n}`);
  const row = fc.record({ key, value: fc.nat({ max: 60 }) });
  const part = fc.tuple(
    fc.uniqueArray(row, { maxLength: 200, size: 'max', selector: (one) => one.key }),
    fc.array(key, { maxLength: 90, size: 'max' }),
    fc.boolean(),
  );
  let large = 0;
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const { rows, tasks, only, runAll } = paced(2_000);
      rows.arrange({ accepts: only(isEven) });
      for (const [put, gone, isWaiting] of parts) {
        if (put.length + gone.length > 64) large++;
        rows.change(put, gone);
        if (!isWaiting) tasks.shift()?.();
      }
      runAll();
      const expected = [...rows.all()]
        .filter(({ value }) => isEven(value))
        .sort((a, b) => a.value - b.value || (a.key < b.key ? -1 : 1));
      expect(rows.view().rows).toEqual(expected);
      for (const one of parts.at(-1)?.[0] ?? []) expect(rows.get(one.key)).toBe(one);
    }),
    { numRuns: 60 },
  );
  expect(large).toBeGreaterThan(20);
});

it('merges what comes in parts and does not sort all of it anew', () => {
  const { rows, asked } = many();
  rows.change(Array.from({ length: 2_000 }, (_, n) => ({ key: `new${n}`, value: n * 50 + 0.5 })));
  expect(rows.view().rows).toHaveLength(MANY + 2_000);
  expect(asked.accepts).toBe(2_000);
  expect(asked.compares).toBeLessThan(4 * 2_000 * Math.ceil(Math.log2(MANY)));
});
