import { expect, it } from 'vitest';
import { noteOf } from '#renderer/trading/orders/order-notes.ts';
import { order } from '#test/unit/renderer/order-world.ts';

it.each([
  ['of the broker', order(1, 'rejected'), /rejected it and gave no reason/],
  ['of the day', order(1, 'expired'), /ended with the trading day/],
  ['of another time', order(1, 'expired', { timeInForce: 'gtd' }), /as long as it could/],
  ['at once', order(1, 'canceled', { timeInForce: 'ioc' }), /^Immediate or cancel/],
])('an order that ended by the decision %s says so', (_, ended, words) => {
  expect(noteOf(ended)).toMatch(words);
});

it('says nothing of what is not known, and of what is not over', () => {
  // Nobody here can tell who canceled it.
  expect(noteOf(order(1, 'canceled'))).toBeUndefined();
  expect(noteOf(order(1, 'new'))).toBeUndefined();
  expect(noteOf(order(1, 'filled'))).toBeUndefined();
});
