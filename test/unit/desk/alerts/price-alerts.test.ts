import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { ACCOUNT, createWorld } from '#test/unit/desk/alerts/world.ts';

describe('price alerts', () => {
  const price = (value: string) => ({
    symbol: 'AAPL',
    price: decimal(value),
    tradedAt: 1,
    receivedAt: 1,
  });

  it.each([
    [{ kind: 'above', price: decimal('195') }, '194.99', '195'],
    [{ kind: 'below', price: decimal('185') }, '185.01', '184'],
    [{ kind: 'move', percent: decimal('5') }, '180.51', '180.5'],
    [{ kind: 'move', percent: decimal('5') }, '199.49', '199.5'],
  ] as const)('%j is told at its price, once', (rule, before, at) => {
    const world = createWorld();
    expect(world.prices.add(ACCOUNT, 'AAPL', rule, price('190')).ok).toBe(true);
    expect(world.prices.symbols(ACCOUNT)).toEqual(['AAPL']);
    for (const value of [before, at, at, before, at])
      world.prices.onPrices(ACCOUNT, 'Practice', [price(value)]);
    expect(world.heard.filter(({ kind }) => kind === 'price')).toHaveLength(1);
    expect(world.prices.symbols(ACCOUNT)).toEqual([]);
  });

  it.each([
    ['nothing', { kind: 'above', price: decimal('0') }, price('190')],
    ['less than nothing', { kind: 'move', percent: decimal('-1') }, price('190')],
    ['reached already', { kind: 'above', price: decimal('190') }, price('190')],
    ['a move without a price', { kind: 'move', percent: decimal('1') }, undefined],
  ] as const)('%s is refused in words', (_what, rule, now) => {
    const world = createWorld();
    expect(world.prices.add(ACCOUNT, 'AAPL', rule, now).ok).toBe(false);
    expect(world.prices.list(ACCOUNT)).toEqual([]);
  });

  it('at a price that is waited for already are refused, until that one has fired', () => {
    const world = createWorld();
    const add = (level: string, symbol = 'AAPL') =>
      world.prices.add(ACCOUNT, symbol, { kind: 'above', price: decimal(level) }, undefined);
    expect(add('195').ok).toBe(true);
    expect(add('195.00')).toMatchObject({
      failure: { issues: [{ message: 'There is already an alert at 195.00.' }] },
    });
    expect(add('195.01').ok).toBe(true);
    expect(add('195', 'MSFT').ok).toBe(true);
    world.prices.onPrices(ACCOUNT, 'Practice', [price('195')]);
    expect(add('195').ok).toBe(true);
    expect(world.prices.list(ACCOUNT)).toHaveLength(4);
  });

  it('of another account are not touched', () => {
    const world = createWorld();
    const other = '00000000-0000-4000-8000-000000000009';
    world.prices.add(ACCOUNT, 'AAPL', { kind: 'above', price: decimal('195') }, price('190'));
    const [mine] = world.prices.list(ACCOUNT);
    world.prices.remove(other, mine?.priceAlertId ?? '');
    world.prices.onPrices(other, 'Other', [price('200')]);
    expect(world.prices.list(ACCOUNT)).toEqual([mine]);
    expect(world.heard).toEqual([]);
  });
});
