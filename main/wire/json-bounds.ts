// One look over JSON text before it becomes values. A few bytes can ask for millions of them, and each costs a hundred
// times its bytes: what nests deeper or holds more than any answer of this wire is not parsed at all.

/** No record of this wire nests half as deep. */
const DEEPEST = 64;
/** A page of 10,000 bars has 90,000. */
const MOST_VALUES = 200_000;
/** Numbers that a double may not carry. A year of portfolio history has a few thousand. */
const MOST_LONG_NUMBERS = 20_000;
const LONGEST_SAFE = 15;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Where a number stands that may lose digits. */
type LongNumber = { from: number; to: number };

/** The numbers to look at; undefined when the text is beyond the bounds. It says nothing about whether it is JSON. */
export function scanJson(text: string, mostValues = MOST_VALUES): LongNumber[] | undefined {
  const numbers: LongNumber[] = [];
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = endOfString(text, at);
    else if (letter === COMMA) values++;
    else if (letter === OPEN_LIST || letter === OPEN_RECORD) {
      values++;
      depth++;
    } else if (letter === CLOSE_LIST || letter === CLOSE_RECORD) depth--;
    else if (isInNumber(letter)) {
      const from = at;
      let isLong = false;
      for (let next = letter; isInNumber(next); next = text.charCodeAt(++at))
        isLong ||= (next | 0x20) === LETTER_E;
      if ((isLong || at - from > LONGEST_SAFE) && NUMBER.test(text.slice(from, at)))
        numbers.push({ from, to: at });
      at--;
    }
    if (depth > DEEPEST || values > mostValues || numbers.length > MOST_LONG_NUMBERS)
      return undefined;
  }
  return numbers;
}

/** The same text with those numbers as strings. */
export function quoteNumbers(text: string, numbers: readonly LongNumber[]): string {
  const parts: string[] = [];
  let last = 0;
  for (const { from, to } of numbers) {
    parts.push(text.slice(last, from), '"', text.slice(from, to), '"');
    last = to;
  }
  return parts.join('') + text.slice(last);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_RECORD = 0x7b;
const CLOSE_RECORD = 0x7d;
const BACKSLASH = 0x5c;
const LETTER_E = 0x65;

/** Digits, signs, the point, and the letter of the exponent; letters of `true` and `false` make no number. */
const isInNumber = (letter: number): boolean =>
  (letter >= 0x30 && letter <= 0x39) ||
  letter === 0x2d ||
  letter === 0x2e ||
  letter === 0x2b ||
  (letter | 0x20) === LETTER_E;

/** Of the quote that ends it; the end of the text when there is none. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
