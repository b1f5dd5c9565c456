// REST bodies as values. A JSON number is a double here, and a double carries about 15 digits: a number that it cannot
// carry is kept as its text, so that no digit of money is lost before anyone has looked at it.
import { LONGEST_DECIMAL } from '#contract/decimal.ts';
import { decimal, fromNumber, isDecimal, normalize } from '#main/domain/decimal.ts';
import { parseJson } from '#main/tools/json.ts';
import { quoteNumbers, scanJson } from '#main/wire/json-bounds.ts';

/** Numbers that would lose digits arrive as their text. Undefined for what is no JSON, or beyond every bound. */
export function readJson(text: string, mostValues = MOST_VALUES): unknown {
  const lossy = scanJson(text, mostValues)?.filter(({ from, to }) => isLossy(text.slice(from, to)));
  return lossy && parseJson(lossy.length === 0 ? text : quoteNumbers(text, lossy));
}

/** For bodies without money: as doubles, and as many values as their reader takes. */
export const readPlainJson = (text: string, mostValues?: number): unknown =>
  scanJson(text, mostValues) && parseJson(text);

/** What a money member may hold: decimal text as it is, a number or exponent text made exact; the rest unchanged. */
export function exactMoney(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? fromNumber(value) : value;
  if (typeof value === 'string' && !isDecimal(value)) return exactText(value) ?? value;
  return value;
}

const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
/** A page of 500 orders with their legs has half of it. */
const MOST_VALUES = 100_000;
const LARGEST_EXPONENT = 400;

function isLossy(source: string): boolean {
  const exact = exactText(source);
  const value = Number(source);
  if (exact === undefined || !Number.isFinite(value)) return true;
  return normalize(decimal(exact)) !== normalize(fromNumber(value));
}

/** The same number written without an exponent; undefined when it is none or absurdly long. */
function exactText(text: string): string | undefined {
  if (text.length > LONGEST_DECIMAL) return undefined;
  const match = JSON_NUMBER.exec(text);
  if (!match) return undefined;
  const [, minus = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  if (Math.abs(shift) > LARGEST_EXPONENT) return undefined;
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `${minus}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return minus + digits + '0'.repeat(point - digits.length);
  return `${minus}${digits.slice(0, point)}.${digits.slice(point)}`;
}
