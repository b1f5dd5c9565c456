import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { toCsv, toJson, type ExportColumn } from '#renderer/ui/table/export-text.ts';

type Row = { name: string | undefined; qty: string };
const COLUMNS: readonly ExportColumn<Row>[] = [
  ['name', ({ name }) => name],
  ['quantity', ({ qty }) => qty],
];

it('writes what another reader of RFC 4180 reads back', () => {
  const rows = [
    { name: 'plain', qty: '1' },
    { name: 'a "quoted", one', qty: '0.000000001' },
    { name: 'two\nlines\r\nof it', qty: '-12.50' },
    { name: ' spaces ', qty: '100000000000000000000.1' },
    { name: undefined, qty: '0' },
  ];
  const csv = toCsv(rows, COLUMNS);
  expect(csv.split('\r\n')[0]).toBe('name,quantity');
  expect(parse(csv)).toEqual([
    ['name', 'quantity'],
    ...rows.map(({ name, qty }) => [name ?? '', qty]),
  ]);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("x","y")', `'=HYPERLINK("x","y")`],
  ['＝1+1', "'＝1+1"],
  ['＋cmd', "'＋cmd"],
  ['－cmd', "'－cmd"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['﹦1', "'﹦1"],
  ['⁼1', "'⁼1"],
  ['−1+cmd', "'−1+cmd"],
  ['\u200b=1', "'\u200b=1"],
  ['\u202e=1', "'\u202e=1"],
  ['\u00ad \u2066＝1', "'\u00ad \u2066＝1"],
  ['\u0000=1', "'\u0000=1"],
  ['\u3164@x', "'\u3164@x"],
  ['\u2800+x', "'\u2800+x"],
  ['\u0301-x', "'\u0301-x"],
  ['\rx', "'\rx"],
  ['-1+1', "'-1+1"],
  ['-1.5', '-1.5'],
  ['-0.000000001', '-0.000000001'],
  ['+2', '+2'],
  ['AAPL', 'AAPL'],
  ['\u200bAAPL', '\u200bAAPL'],
  ['株式＝会社', '株式＝会社'],
])('keeps %j from running in a spreadsheet', (name, written) => {
  expect(parse(toCsv([{ name, qty: '1' }], COLUMNS))[1]).toEqual([written, '1']);
});

it('writes JSON with every name, and null for what is not there', () => {
  const rows = [
    { name: 'AAPL', qty: '1.50' },
    { name: undefined, qty: '2' },
  ];
  expect(JSON.parse(toJson(rows, COLUMNS))).toEqual([
    { name: 'AAPL', quantity: '1.50' },
    { name: null, quantity: '2' },
  ]);
});
