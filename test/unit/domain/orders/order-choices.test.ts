import { describe, expect, it } from 'vitest';
import {
  canBeNotional,
  canExtendHours,
  changeableOf,
  classesFor,
  legsFor,
  timesFor,
  typesFor,
  type AssetKind,
  type Choice,
} from '#contract/order-choices.ts';
import { isTerminal, OrderClass, OrderDraft, OrderType, TimeInForce } from '#contract/orders.ts';
import { draftIssues } from '#main/domain/orders/draft-issues.ts';
import { anOrder, without } from '#test/unit/domain/samples.ts';

const KINDS: [AssetKind, string | undefined][] = [
  ['shares', undefined],
  ['shares', 'us_equity'],
  ['crypto', 'crypto'],
  ['option', 'us_option'],
];
const CHOICES: [Choice, string | undefined][] = KINDS.flatMap(([kind, assetClass]) =>
  OrderClass.options.flatMap((orderClass) =>
    OrderType.options.flatMap((type) =>
      TimeInForce.options.map((timeInForce): [Choice, string | undefined] => [
        { kind, orderClass, type, timeInForce },
        assetClass,
      ]),
    ),
  ),
);

/** An order of that choice with everything that it needs, and nothing else that could be wrong. */
function draftOf({ orderClass, type, timeInForce }: Choice, more: object = {}): OrderDraft {
  const legs = legsFor[orderClass];
  return OrderDraft.parse({
    symbol: 'AAPL',
    type,
    timeInForce,
    side: orderClass === 'oco' ? 'sell' : 'buy',
    qty: '1',
    ...(type === 'stop_limit' || (type === 'limit' && orderClass !== 'oco')
      ? { limitPrice: '190' }
      : {}),
    ...(type === 'stop' || type === 'stop_limit' ? { stopPrice: '190' } : {}),
    ...(type === 'trailing_stop' ? { trailPrice: '2' } : {}),
    orderClass,
    ...(legs.takeProfit === 'needed'
      ? { takeProfit: { limitPrice: orderClass === 'oco' ? '190' : '200' } }
      : {}),
    ...(legs.stopLoss === 'none' ? {} : { stopLoss: { stopPrice: '180' } }),
    ...more,
  });
}

const issuesOf = (draft: OrderDraft, assetClass: string | undefined) =>
  draftIssues(
    draft,
    assetClass === undefined ? {} : { asset: { symbol: 'AAPL', class: assetClass } },
  );

const isOffered = ({ kind, orderClass, type, timeInForce }: Choice): boolean =>
  classesFor(kind).includes(orderClass) &&
  typesFor(kind, orderClass).includes(type) &&
  timesFor({ kind, orderClass, type }).includes(timeInForce);

describe('what the form offers and what the rules let pass are the same', () => {
  it('for every kind of asset, class, type and time in force', () => {
    const apart = CHOICES.filter(
      ([choice, assetClass]) =>
        isOffered(choice) !== (issuesOf(draftOf(choice), assetClass).length === 0),
    );
    expect(apart).toEqual([]);
    expect(CHOICES.filter(([choice]) => isOffered(choice)).length).toBeGreaterThan(50);
  });

  it('for extended hours', () => {
    const apart = CHOICES.filter(
      ([choice]) => choice.kind === 'shares' && isOffered(choice),
    ).filter(
      ([choice, assetClass]) =>
        canExtendHours(choice) !==
        (issuesOf(draftOf(choice, { extendedHours: true }), assetClass).length === 0),
    );
    expect(apart).toEqual([]);
  });

  it('for amounts in dollars', () => {
    const apart = CHOICES.filter(([choice]) => isOffered(choice)).filter(
      ([choice, assetClass]) =>
        canBeNotional(choice) !==
        (issuesOf(without(draftOf(choice, { notional: '500' }), 'qty'), assetClass).length === 0),
    );
    expect(apart).toEqual([]);
  });
});

describe('what may be changed about an order', () => {
  it('is nothing once it has ended, and never while it has not', () => {
    for (const status of ['filled', 'canceled', 'expired', 'replaced', 'rejected', 'new', 'held'])
      expect(changeableOf(anOrder({ status }), false).why !== undefined).toBe(isTerminal(status));
    expect(changeableOf(anOrder({ status: 'pending_new' }), false).why).toContain('is pending:');
  });

  it.each([
    ['limit', {}, false, ['qty', 'limitPrice'], 6],
    ['stop', { stopPrice: '1' }, false, ['qty', 'stopPrice'], 2],
    ['stop_limit', { stopPrice: '1' }, false, ['qty', 'stopPrice', 'limitPrice'], 2],
    ['trailing_stop', { trailPrice: '1' }, false, ['qty', 'trail'], 2],
    ['limit', { qty: '0.5' }, false, ['limitPrice'], 1],
    ['limit', { orderClass: 'bracket' }, false, ['qty', 'limitPrice'], 1],
    ['limit', { orderClass: 'bracket' }, true, ['limitPrice'], 1],
  ])('%s %o as a leg %s: %o and %i times', (type, members, isLeg, expected, times) => {
    const changeable = changeableOf(anOrder({ type, ...members }), isLeg);
    expect(changeable.members).toEqual(expected);
    expect(changeable.times).toHaveLength(times);
  });

  it('is nothing about an amount in dollars', () => {
    const order = without(anOrder({ notional: '500' }), 'qty');
    expect(changeableOf(order, false).why).toContain('for a dollar amount cannot be changed');
  });
});
