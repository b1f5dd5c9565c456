import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, decimal, div, isMore, mul, type Decimal } from '#main/domain/decimal.ts';
import { qtyForBuyingPower, qtyForDollars, qtyForRisk } from '#main/domain/sizing.ts';

const d = decimal;

describe('sizing', () => {
  it.each([
    ['whole shares', qtyForDollars(d('1000'), d('190'), false), '5'],
    ['fractions', qtyForDollars(d('1000'), d('190'), true), '5.263157894'],
    ['exactly', qtyForDollars(d('950'), d('190'), false), '5'],
    ['less than a share', qtyForDollars(d('100'), d('190'), false), '0'],
    ['no price', qtyForDollars(d('100'), undefined, true), undefined],
    ['a price of zero', qtyForDollars(d('100'), d('0'), true), undefined],
  ])('buys for dollars: %s', (_name, qty, expected) => {
    expect(qty).toBe(expected);
  });

  it.each([
    ['a quarter', '25', '263'],
    ['all', '100', '1052'],
    ['more than all is all', '250', '1052'],
    ['nothing', '0', '0'],
  ])('buys for a share of buying power: %s', (_name, percent, expected) => {
    expect(qtyForBuyingPower(d(percent), d('200000'), d('190'), false)).toBe(expected);
  });

  it('buys nothing for buying power below zero', () => {
    expect(qtyForBuyingPower(d('50'), d('-1'), d('190'), false)).toBeUndefined();
  });

  const risk = (side: 'buy' | 'sell', entryPrice: string, stopPrice: string) =>
    qtyForRisk(
      { side, dollars: d('100'), entryPrice: d(entryPrice), stopPrice: d(stopPrice) },
      false,
    );

  it.each([
    ['long', risk('buy', '190', '187'), '33'],
    ['short', risk('sell', '190', '193'), '33'],
    ['a stop at the entry', risk('buy', '190', '190'), undefined],
    ['a stop on the wrong side', risk('buy', '190', '193'), undefined],
  ])('risks no more than asked: %s', (_name, qty, expected) => {
    expect(qty).toBe(expected);
  });

  const cents = fc
    .bigInt({ min: 1n, max: 10n ** 12n })
    .map((units) => div(d(`${units}`), d('100'), 2, 'down'));

  it('never exceeds what was asked for, and one step more would', () => {
    fc.assert(
      fc.property(cents, cents, fc.boolean(), (dollars, price, isFractionable) => {
        const qty = qtyForDollars(dollars, price, isFractionable) as Decimal;
        const step = d(isFractionable ? '0.000000001' : '1');
        expect(isMore(mul(qty, price), dollars)).toBe(false);
        expect(isMore(mul(add(qty, step), price), dollars)).toBe(true);
      }),
    );
  });

  it('never exceeds the buying power or the risk', () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 300 }), (power, price, percent) => {
        const qty = qtyForBuyingPower(d(`${percent}`), power, price, true) as Decimal;
        expect(isMore(mul(qty, price), power)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(cents, cents, cents, (dollars, stopPrice, loss) => {
        const entryPrice = add(stopPrice, loss);
        const qty = qtyForRisk({ side: 'buy', dollars, entryPrice, stopPrice }, true) as Decimal;
        expect(isMore(mul(qty, loss), dollars)).toBe(false);
      }),
    );
  });
});
