import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Quantity } from '#contract/decimal.ts';
import { LimitPrice } from '#contract/orders.ts';
import { readTypedNumber } from '#contract/typed-number.ts';

const RUNS = { numRuns: 5_000 };

/** An exact fraction: its digits, and how many of them stand after the point. */
const valueOf = (text: string): string => {
  const [whole = '', part = ''] = text.split('.');
  return `${BigInt(whole)}.${part.replace(/0+$/, '')}`;
};
const grouped = (whole: string): string => whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');

const whole = fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }).map(String);
const part = fc.stringMatching(/^\d{1,9}$/);
const space = fc.constantFrom('', ' ', '\t', '\u00A0', '  ');
/** What keyboards, spreadsheets and other countries put into a number. */
const MARKS = "0123456789,,,...  '’`$%+-−eExX_/٣５²½⁵\u00A0\u200B\u202E\n";
const mark = fc.nat(MARKS.length - 1).map((at) => MARKS.charAt(at));
const noise = fc.string({ unit: mark, maxLength: 14 });

describe('a number that was typed', () => {
  it.each([
    ['1234', '1234'],
    ['1,234', '1234'],
    ['12,345.67', '12345.67'],
    ['1,234,567', '1234567'],
    ['  5 ', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1,234.', '1234'],
    ['0.10', '0.10'],
  ])('%j is %s', (typed, value) => {
    expect(readTypedNumber(typed)).toEqual({ ok: true, value });
  });

  it.each([
    ['1,5', '"1,5": write 1.5 with a point.'],
    [' 1,5 ', '"1,5": write 1.5 with a point.'],
    ['190,50', '"190,50": write 190.50 with a point.'],
    ['12,34', '"12,34": write 12.34 with a point.'],
    [',5', '",5": write 0.5 with a point.'],
    ['0,123', '"0,123": write 0.123 with a point.'],
    ['1234,567', '"1234,567": write 1234.567 with a point, or 1234567 without a comma.'],
    ['1.234,50', '"1.234,50": write 1234.50 with a point.'],
    ['1,23,456', '"1,23,456": commas go between thousands only, as in 1,234.50.'],
    ['1.5,000', '"1.5,000": commas go between thousands only, as in 1,234.50.'],
    ['1,', '"1,": commas go between thousands only, as in 1,234.50.'],
    ['1.2.3', '"1.2.3": write it with one point at most.'],
    ['.', '".": write it with one point at most.'],
    ['1 000', '"1 000": write it without spaces.'],
    ['1\u00A0000', '"1\u00A0000": write it without spaces.'],
    ["1'000", `"1'000": write it without apostrophes.`],
    ['1e3', '"1e3": write the number out, without an exponent.'],
    ['1.5e-10', '"1.5e-10": write the number out, without an exponent.'],
    ['1E+30', '"1E+30": write the number out, without an exponent.'],
    ['x1e3', '"x1e3": write a number such as 1.5.'],
    ['1e3x', '"1e3x": write a number such as 1.5.'],
    ['5-3', '"5-3": write a number such as 1.5.'],
    ['1  000', '"1  000": write it without spaces.'],
    ['01,234', '"01,234": write 01.234 with a point.'],
    [`${'1 '.repeat(19)}11`, `"${'1 '.repeat(19)}11": write it without spaces.`],
    ['+5', '"+5": write it without a plus sign.'],
    ['-5', '"-5": write it without a minus sign.'],
    ['\u22125', '"\u22125": write it without a minus sign.'],
    ['$5', '"$5": write it without a dollar sign.'],
    ['5%', '"5%": write it without a percent sign.'],
    ['５', '"５": write it with the digits 0 to 9.'],
    ['٣', '"٣": write it with the digits 0 to 9.'],
    ['5½', '"5½": write it with the digits 0 to 9.'],
    ['0x10', '"0x10": write a number such as 1.5.'],
    ['', 'Enter a number.'],
    ['5\u200B0', 'It contains an invisible character. Clear the field and type the number.'],
    ['1 '.repeat(30), 'Write it without spaces.'],
  ])('%j is refused: %s', (typed, issue) => {
    expect(readTypedNumber(typed)).toEqual({ ok: false, issue });
  });

  it('may begin with a dollar sign where it is money', () => {
    expect(readTypedNumber('$1,234.50', { isMoney: true })).toEqual({ ok: true, value: '1234.50' });
    for (const typed of ['$', '$$5', '5$', '$-5', '$ 5'])
      expect(readTypedNumber(typed, { isMoney: true }).ok).toBe(false);
    expect(readTypedNumber('$1,5', { isMoney: true })).toEqual({
      ok: false,
      issue: '"$1,5": write 1.5 with a point.',
    });
  });

  it('is refused with its one comma where that is as likely a decimal one', () => {
    const read = (typed: string) => readTypedNumber(typed, { isCommaInDoubt: true });
    expect(read('1,234')).toEqual({
      ok: false,
      issue: '"1,234": write 1.234 with a point, or 1234 without a comma.',
    });
    expect(read('1,234.50')).toEqual({ ok: true, value: '1234.50' });
    expect(read('1,234,567')).toEqual({ ok: true, value: '1234567' });
  });

  it('has exactly the value that is seen, grouped or not', () => {
    fc.assert(
      fc.property(
        whole,
        fc.option(part, { nil: undefined }),
        fc.boolean(),
        space,
        space,
        (digits, decimals, isGrouped, before, after) => {
          const tail = decimals === undefined ? '' : `.${decimals}`;
          const typed = `${before}${isGrouped ? grouped(digits) : digits}${tail}${after}`;
          const read = readTypedNumber(typed);
          expect(read.ok && valueOf(read.value)).toBe(valueOf(`${digits}${tail}`));
        },
      ),
      RUNS,
    );
  });

  it('is never read where a comma stands anywhere but between thousands', () => {
    fc.assert(
      fc.property(whole, fc.option(part, { nil: undefined }), fc.nat(), (digits, decimals, at) => {
        const text = decimals === undefined ? digits : `${digits}.${decimals}`;
        const place = at % (text.length + 1);
        const typed = `${text.slice(0, place)},${text.slice(place)}`;
        const [head = '', tail = ''] = typed.split('.');
        const isProper =
          !tail.includes(',') && head.includes(',') && head === grouped(head.replaceAll(',', ''));
        expect(readTypedNumber(typed).ok).toBe(isProper);
      }),
      RUNS,
    );
  });

  it('loses nothing but outer spaces, a dollar sign and proper commas, whatever was typed', () => {
    fc.assert(
      fc.property(noise, fc.boolean(), (typed, isMoney) => {
        const read = readTypedNumber(typed, { isMoney });
        if (!read.ok) {
          expect(read.issue).toMatch(/\S.*\.$/);
          // What is refused here main would refuse as well.
          expect(Quantity.safeParse(typed.trim()).success).toBe(false);
          expect(LimitPrice.safeParse(typed.trim()).success).toBe(false);
          return;
        }
        expect(read.value).toMatch(/^\d+(\.\d+)?$/);
        const seen = isMoney ? typed.trim().replace(/^\$/, '') : typed.trim();
        const [head = '', tail = ''] = seen.split('.');
        const bare = head.replaceAll(',', '');
        expect([bare, grouped(bare)]).toContain(head);
        expect(valueOf(read.value)).toBe(valueOf(`${bare === '' ? '0' : bare}.${tail}`));
      }),
      { numRuns: 20_000 },
    );
  });
});
