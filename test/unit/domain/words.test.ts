import { describe, expect, it } from 'vitest';
import { changeSince, dayChangeOf } from '#main/domain/price-change.ts';
import { decimal } from '#main/domain/decimal.ts';
import {
  ageText,
  averageText,
  moneyText,
  orderWords,
  priceText,
  qtyText,
} from '#main/domain/words.ts';
import { anOrder, without } from '#test/unit/domain/samples.ts';

const d = decimal;

describe('numbers in sentences', () => {
  it('are grouped, with cents for money and no zeros behind a quantity', () => {
    expect(moneyText(d('-1234567.5'))).toBe('-1,234,567.50');
    expect(qtyText(d('1234.500'))).toBe('1,234.5');
    expect(priceText(d('190'))).toBe('190.00');
    expect(priceText(d('0.1234'))).toBe('0.1234');
  });

  it.each([
    ['357.318181818', '357.3182'],
    ['190', '190.00'],
    ['189.99996', '190.00'],
    ['0.000012345', '0.000012345'],
  ])('tell the average %s as %s', (price, text) => {
    expect(averageText(d(price))).toBe(text);
  });

  it.each([
    [-5, '0 s'],
    [119_499, '119 s'],
    [120_000, '2 min'],
    [7_199_000, '120 min'],
    [7_200_000, '2 h'],
  ])('tell the age of %d ms', (ms, text) => {
    expect(ageText(ms)).toBe(text);
  });
});

describe('an order in words', () => {
  it.each([
    ['Buy 10 AAPL', anOrder()],
    ['Sell 1,500 AAPL', anOrder({ side: 'sell', qty: '1500' })],
    ['Buy $500.00 of AAPL', without(anOrder({ notional: '500' }), 'qty')],
    ['Side unknown: 10 AAPL', anOrder({ side: '', unread: ['side'] })],
    ['Sell short 10 AAPL', anOrder({ side: 'sell_short' })],
    ['Sell AAPL', without(anOrder({ side: 'sell' }), 'qty')],
  ])('is %s', (words, order) => {
    expect(orderWords(order)).toBe(words);
  });
});

describe('change', () => {
  it('is told against the close before, in percent with two decimals', () => {
    expect(changeSince(d('200'), d('199.5'))).toEqual({
      previousClose: '200',
      change: '-0.5',
      changePercent: '-0.25',
    });
    expect(changeSince(d('3'), d('4'))).toMatchObject({ change: '1', changePercent: '33.33' });
  });

  it('has no percentage where there is nothing to compare with', () => {
    expect(changeSince(d('0'), d('4'))).toEqual({ previousClose: '0', change: '4' });
    expect(dayChangeOf({ equity: d('5'), lastEquity: d('0') })).toEqual({ dayChange: '5' });
  });

  it('of the day is told of the account too', () => {
    expect(dayChangeOf({ equity: d('101000'), lastEquity: d('100000') })).toEqual({
      dayChange: '1000',
      dayChangePercent: '1',
    });
  });
});
