// Exact arithmetic on decimal strings. A value is an integer of units and a count of decimals; nothing here is ever a
// floating-point number. Results carry no trailing zeros unless a scale is asked for.
import { LONGEST_DECIMAL, type Decimal } from '#contract/decimal.ts';

export type { Decimal };

/** How a digit that does not fit is dropped: towards zero, away from zero, or to the nearest (ties away from zero). */
export type Rounding = 'down' | 'up' | 'half';

type Parts = { units: bigint; scale: number };

const PATTERN = /^-?\d+(\.\d+)?$/;

export const ZERO = '0' as Decimal;

export function isDecimal(text: unknown): text is Decimal {
  return typeof text === 'string' && text.length <= LONGEST_DECIMAL && PATTERN.test(text);
}

/** Takes text that must be a decimal; throws when it is not, because then the caller skipped a check. */
export function decimal(text: string): Decimal {
  if (!PATTERN.test(text)) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`);
  return text as Decimal;
}

/** The shortest decimal that reads back as this number: the way prices sent as JSON numbers become exact. */
export function fromNumber(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError('not a finite number');
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text as Decimal;
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  const digits = whole + fraction;
  return format(
    scale >= 0
      ? { units: BigInt(minus + digits), scale }
      : { units: BigInt(minus + digits) * tenTo(-scale), scale: 0 },
  );
}

export function add(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = align(parse(a), parse(b));
  return format({ units: x + y, scale });
}

export function sub(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = align(parse(a), parse(b));
  return format({ units: x - y, scale });
}

export function mul(a: Decimal, b: Decimal): Decimal {
  const x = parse(a);
  const y = parse(b);
  return format({ units: x.units * y.units, scale: x.scale + y.scale });
}

/** Division is the one operation that cannot be exact: the caller says how many decimals and which way to round. */
export function div(a: Decimal, b: Decimal, scale: number, rounding: Rounding): Decimal {
  const x = parse(a);
  const y = parse(b);
  if (y.units === 0n) throw new RangeError('division by zero');
  const shift = scale + y.scale - x.scale;
  const top = shift >= 0 ? x.units * tenTo(shift) : x.units;
  const bottom = shift >= 0 ? y.units : y.units * tenTo(-shift);
  return format({ units: divideUnits(top, bottom, rounding), scale });
}

export function negate(a: Decimal): Decimal {
  const { units, scale } = parse(a);
  return format({ units: -units, scale });
}

export function abs(a: Decimal): Decimal {
  return sign(a) < 0 ? negate(a) : a;
}

export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a === b) return 0;
  const [x, y] = align(parse(a), parse(b));
  return x < y ? -1 : x > y ? 1 : 0;
}

export const isEqual = (a: Decimal, b: Decimal): boolean => compare(a, b) === 0;
export const isLess = (a: Decimal, b: Decimal): boolean => compare(a, b) < 0;
export const isMore = (a: Decimal, b: Decimal): boolean => compare(a, b) > 0;
export const isZero = (a: Decimal): boolean => sign(a) === 0;
export const min = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b);
export const max = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b);

export function sign(a: Decimal): -1 | 0 | 1 {
  const { units } = parse(a);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

/** At most `scale` decimals, without trailing zeros. */
export function round(a: Decimal, scale: number, rounding: Rounding): Decimal {
  const parts = parse(a);
  if (parts.scale <= scale) return format(parts);
  return format({ units: divideUnits(parts.units, tenTo(parts.scale - scale), rounding), scale });
}

/** Exactly `scale` decimals, zeros included: for text that a person reads. */
export function toFixed(a: Decimal, scale: number, rounding: Rounding = 'half'): Decimal {
  const rounded = round(a, scale, rounding);
  const missing = scale - decimalsOf(rounded);
  if (missing === 0) return rounded;
  return `${rounded}${rounded.includes('.') ? '' : '.'}${'0'.repeat(missing)}` as Decimal;
}

/** How many decimals are written, trailing zeros not counted. */
export function decimalsOf(a: Decimal): number {
  const normal = normalize(a);
  const dot = normal.indexOf('.');
  return dot < 0 ? 0 : normal.length - dot - 1;
}

/** The same value without leading or trailing zeros, and never '-0'. */
export function normalize(a: Decimal): Decimal {
  return format(parse(a));
}

function parse(text: Decimal): Parts {
  const dot = text.indexOf('.');
  if (dot < 0) return { units: BigInt(text), scale: 0 };
  return {
    units: BigInt(text.slice(0, dot) + text.slice(dot + 1)),
    scale: text.length - dot - 1,
  };
}

/** The value without trailing zeros. */
export function format({ units, scale }: Parts): Decimal {
  if (scale === 0) return units.toString() as Decimal;
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, -scale);
  let end = scale;
  const fraction = digits.slice(-scale);
  while (end > 0 && fraction.charCodeAt(end - 1) === 48) end--;
  const text = end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`;
  return (negative && text !== '0' ? `-${text}` : text) as Decimal;
}

function align(a: Parts, b: Parts): [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.units, b.units, a.scale];
  if (a.scale < b.scale) return [a.units * tenTo(b.scale - a.scale), b.units, b.scale];
  return [a.units, b.units * tenTo(a.scale - b.scale), a.scale];
}

export function divideUnits(top: bigint, bottom: bigint, rounding: Rounding): bigint {
  const quotient = top / bottom;
  const rest = top % bottom;
  if (rest === 0n || rounding === 'down') return quotient;
  const away = top < 0n === bottom < 0n ? 1n : -1n;
  if (rounding === 'up') return quotient + away;
  const twice = 2n * (rest < 0n ? -rest : rest);
  return twice >= (bottom < 0n ? -bottom : bottom) ? quotient + away : quotient;
}

const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));
const tenTo = (exponent: number): bigint => POWERS[exponent] ?? 10n ** BigInt(exponent);
