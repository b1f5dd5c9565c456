import { describe, expect, it } from 'vitest';
import { changeableOf } from '#contract/order-choices.ts';
import { Order, OrderChange } from '#contract/orders.ts';
import {
  buildChange,
  findOrder,
  openedWith,
  placeChangeIssues,
  shownChanges,
  type ChangeFields,
} from '#renderer/trading/ticket/change.ts';

const order = (members: object = {}): Order =>
  Order.parse({
    id: 'order-1',
    clientOrderId: 'client-1',
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status: 'new',
    qty: '10',
    filledQty: '0',
    limitPrice: '190.00',
    ...members,
  });
const built = (fields: Partial<ChangeFields>, members: object = {}, isLeg = false) =>
  buildChange(order(members), isLeg, { ...openedWith(order(members)), ...fields });

describe('a change', () => {
  it('is only what is different, and numbers are compared as numbers', () => {
    expect(built({})).toEqual({ kind: 'same' });
    expect(built({ limitPrice: '190', qty: '10.0' })).toEqual({ kind: 'same' });
    expect(built({ limitPrice: ' 1,191.5 ' })).toEqual({
      kind: 'change',
      change: { limitPrice: '1191.5' },
    });
    expect(built({ qty: '12', timeInForce: 'gtc' })).toEqual({
      kind: 'change',
      change: { qty: '12', timeInForce: 'gtc' },
    });
  });

  it('opens with what was begun elsewhere', () => {
    const begun = openedWith(order(), OrderChange.parse({ limitPrice: '188.5' }));
    expect(begun).toMatchObject({ qty: '10', limitPrice: '188.5' });
    expect(buildChange(order(), false, begun)).toEqual({
      kind: 'change',
      change: { limitPrice: '188.5' },
    });
  });

  it('leaves out what cannot be changed about the order', () => {
    expect(built({ stopPrice: '5', trail: '6' })).toEqual({ kind: 'same' });
    const leg = { orderClass: 'bracket' };
    expect(built({ qty: '20', timeInForce: 'gtc' }, leg, true)).toEqual({ kind: 'same' });
    expect(shownChanges(changeableOf(order(leg), true))).toEqual(['limitPrice']);
  });

  it('knows a trail in either unit', () => {
    const trailing = { type: 'trailing_stop', trailPercent: '2.5', limitPrice: undefined };
    expect(built({ trail: '2.50' }, trailing)).toEqual({ kind: 'same' });
    expect(built({ trail: '3' }, trailing)).toEqual({ kind: 'change', change: { trail: '3' } });
  });

  it.each([
    [{ qty: '' }, 'qty', 'Enter a quantity.'],
    [{ qty: '1,5' }, 'qty', '"1,5": write 1.5 with a point.'],
    [
      { limitPrice: '1.00001' },
      'limitPrice',
      'Limit price must have at most 9 digits before the point and 4 after it.',
    ],
  ])('is refused in words for %o', (fields, path, message) => {
    expect(built(fields)).toEqual({ kind: 'wrong', issues: [{ path, message }] });
  });

  it('says what main says at the field that it is about', () => {
    const issues = [
      { path: 'trailPrice', message: 'Too far.' },
      { path: 'side', message: 'Wash.' },
    ];
    expect(placeChangeIssues(issues, ['qty', 'trail'])).toEqual({
      byField: { trail: 'Too far.' },
      general: ['Wash.'],
    });
  });
});

it('finds an order and a leg by their ids', () => {
  const parent = order({ legs: [order({ id: 'leg-1' })] });
  expect(findOrder([parent], 'order-1')).toMatchObject({ isLeg: false });
  expect(findOrder([parent], 'leg-1')).toMatchObject({ order: { id: 'leg-1' }, isLeg: true });
  expect(findOrder([parent, order({ id: 'leg-1', status: 'held' })], 'leg-1')).toMatchObject({
    order: { status: 'held' },
    isLeg: true,
  });
  expect(findOrder([parent], 'none')).toBeUndefined();
});
