import { describe, expect, it } from 'vitest';
import { changeableOf } from '#contract/order-choices.ts';
import { Order, OrderChange } from '#contract/orders.ts';
import {
  buildChange,
  findOrder,
  openedWith,
  placeChangeIssues,
  shownChanges,
  steppedChange,
  valueWord,
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

  it.each([
    ['190', '0190.00', true],
    ['190.50', '190.5', true],
    ['190.05', '190.5', false],
    ['1900', '190', false],
    ['100', '1', false],
    ['10.00', '10', true],
    ['0.5', '.5', true],
    ['0.50', '0.05', false],
  ])('a limit of %s, typed as %s, is the same: %s', (limitPrice, typed, isSame) => {
    const result = built({ limitPrice: typed }, { limitPrice });
    expect(result.kind === 'same').toBe(isSame);
  });

  it('shows what an order does not have as nothing', () => {
    const bare = order({ qty: undefined, limitPrice: undefined, type: 'market' });
    expect(openedWith(bare)).toEqual({
      qty: '',
      limitPrice: '',
      stopPrice: '',
      trail: '',
      timeInForce: 'day',
    });
    const stop = order({ type: 'stop', stopPrice: '12', limitPrice: undefined });
    expect(openedWith(stop, { stopPrice: undefined })).toMatchObject({ stopPrice: '12.00' });
    expect(openedWith(order({ limitPrice: '451.4' }))).toMatchObject({ limitPrice: '451.40' });
    // A price with more decimals keeps them all.
    expect(openedWith(order({ limitPrice: '0.12345' }))).toMatchObject({ limitPrice: '0.12345' });
    expect(openedWith(order({ trailPrice: '3' }))).toMatchObject({ trail: '3' });
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
    const inDollars = { ...trailing, trailPercent: undefined, trailPrice: '2' };
    expect(built({ trail: '$3' }, inDollars)).toMatchObject({ change: { trail: '3' } });
    expect(built({ trail: '$3' }, trailing)).toMatchObject({ kind: 'wrong' });
    expect(built({ qty: '$3' })).toMatchObject({ kind: 'wrong', issues: [{ path: 'qty' }] });
    expect(built({ limitPrice: '$3' })).toMatchObject({ change: { limitPrice: '3' } });
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
      { path: 'trailPercent', message: 'Too near.' },
      { path: 'qty', message: 'Too many.' },
      { path: 'side', message: 'Wash.' },
    ];
    expect(placeChangeIssues(issues, ['qty', 'trail'])).toEqual({
      byField: { trail: 'Too far.', qty: 'Too many.' },
      general: ['Wash.'],
    });
  });
});

it('tells of each wrong field once, in its own words', () => {
  expect(built({ qty: 'ten', limitPrice: '1.00001' })).toMatchObject({
    kind: 'wrong',
    issues: [{ path: 'qty' }, { path: 'limitPrice' }],
  });
  expect(built({ limitPrice: '  ' })).toEqual({
    kind: 'wrong',
    issues: [{ path: 'limitPrice', message: 'Enter a limit price.' }],
  });
});

it.each([
  ['qty', '', '–'],
  ['qty', '1000', '1,000'],
  ['trail', '2.5', '2.5'],
  ['limitPrice', '190', '190.00'],
  ['stopPrice', '8', '8.00'],
  ['timeInForce', 'gtc', 'Good till canceled'],
] as const)('says %s %s as %s', (name, value, words) => {
  expect(valueWord(name, value)).toBe(words);
});

it('finds an order and a leg by their ids', () => {
  const parent = order({ legs: [order({ id: 'leg-1' })] });
  const two = order({ legs: [order({ id: 'leg-0' }), order({ id: 'leg-1' })] });
  expect(findOrder([order({ id: 'other' }), two], 'leg-1')).toMatchObject({
    order: { id: 'leg-1' },
    isLeg: true,
  });
  expect(findOrder([parent], 'order-1')).toMatchObject({ isLeg: false });
  expect(findOrder([parent], 'leg-1')).toMatchObject({ order: { id: 'leg-1' }, isLeg: true });
  expect(findOrder([parent, order({ id: 'leg-1', status: 'held' })], 'leg-1')).toMatchObject({
    order: { status: 'held' },
    isLeg: true,
  });
  expect(findOrder([parent], 'none')).toBeUndefined();
});

describe('a step of a change', () => {
  it.each([
    ['qty', { qty: '10' }, {}, 1, '11'],
    ['qty', { qty: '1' }, {}, -1, undefined],
    ['limitPrice', { limitPrice: '190.09' }, {}, 1, '190.10'],
    ['stopPrice', { stopPrice: '0.5' }, {}, -10, '0.499'],
    ['trail', { trail: '1' }, { trailPercent: '1' }, 1, '1.1'],
    ['trail', { trail: '1' }, { trailPrice: '1' }, 1, '1.01'],
    ['limitPrice', { limitPrice: 'junk' }, {}, 1, undefined],
  ] as const)('of %s with %o', (name, fields, members, steps, text) => {
    const opened = { ...openedWith(order(members)), ...fields };
    expect(steppedChange(name, opened, order(members), steps)).toBe(text);
  });
});
