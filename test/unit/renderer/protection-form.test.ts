import { expect, it } from 'vitest';
import { Position } from '#contract/orders.ts';
import {
  entryOf,
  fieldsFor,
  partWords,
  readProtection,
  type ProtectionFields,
} from '#renderer/trading/positions/protection-form.ts';

const entry = (qty: string, protectedQty = qty.replace('-', '')) =>
  entryOf(
    Position.parse({
      symbol: 'AAPL',
      side: qty.startsWith('-') ? 'short' : 'long',
      qty,
      avgEntryPrice: '190.1234',
    }),
    protectedQty || undefined,
  );
const read = (qty: string, fields: Partial<ProtectionFields>) =>
  readProtection({ ...fieldsFor(), ...fields }, entry(qty));

it('measures percent and dollars from the average price, toward the entry, long and short', () => {
  const percent = { unit: 'percent', stop: '5', target: '10' } as const;
  expect(read('10', percent).protection).toEqual({
    stop: '180.62',
    target: '209.13',
    replaces: true,
  });
  expect(read('-10', percent).protection).toEqual({
    stop: '199.62',
    target: '171.12',
    replaces: true,
  });
  const dollars = { unit: 'dollars', stop: '100', target: '' } as const;
  expect(read('10', dollars).protection).toEqual({ stop: '180.13', replaces: true });
});

it('reckons dollars for what is protected, and waits until that is known', () => {
  const fields = { ...fieldsFor(), unit: 'dollars' as const, stop: '100' };
  expect(readProtection(fields, entry('10')).stop.price).toBe('180.13');
  expect(readProtection(fields, entry('10', '5')).stop.price).toBe('170.13');
  expect(readProtection(fields, entry('10', ''))).toMatchObject({
    stop: { isWaiting: true },
    protection: undefined,
  });
  expect(
    readProtection({ ...fields, unit: 'percent', stop: '5' }, entry('10', '')).stop.price,
  ).toBeDefined();
});

it.each([
  ['21', '11', '10', 'Protects 11 of 21: other orders hold 10.'],
  ['1.5', '1', '0', 'Protects 1 of 1.5: only whole shares can be protected.'],
  [
    '21.5',
    '11',
    '10',
    'Protects 11 of 21.5: other orders hold 10, and only whole shares can be protected.',
  ],
  ['13', '10', '0', 'Protects 10 of 13: 3 may not be there: the position is being read.'],
  [undefined, '10', '0', undefined],
])('says why only a part of %s is protected', (of, qty, inOrders, words) => {
  expect(partWords({ qty, of }, inOrders)).toBe(words);
});

it('takes prices as they are, and nothing while one cannot be read', () => {
  expect(read('10', { stop: ' 180 ', replaces: false }).protection).toEqual({
    stop: '180',
    replaces: false,
  });
  for (const stop of ['x', '0', '-1', '1,5', '1.23456', '1e3'])
    expect([stop, read('10', { stop, target: '200' }).protection]).toEqual([stop, undefined]);
  expect(read('10', {}).protection).toEqual({ replaces: true });
});
