import { expect, it } from 'vitest';
import { Decimal } from '#contract/decimal.ts';
import { legWords, priceWords, timeWord, typeWord } from '#renderer/trading/ticket/ticket-words.ts';
import { orderWords, rowOfIntent, rowOfOrder } from '#renderer/trading/orders/order-rows.ts';
import { intent, order } from '#test/unit/renderer/order-world.ts';

const dollars = (price: string): string => `$${price}`;

const D = Decimal.parse;

it.each([
  [{}, '–'],
  [{ limitPrice: D('10') }, '$10'],
  [{ stopPrice: D('9'), limitPrice: D('10') }, '$10, stop $9'],
  [{ trailPrice: D('2') }, 'trail $2'],
  [{ trailPercent: D('3') }, 'trail 3%'],
])('says the prices of %j as %s', (prices, words) => {
  expect(priceWords(prices, dollars)).toBe(words);
});

it.each([
  [{}, []],
  [{ takeProfit: { limitPrice: D('12') } }, ['take profit $12']],
  [{ stopLoss: { stopPrice: D('8') } }, ['stop loss $8']],
  [
    { takeProfit: { limitPrice: D('12') }, stopLoss: { stopPrice: D('8'), limitPrice: D('7') } },
    ['take profit $12', 'stop loss $8, limit $7'],
  ],
])('says what follows the entry, %j, as %j', (legs, words) => {
  expect(legWords(legs, dollars)).toEqual(words);
});

it('has words for the types and times it knows, and shows the others as they are', () => {
  expect([typeWord('stop_limit'), typeWord('brand_new_type')]).toEqual([
    'Stop limit',
    'brand new type',
  ]);
  expect([timeWord('gtc'), timeWord('brand_new')]).toEqual(['Good till canceled', 'brand_new']);
});

it.each([
  [{ side: 'buy', limitPrice: '190.5' }, 'Buy 5 AAPL limit 190.50'],
  [
    { side: 'sell', type: 'stop_limit', limitPrice: '9', stopPrice: '10' },
    'Sell 5 AAPL stop limit 9.00, stop 10.00',
  ],
  [
    { side: 'sell', type: 'stop', limitPrice: undefined, stopPrice: '331' },
    'Sell 5 AAPL stop 331.00',
  ],
  [
    { type: 'trailing_stop', limitPrice: undefined, stopPrice: '331', trailPrice: '2' },
    'Buy 5 AAPL trailing stop 331.00, trail 2.00',
  ],
  [{ type: 'market', limitPrice: undefined }, 'Buy 5 AAPL market'],
  [{ qty: undefined, notional: '100', limitPrice: '10' }, 'Buy $100.00 of AAPL limit 10.00'],
  [{ qty: undefined, limitPrice: undefined, type: 'market' }, 'Buy AAPL market'],
  [{ side: '', unread: ['side'], limitPrice: '10' }, 'Side unknown: 5 AAPL limit 10.00'],
  [{ side: 'sell_short', limitPrice: '10' }, 'sell_short 5 AAPL limit 10.00'],
])('says an order of %j as %s', (members, words) => {
  const row = rowOfOrder(order(1, 'new', { symbol: 'AAPL', ...members }), undefined);
  expect(orderWords(row)).toBe(words);
});

it('says an intent as the person confirmed it: a change names no side in its body', () => {
  const change = intent(1, 'unknown', { kind: 'replace', title: 'Change sell AAPL: limit 191.00' });
  expect(orderWords(rowOfIntent(change))).toBe('Change sell AAPL: limit 191.00');
});

it.each([
  ['new', 'working'],
  ['partially_filled', 'partially filled'],
  ['pending_new', 'pending'],
  ['pending_cancel', 'being canceled'],
  ['pending_replace', 'being changed'],
  ['done_for_day', 'done for the day'],
  ['gone', 'gone at the broker'],
  ['brand_new_status', 'brand new status'],
])('says of an order that is %s: %s', (status, words) => {
  expect(rowOfOrder(order(1, status), undefined).status).toBe(words);
});
