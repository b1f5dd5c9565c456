// REST bodies as values. A JSON number is a double here, and a double carries about 15 digits: a number that it cannot
// carry is kept as its text, so that no digit of money is lost before anyone has looked at it.
import { LONGEST_DECIMAL } from '#contract/decimal.ts';
import { decimal, fromNumber, isDecimal, normalize } from '#main/domain/decimal.ts';
import { parseJson } from '#main/tools/json.ts';

/** Like `parseJson`, but numbers that would lose digits arrive as their text. For bodies that may hold money. */
export function readJson(text: string): unknown {
  if (!SUSPECT_NUMBER.test(text)) return parseJson(text);
  try {
    return JSON.parse(text, keepDigits) as unknown;
  } catch {
    return undefined;
  }
}

/** What a money member may hold: decimal text as it is, a number or exponent text made exact; the rest unchanged. */
export function exactMoney(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? fromNumber(value) : value;
  if (typeof value === 'string' && !isDecimal(value)) return exactText(value) ?? value;
  return value;
}

// More than 15 digits, or an exponent, where a value begins. Text inside strings may match too: that only costs time.
const SUSPECT_NUMBER = /[:,[]\s*-?(?:\d[\d.]{15,}|[\d.]+[eE])/;
const PLAIN_NUMBER = /^-?[\d.]{1,15}$/;
const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
const LARGEST_EXPONENT = 400;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || PLAIN_NUMBER.test(source)) return value;
  const exact = exactText(source);
  if (exact === undefined || !Number.isFinite(value)) return source;
  return normalize(decimal(exact)) === normalize(fromNumber(value)) ? value : source;
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
