import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  decimal,
  decimalsOf,
  div,
  fromNumber,
  isDecimal,
  mul,
  normalize,
  round,
  sub,
  toFixed,
  type Decimal,
} from '#main/domain/decimal.ts';

const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 14 }))
  .map(([units, scale]) => {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
    const body =
      scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(digits.length - scale)}`;
    return decimal(units < 0n ? `-${body}` : body);
  });

describe('decimal', () => {
  it('adds what floating point cannot', () => {
    expect(add(decimal('0.1'), decimal('0.2'))).toBe('0.3');
    expect(mul(decimal('1.005'), decimal('100'))).toBe('100.5');
    expect(sub(decimal('1'), decimal('0.000000001'))).toBe('0.999999999');
  });

  it.each([
    ['2.345', 2, 'half', '2.35'],
    ['-2.345', 2, 'half', '-2.35'],
    ['2.349', 2, 'down', '2.34'],
    ['2.341', 2, 'up', '2.35'],
    ['-2.341', 2, 'up', '-2.35'],
    ['2.3', 5, 'up', '2.3'],
    ['-0.001', 2, 'down', '0'],
  ] as const)('rounds %s to %i decimals (%s) as %s', (value, scale, rounding, expected) => {
    expect(round(decimal(value), scale, rounding)).toBe(expected);
  });

  it.each([
    ['1', '3', 4, 'half', '0.3333'],
    ['2', '3', 4, 'half', '0.6667'],
    ['2', '3', 4, 'down', '0.6666'],
    ['-1', '3', 2, 'up', '-0.34'],
    ['1', '-8', 2, 'half', '-0.13'],
    ['100', '0.25', 0, 'down', '400'],
  ] as const)('divides %s by %s to %i decimals (%s): %s', (a, b, scale, rounding, expected) => {
    expect(div(decimal(a), decimal(b), scale, rounding)).toBe(expected);
  });

  it('writes the zeros that a price column needs', () => {
    expect(toFixed(decimal('190'), 2)).toBe('190.00');
    expect(toFixed(decimal('-0.005'), 2)).toBe('-0.01');
    expect(toFixed(decimal('-0.004'), 2)).toBe('0.00');
  });

  it('reads a JSON number without inventing digits or exponents', () => {
    expect(fromNumber(190.12)).toBe('190.12');
    expect(fromNumber(1e-7)).toBe('0.0000001');
    expect(fromNumber(-2.5e-8)).toBe('-0.000000025');
    expect(fromNumber(1e21)).toBe('1000000000000000000000');
    expect(() => fromNumber(Number.NaN)).toThrow(RangeError);
  });

  it.each(['', ' 1', '1e5', '.5', '5.', '+1', 'NaN', '1,000', '--1', '0x10', '1.2.3'])(
    'does not take %j for a number',
    (text) => {
      expect(isDecimal(text)).toBe(false);
      expect(() => decimal(text)).toThrow(RangeError);
    },
  );

  it('refuses to divide by zero', () => {
    expect(() => div(decimal('1'), decimal('0.00'), 2, 'half')).toThrow(RangeError);
  });

  it('keeps sums and products exact for any values', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
        expect(sub(add(a, b), b)).toBe(normalize(a));
        expect(mul(a, add(b, c))).toBe(add(mul(a, b), mul(a, c)));
        expect(compare(add(a, b), add(b, a))).toBe(0);
      }),
    );
  });

  it('loses less than one unit of the last place when it divides', () => {
    const nonZero = anyDecimal.filter((value) => normalize(value) !== '0');
    fc.assert(
      fc.property(anyDecimal, nonZero, fc.integer({ min: 0, max: 12 }), (a, b, scale) => {
        const quotient = div(a, b, scale, 'half');
        expect(decimalsOf(quotient)).toBeLessThanOrEqual(scale);
        const error = sub(a, mul(quotient, b));
        const twice = mul(decimal('2'), error).replace('-', '') as Decimal;
        const unit = mul(b.replace('-', '') as Decimal, decimal(`0.${'0'.repeat(scale)}1`));
        expect(compare(twice, mul(unit, decimal('10')))).toBeLessThanOrEqual(0);
      }),
    );
  });
});
