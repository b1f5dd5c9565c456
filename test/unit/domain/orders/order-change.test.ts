import { describe, expect, it } from 'vitest';
import { OrderChange } from '#contract/orders.ts';
import { changeIssues } from '#main/domain/orders/order-change.ts';
import { anOrder } from '#test/unit/domain/samples.ts';

const issues = (order: Record<string, unknown>, change: object, isLeg = false) =>
  changeIssues(anOrder(order), OrderChange.parse(change), { isLeg });

describe('a change', () => {
  it.each([
    [{}, { limitPrice: '180' }],
    [{}, { qty: '20', timeInForce: 'gtc' }],
    [{ filledQty: '4' }, { qty: '5' }],
    [{ type: 'trailing_stop', trailPrice: '2' }, { trail: '3' }],
  ])('of %o to %o may be sent', (order, change) => {
    expect(issues(order, change)).toEqual([]);
  });

  it.each([
    ['an order that ended', { status: 'filled' }, { qty: '1' }, 'orderId', 'already filled'],
    ['one on its way', { status: 'pending_new' }, { qty: '1' }, 'orderId', 'wait until'],
    ['nothing', {}, {}, 'change', 'Nothing has been changed'],
    ['a stop it has not', {}, { stopPrice: '1' }, 'stopPrice', 'no stop price'],
    ['a trail it has not', {}, { trail: '1' }, 'trail', 'trailing stop'],
    ['to a fraction', {}, { qty: '1.5' }, 'qty', 'whole shares'],
    ['of a fraction', { qty: '1.5' }, { qty: '2' }, 'qty', 'cannot be changed'],
    ['to what is filled', { filledQty: '4' }, { qty: '4' }, 'qty', '4 are already filled'],
    [
      'to a time it cannot have',
      { type: 'stop', stopPrice: '1' },
      { timeInForce: 'ioc' },
      'timeInForce',
      'cannot have',
    ],
  ])('of %s is refused in words', (_name, order, change, path, words) => {
    const found = issues(order, change);
    expect(found).toMatchObject([{ path }]);
    expect(found[0]?.message).toContain(words);
  });

  it('leaves the size of a leg to its parent', () => {
    expect(issues({ orderClass: 'bracket' }, { qty: '2' }, true)).toMatchObject([{ path: 'qty' }]);
  });
});
