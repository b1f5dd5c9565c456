// The one reader of numbers that people type or paste. What it reads has exactly the value that is seen; what could be
// meant in two ways is refused in words that name the fix. It drops nothing but spaces at the ends, a dollar sign where
// one belongs, and commas that group thousands.

export type TypedNumber =
  /** Digits with at most one point, as the schemas of the contract take it. */
  { ok: true; value: string } | { ok: false; issue: string };

type TypedOptions = {
  /** Dollars: a dollar sign may stand before them. */
  isMoney?: boolean;
  /**
   * From where a comma is as likely a decimal one, such as a table parted by semicolons: then `1,234` is refused, and
   * `1,234.50` and `1,234,567` are read, because they can be meant in one way only.
   */
  isCommaInDoubt?: boolean;
};

const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;
/** A group that begins with a zero is no thousand: 0,123 is a decimal comma. */
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const ONE_COMMA = /^(\d*),(\d+)$/;
/** 1.234,50 */
const POINTS_FOR_THOUSANDS = /^([1-9]\d{0,2}(?:\.\d{3})+),(\d+)$/;
const LONGEST_QUOTE = 40;

export function readTypedNumber(typed: string, options: TypedOptions = {}): TypedNumber {
  const text = typed.trim();
  const digits = options.isMoney && text.startsWith('$') ? text.slice(1) : text;
  const isDoubtful = options.isCommaInDoubt === true && ONE_COMMA.test(digits);
  if (PLAIN.test(digits) || (GROUPED.test(digits) && !isDoubtful))
    return { ok: true, value: plain(digits.replaceAll(',', '')) };
  if (text === '') return { ok: false, issue: 'Enter a number.' };
  if (/\p{C}/u.test(text))
    return {
      ok: false,
      issue: 'It contains an invisible character. Clear the field and type the number.',
    };
  const fix = fixOf(digits);
  if (text.length > LONGEST_QUOTE)
    return { ok: false, issue: `${fix.charAt(0).toUpperCase()}${fix.slice(1)}.` };
  return { ok: false, issue: `"${text}": ${fix}.` };
}

/** .5 and 5. have one meaning, and the wire's spelling of it is 0.5 and 5. */
const plain = (digits: string): string =>
  `${digits.startsWith('.') ? '0' : ''}${digits.endsWith('.') ? digits.slice(0, -1) : digits}`;

function fixOf(text: string): string {
  const [, whole = '', part = ''] = ONE_COMMA.exec(text) ?? [];
  if (part !== '') {
    const withPoint = `write ${whole === '' ? '0' : whole}.${part} with a point`;
    // Three digits after the comma could have been thousands.
    return part.length === 3 && /^[1-9]/.test(whole)
      ? `${withPoint}, or ${whole}${part} without a comma`
      : withPoint;
  }
  const [, thousands = '', cents = ''] = POINTS_FOR_THOUSANDS.exec(text) ?? [];
  if (cents !== '') return `write ${thousands.replaceAll('.', '')}.${cents} with a point`;
  if (text.startsWith('+')) return 'write it without a plus sign';
  if (/^[-\u2010-\u2015\u2212\uFE63\uFF0D]/.test(text)) return 'write it without a minus sign';
  if (text.includes('$')) return 'write it without a dollar sign';
  if (text.includes('%')) return 'write it without a percent sign';
  if (/^[\d.,]*\d[eE][+-]?\d+$/.test(text)) return 'write the number out, without an exponent';
  if (/\d\s+[\d.,]/.test(text)) return 'write it without spaces';
  if (/\d['\u2019\u02BC`\u00B4]\d/.test(text)) return 'write it without apostrophes';
  if (/[^\d\P{N}]/u.test(text)) return 'write it with the digits 0 to 9';
  if (/^[\d.,]+$/.test(text))
    return text.includes(',')
      ? 'commas go between thousands only, as in 1,234.50'
      : 'write it with one point at most';
  return 'write a number such as 1.5';
}
