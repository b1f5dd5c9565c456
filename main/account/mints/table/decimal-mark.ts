// How a table writes its numbers. 1,234 is 1.234 to one half of the world and 1234 to the other: such a cell is read
// only when the other cells of its column, or the person, say how. No factor of 1000 is ever guessed.
import type { DecimalMark } from '#contract/mint-table.ts';
import { readTypedNumber, type TypedNumber } from '#contract/typed-number.ts';

/** `isMixed`: both marks are in use, and a number that either could have written is not read. */
type MarkOfTable = { decimal: DecimalMark; isMixed: boolean } | { decimal: 'ask'; doubt: string };

/** Numbers that can be meant in one way only. */
const COMMA =
  /^(?:0*,\d+|0+\d*,\d+|\d{4,},\d+|\d{1,3},(?:\d{1,2}|\d{4,})|[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}|[1-9]\d{0,2}(?:[ \u00A0\u202F]\d{3})+,\d+)$/;
const POINT =
  /^(?:0*\.\d+|0+\d*\.\d+|\d{4,}\.\d+|\d{1,3}\.(?:\d{1,2}|\d{4,})|[1-9]\d{0,2}(?:,\d{3})+\.\d+|[1-9]\d{0,2}(?:,\d{3}){2,})$/;
/** 1,234 or 1.234. */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/;

export function decimalMarkOf(numbers: readonly string[]): MarkOfTable {
  const commas = numbers.filter((text) => COMMA.test(text)).length;
  const points = numbers.filter((text) => POINT.test(text)).length;
  const either = numbers.find((text) => EITHER.test(text));
  if (commas + points > 0 || either === undefined)
    return { decimal: commas > points ? 'comma' : 'point', isMixed: commas > 0 && points > 0 };
  const [whole = '', part = ''] = either.split(/[.,]/);
  return { decimal: 'ask', doubt: `"${either}" can be ${whole}.${part} or ${whole}${part}` };
}

export type HowNumbers = {
  decimal: DecimalMark;
  isMixed: boolean;
  /** A comma between thousands is one: the person said so, or it parts the cells of this table. */
  mayGroup: boolean;
};

export function readQuantity(typed: string, how: HowNumbers): TypedNumber {
  const text = typed.trim();
  const [, whole = '', mark, part = ''] = /^(\d*)([.,])(\d+)$/.exec(text) ?? [];
  if (how.isMixed && EITHER.test(text))
    return {
      ok: false,
      issue: `"${text}" can be ${whole}.${part} or ${whole}${part}: this table uses both decimal points and decimal commas. Write all numbers with a point.`,
    };
  if (how.decimal === 'point') return readTypedNumber(typed, { isCommaInDoubt: !how.mayGroup });
  if (mark === ',' || GROUPED.test(text))
    return readTypedNumber(text.replaceAll(/[. \u00A0\u202F]/g, '').replace(',', '.'));
  if (mark !== '.') {
    const read = readTypedNumber(text);
    // Words for a number with a point would send the person in a circle.
    return read.ok || !/^[\d.,]{1,40}$/.test(text)
      ? read
      : { ok: false, issue: issueWithComma(text) };
  }
  const other = EITHER.test(text) ? `, or ${whole}${part} without a point` : '';
  return {
    ok: false,
    issue: `"${text}": write ${whole === '' ? '0' : whole},${part} with a comma, as this table does${other}.`,
  };
}

const issueWithComma = (text: string): string =>
  `"${text}": write it with one comma and without points, as in 1234,5.`;

/** 1.234,5 and 1 234,5: with so many separators there is one way to read it. */
const GROUPED =
  /^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}|(?:[ \u00A0\u202F]\d{3})+(?:,\d+)?)$/;
