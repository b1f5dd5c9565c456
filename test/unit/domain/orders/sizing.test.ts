import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, decimal, div, isMore, mul, type Decimal } from '#main/domain/decimal.ts';
import { qtyForBuyingPower, qtyForDollars, qtyForRisk } from '#main/domain/orders/sized-draft.ts';

const d = decimal;

describe('sizing', () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    ['whole shares', '1000', '190', '5'],
    ['exactly', '950', '190', '5'],
    ['less than a share', '100', '190', '0'],
    ['for nothing', '0', '190', '0'],
    ['for less than nothing', '-190', '190', undefined],
    ['no price', '100', undefined, undefined],
    ['a price of zero', '100', '0', undefined],
    ['a price below zero', '100', '-1', undefined],
  ])('buys for dollars: %s', (_name, dollars, price, expected) => {
    const at = price === undefined ? undefined : d(price);
    expect(qtyForDollars(d(dollars), at)).toBe(expected);
  });

  it.each([
    ['a quarter', '25', '263'],
    ['all', '100', '1052'],
    ['more than all is all', '250', '1052'],
    ['nothing', '0', '0'],
  ])('buys for a share of buying power: %s', (_name, percent, expected) => {
    expect(qtyForBuyingPower(d(percent), d('200000'), d('190'))).toBe(expected);
  });

  it('buys nothing for buying power below zero', () => {
    expect(qtyForBuyingPower(d('50'), d('-1'), d('190'))).toBeUndefined();
    expect(qtyForBuyingPower(d('-50'), d('-200000'), d('190'))).toBeUndefined();
    expect(qtyForBuyingPower(d('50'), d('0'), d('190'))).toBe('0');
  });

  it('rounds the share of buying power down before it divides', () => {
    expect(qtyForBuyingPower(d('0.00000015'), d('1'), d('0.0000000005'))).toBe('2');
  });

  const risk = (side: 'buy' | 'sell', entryPrice: string, stopPrice: string) =>
    qtyForRisk(side, d('100'), d(entryPrice), d(stopPrice));

  it.each([
    ['long', 'buy', '187', '33'],
    ['short', 'sell', '193', '33'],
    ['a stop at the entry', 'buy', '190', undefined],
    ['a stop on the wrong side', 'buy', '193', undefined],
    ['a stop on the wrong side of a short', 'sell', '187', undefined],
  ] as const)('risks no more than asked: %s', (_name, side, stopPrice, expected) => {
    expect(risk(side, '190', stopPrice)).toBe(expected);
  });

  const cents = fc
    .bigInt({ min: 1n, max: 10n ** 12n })
    .map((units) => div(d(`${units}`), d('100'), 2, 'down'));

  it('never exceeds what was asked for, and one share more would', () => {
    fc.assert(
      fc.property(cents, cents, (dollars, price) => {
        const qty = qtyForDollars(dollars, price) as Decimal;
        expect(isMore(mul(qty, price), dollars)).toBe(false);
        expect(isMore(mul(add(qty, d('1')), price), dollars)).toBe(true);
      }),
    );
  });

  it('never exceeds the buying power or the risk', () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 300 }), (power, price, percent) => {
        const qty = qtyForBuyingPower(d(`${percent}`), power, price) as Decimal;
        expect(isMore(mul(qty, price), power)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(cents, cents, cents, (dollars, stopPrice, loss) => {
        const entryPrice = add(stopPrice, loss);
        const qty = qtyForRisk('buy', dollars, entryPrice, stopPrice) as Decimal;
        expect(isMore(mul(qty, loss), dollars)).toBe(false);
      }),
    );
  });
});
