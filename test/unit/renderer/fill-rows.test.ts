import { expect, it } from 'vitest';
import { Execution } from '#contract/orders.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import {
  acceptsFill,
  compareFills,
  createFillList,
  revisionWords,
  struckOf,
} from '#renderer/trading/fills/fill-rows.ts';

const fill = (n: number, more: object = {}): Execution =>
  Execution.parse({
    orderId: `order-${n}`,
    symbol: `S${n}`,
    side: n % 2 === 0 ? 'buy' : 'sell',
    qty: String(n),
    cumQty: String(n),
    price: '10.5',
    at: new Date(n * 1_000).toISOString(),
    ...more,
  });

it('finds what the broker took back or corrected by its words', () => {
  const at = '2026-01-05T15:00:00Z';
  const row = (revision: object) => ({
    ...fill(1, { revision: { at, qty: '0', price: '10.5', ...revision } }),
    key: '1',
    moment: 1,
  });
  const busted = row({ kind: 'bust' });
  const corrected = row({ kind: 'correct', qty: '1', price: '10.4' });
  const finds = (text: string) => [busted, corrected].map(acceptsFill({ text, side: 'any' }));
  expect(finds('busted')).toEqual([true, false]);
  expect(finds('corrected 10.40')).toEqual([false, true]);
  expect(revisionWords(corrected)).toBe('corrected by the broker: 1 at 10.50 is now 1 at 10.40');
});

it('tells all that the broker made of a fill, and strikes through what held and holds no longer', () => {
  const at = '2026-01-05T15:00:00Z';
  const correct = (price: string) => ({ kind: 'correct', at, qty: '1', price });
  const bust = { kind: 'bust', at, qty: '0', price: '10.4' };
  const row = (...revisions: object[]) => ({
    ...fill(1, { revision: revisions.at(-1), revisedBefore: revisions.slice(0, -1) }),
    key: '1',
    moment: 1,
  });
  const struck = (...revisions: object[]) => struckOf(row(...revisions), ({ price }) => price);
  expect(revisionWords(row(correct('10.4'), bust))).toBe(
    'corrected by the broker: 1 at 10.50 is now 1 at 10.40; then busted by the broker at 10.40; it no longer counts',
  );
  expect(struck(correct('10.4'), bust)).toEqual(['10.4', '10.5']);
  expect(struck(correct('10.4'), correct('10.3'))).toEqual(['10.4', '10.5']);
  expect(struck(correct('10.4'))).toEqual(['10.5']);
  expect(struck(bust)).toEqual(['10.5']);
  expect(struckOf(row(correct('10.4'), bust), ({ qty }) => qty)).toEqual(['1']);
});

it('lists fills newest first as they come, and narrows and sorts them', () => {
  const frames: (() => void)[] = [];
  const slices = createSlices<string, Execution>((run) => frames.push(run));
  slices.put('1', fill(1));
  const { rows, start } = createFillList(slices);
  start();
  slices.put('10', fill(10));
  slices.put('9', fill(9));
  for (const run of frames.splice(0)) run();
  const shown = (): string[] => rows.view().rows.map(({ symbol }) => symbol);
  expect(shown()).toEqual(['S10', 'S9', 'S1']);
  rows.arrange({ compare: compareFills({ column: 'qty', isDescending: false }) });
  expect(shown()).toEqual(['S1', 'S9', 'S10']);
  rows.arrange({ accepts: acceptsFill({ text: 'order-1', side: 'any' }) });
  expect(shown()).toEqual(['S1', 'S10']);
  rows.arrange({ accepts: acceptsFill({ text: ' s10  ORDER-1 ', side: 'any' }) });
  expect(shown()).toEqual(['S10']);
  rows.arrange({ accepts: acceptsFill({ text: 's10buy', side: 'any' }) });
  expect(shown()).toEqual([]);
  rows.arrange({ accepts: acceptsFill({ text: '', side: 'buy' }) });
  expect(shown()).toEqual(['S10']);
  slices.clear();
  for (const run of frames.splice(0)) run();
  expect(shown()).toEqual([]);
});
