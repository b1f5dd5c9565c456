// The page's own sums agree with those of main, digit for digit.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as main from '#main/domain/decimal.ts';
import {
  abs,
  add,
  div,
  isMore,
  isZero,
  mul,
  percentOf,
  percentsOf,
  sub,
} from '#renderer/core/exact.ts';

const anyDecimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 9 }))
  .map(([isNegative, units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0');
    const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return main.decimal(isNegative ? `-${text}` : text);
  });

describe('exact sums', () => {
  it('adds, subtracts, multiplies and compares as main does', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(add(a, b)).toBe(main.add(a, b));
        expect(sub(a, b)).toBe(main.sub(a, b));
        expect(mul(a, b)).toBe(main.mul(a, b));
        expect(isMore(a, b)).toBe(main.compare(a, b) > 0);
        expect(isZero(a)).toBe(main.compare(a, main.decimal('0')) === 0);
      }),
    );
  });

  it('divides as main does', () => {
    fc.assert(
      fc.property(
        anyDecimal,
        anyDecimal.filter((b) => !isZero(b)),
        fc.integer({ min: 0, max: 9 }),
        fc.constantFrom('down' as const, 'up' as const, 'half' as const),
        (a, b, scale, rounding) => {
          expect(div(a, b, scale, rounding)).toBe(main.div(a, b, scale, rounding));
        },
      ),
    );
  });

  it('rounds a half away from zero', () => {
    expect([div('1', '8', 2, 'half'), div('-1', '8', 2, 'half')]).toEqual(['0.13', '-0.13']);
  });

  it('writes no needless digit and no minus before nothing', () => {
    expect(add('0', '2.50')).toBe('2.5');
    expect(add('-0.5', '0.50')).toBe('0');
    expect(sub('0.10', '0.1')).toBe('0');
    expect(add('999999999999', '0.000000001')).toBe('999999999999.000000001');
    expect([abs('-1.5'), abs('1.5')]).toEqual(['1.5', '1.5']);
    expect([isZero('-0.000'), isZero('0.001')]).toEqual([true, false]);
  });

  it.each([
    [
      ['995100', '4800', '100'],
      ['99.51', '0.48', '0.01'],
    ],
    [
      ['1', '1', '1'],
      ['33.34', '33.33', '33.33'],
    ],
    [
      ['66.6', '-33.4'],
      ['66.6', '-33.4'],
    ],
    [
      ['2', '-1', '0'],
      ['66.67', '-33.33', '0'],
    ],
    [
      ['0', '0.00'],
      [undefined, undefined],
    ],
    [[], []],
  ])('shares out 100 percent among %j, none of it lost', (values, percents) => {
    expect(percentsOf(values)).toEqual(percents);
  });

  it('adds up to 100 whatever is shared out', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1 }), (units) => {
        const sum = percentsOf(units.map((one) => `${one}`)).reduce(
          (all: string, one) => add(all, one ?? '0'),
          '0',
        );
        expect(sum).toBe('100');
      }),
    );
  });

  it('tells a part in percent, towards nothing, and of nothing not at all', () => {
    expect(percentOf('1', '3')).toBe('33.33');
    expect(percentOf('-2', '3')).toBe('-66.66');
    expect(percentOf('5', '0')).toBeUndefined();
    expect(percentOf('5', '-1')).toBeUndefined();
  });
});
