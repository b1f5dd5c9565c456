// Texts that a person may type for a number, and what they are told.

export const COMMA = '"1,5": write 1.5 with a point.';

/** Texts that are no number, or could be two. */
export const REFUSED: readonly (readonly [typed: string, words: string])[] = [
  ['1,5', COMMA],
  ['12,34', '"12,34": write 12.34 with a point.'],
  ['1234,567', '"1234,567": write 1234.567 with a point, or 1234567 without a comma.'],
  ['0,123', '"0,123": write 0.123 with a point.'],
  ['1.234,50', '"1.234,50": write 1234.50 with a point.'],
  ['1.5,000', '"1.5,000": commas go between thousands only, as in 1,234.50.'],
  ['1 000', '"1 000": write it without spaces.'],
  ["1'000", `"1'000": write it without apostrophes.`],
  ['1e3', '"1e3": write the number out, without an exponent.'],
  ['+5', '"+5": write it without a plus sign.'],
  ['-5', '"-5": write it without a minus sign.'],
  ['５', '"５": write it with the digits 0 to 9.'],
  ['٣', '"٣": write it with the digits 0 to 9.'],
  ['5\u200b0', 'It contains an invisible character. Clear the field and type the number.'],
  ['ten', '"ten": write a number such as 1.5.'],
];
