// docs/wire.md, "What an order may be", written out: the form and the rules share a table, so neither can find it wrong.
import { describe, expect, it } from 'vitest';
import {
  assetKindOf,
  canBeNotional,
  canExtendHours,
  changeableOf,
  choiceOf,
  classesFor,
  hasLimit,
  hasStop,
  hasTrail,
  sizesFor,
  timesFor,
  typesFor,
  type Choice,
} from '#contract/order-choices.ts';
import { OrderDraft, OrderLeg } from '#contract/orders.ts';

const ALL_TYPES = ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'] as const;
const ALL_TIMES = ['day', 'gtc', 'opg', 'cls', 'ioc', 'fok'] as const;

it.each([
  ['AAPL', undefined, 'shares'],
  ['AAPL', 'us_equity', 'shares'],
  ['BTC/USD', undefined, 'crypto'],
  ['BTCUSD', 'crypto', 'crypto'],
  ['BTCUSD', 'crypto_perp', 'crypto'],
  ['A/B', 'us_equity', 'shares'],
  ['AAPL261218C00200000', 'us_option', 'option'],
] as const)('%s of the class %s are %s', (symbol, assetClass, kind) => {
  expect(assetKindOf(symbol, assetClass)).toBe(kind);
});

it('has classes and types for each kind', () => {
  expect(classesFor('shares')).toEqual(['simple', 'bracket', 'oco', 'oto']);
  expect([classesFor('crypto'), classesFor('option')]).toEqual([['simple'], ['simple']]);
  expect(typesFor('shares', 'simple')).toEqual(ALL_TYPES);
  expect(typesFor('shares', 'bracket')).toEqual(['market', 'limit']);
  expect(typesFor('shares', 'oco')).toEqual(['limit']);
  expect(typesFor('shares', 'oto')).toEqual(['market', 'limit', 'stop', 'stop_limit']);
  expect(typesFor('crypto', 'simple')).toEqual(['market', 'limit', 'stop_limit']);
  expect(typesFor('option', 'simple')).toEqual(['market', 'limit']);
});

it.each([
  ['shares', 'simple', 'market', ALL_TIMES],
  ['shares', 'simple', 'limit', ALL_TIMES],
  ['shares', 'simple', 'stop', ['day', 'gtc']],
  ['shares', 'simple', 'trailing_stop', ['day', 'gtc']],
  ['shares', 'bracket', 'market', ['day', 'gtc']],
  ['shares', 'oco', 'limit', ['day', 'gtc']],
  ['crypto', 'simple', 'market', ['gtc', 'ioc']],
  ['option', 'simple', 'limit', ['day']],
] as const)('times in force of %s, %s, %s', (kind, orderClass, type, times) => {
  expect(timesFor({ kind, orderClass, type })).toEqual(times);
});

describe('of a choice', () => {
  const choice: Choice = {
    kind: 'shares',
    orderClass: 'simple',
    type: 'limit',
    timeInForce: 'day',
  };
  it.each<[Partial<Choice>, boolean]>([
    [{}, true],
    [{ timeInForce: 'gtc' }, true],
    [{ timeInForce: 'ioc' }, false],
    [{ type: 'market' }, false],
    [{ orderClass: 'bracket' }, false],
    [{ kind: 'crypto' }, false],
  ])('with %j extended hours are offered: %s', (change, isOffered) => {
    expect(canExtendHours({ ...choice, ...change })).toBe(isOffered);
  });

  it.each<[Partial<Choice>, boolean]>([
    [{}, true],
    [{ timeInForce: 'gtc' }, false],
    [{ kind: 'crypto', timeInForce: 'gtc' }, true],
    [{ kind: 'option' }, false],
    [{ type: 'limit' }, false],
    [{ orderClass: 'oto' }, false],
  ])('a market order with %j may be an amount: %s', (change, may) => {
    expect(canBeNotional({ ...choice, type: 'market', ...change })).toBe(may);
  });

  it('has the prices of its type, and an OCO the limit in its take profit', () => {
    const limits = ALL_TYPES.filter((type) => hasLimit({ orderClass: 'simple', type }));
    expect(limits).toEqual(['limit', 'stop_limit']);
    expect(hasLimit({ orderClass: 'oco', type: 'limit' })).toBe(false);
    expect(ALL_TYPES.filter(hasStop)).toEqual(['stop', 'stop_limit']);
    expect(ALL_TYPES.filter(hasTrail)).toEqual(['trailing_stop']);
  });

  it('is sized in shares alone where it closes what is held', () => {
    expect(sizesFor('oco')).toEqual(['shares']);
    expect(sizesFor('simple')).toEqual(['shares', 'dollars', 'percent', 'risk']);
  });

  it('is read from a draft', () => {
    const draft = OrderDraft.parse({
      symbol: 'BTC/USD',
      side: 'buy',
      type: 'limit',
      timeInForce: 'gtc',
      qty: '1',
      limitPrice: '10',
    });
    expect(choiceOf(draft)).toEqual({ ...choice, kind: 'crypto', timeInForce: 'gtc' });
    expect(choiceOf({ ...draft, orderClass: 'oto' }, 'us_option')).toMatchObject({
      kind: 'option',
      orderClass: 'oto',
    });
  });
});

describe('what may be changed', () => {
  const order = (members: object = {}): OrderLeg =>
    OrderLeg.parse({
      id: 'order-1',
      clientOrderId: 'client-1',
      symbol: 'AAPL',
      side: 'buy',
      type: 'limit',
      timeInForce: 'day',
      status: 'new',
      qty: '10',
      filledQty: '0',
      ...members,
    });

  it.each([
    ['limit', ['qty', 'limitPrice']],
    ['stop', ['qty', 'stopPrice']],
    ['stop_limit', ['qty', 'stopPrice', 'limitPrice']],
    ['trailing_stop', ['qty', 'trail']],
    ['market', ['qty']],
  ])('about a %s order', (type, members) => {
    expect(changeableOf(order({ type }), false).members).toEqual(members);
    expect(changeableOf(order({ type }), true).members).toEqual(
      members.filter((name) => name !== 'qty'),
    );
  });

  it.each([
    [{}, ALL_TIMES],
    [{ orderClass: '' }, ALL_TIMES],
    [{ orderClass: 'simple', qty: '10.00' }, ALL_TIMES],
    [{ orderClass: 'bracket' }, ['day']],
    [{ qty: '1.5' }, ['day']],
    [{ qty: undefined, notional: '100' }, ['day']],
    [{ assetClass: 'crypto' }, ['gtc', 'ioc']],
    [{ symbol: 'BTC/USD', assetClass: 7 }, ['gtc', 'ioc']],
  ])('the time in force of an order with %j', (members, times) => {
    expect(changeableOf(order(members), false).times).toEqual(times);
  });

  it.each([
    ['new', undefined],
    ['partially_filled', undefined],
    ['filled', 'This order is already filled and cannot be changed.'],
    [
      'pending_new',
      'The broker does not accept changes while an order is pending: wait until it is working.',
    ],
  ])('nothing of one that is %s: %s', (status, why) => {
    expect(changeableOf(order({ status }), false).why).toBe(why);
  });

  it('nothing of one in dollars', () => {
    expect(changeableOf(order({ qty: undefined, notional: '5' }), false).why).toContain(
      'for a dollar amount cannot be changed',
    );
  });
});
