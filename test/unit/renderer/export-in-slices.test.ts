import { expect, it } from 'vitest';
import type { Delay } from '#renderer/core/delay.ts';
import { exportInSlices, SLICE } from '#renderer/session/export-in-slices.ts';
import { toCsv, toJson, type ExportColumn } from '#renderer/ui/table/export-text.ts';

type Row = { name: string; size: string | undefined };
const COLUMNS: ExportColumn<Row>[] = [
  ['name', ({ name }) => name],
  ['size', ({ size }) => size],
];
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `line ${n}, "quoted"\r\nand more`,
    size: n % 3 === 0 ? undefined : String(n),
  }));
const atOnce: Delay = (_ms, run) => {
  queueMicrotask(run);
  return () => undefined;
};

it.each([0, 1, SLICE, SLICE + 1, 3 * SLICE, 3 * SLICE + 7])(
  'writes the same text for %i rows as at once',
  async (count) => {
    const rows = rowsOf(count);
    const asked = { rows, columns: COLUMNS, delay: atOnce, onSlice: () => true };
    expect(await exportInSlices({ ...asked, kind: 'csv' })).toBe(toCsv(rows, COLUMNS));
    expect(await exportInSlices({ ...asked, kind: 'json' })).toBe(toJson(rows, COLUMNS));
  },
);

it('says how far it is, and ends when it is told to', async () => {
  const told: number[] = [];
  const text = await exportInSlices({
    rows: rowsOf(5 * SLICE),
    columns: COLUMNS,
    kind: 'csv',
    delay: atOnce,
    onSlice: (done) => told.push(done) < 2,
  });
  expect(text).toBeUndefined();
  expect(told).toEqual([SLICE, 2 * SLICE]);
});

it('writes what was shown when it began, whatever the table becomes meanwhile', async () => {
  const rows = rowsOf(2 * SLICE);
  const before = toCsv(rows, COLUMNS);
  const text = await exportInSlices({
    rows,
    columns: COLUMNS,
    kind: 'csv',
    delay: atOnce,
    onSlice() {
      rows.length = 0;
      return true;
    },
  });
  expect(text).toBe(before);
});
