// Whether a number in the page is one that main told.
import { abs, decimal, isMore, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';

/** Rounded to as many digits as are shown; more than its amount may stand behind it, as its price. */
export function isOneOf(text: string, told: readonly Decimal[], isPrivate: boolean): boolean {
  if (text.startsWith('hidden')) return isPrivate;
  const [, number = ''] = /^([+-]?[\d,]*\.?\d+)/.exec(text) ?? [];
  if (number === '') return told.length === 0;
  const shown = decimal(number.replaceAll(',', '').replace('+', ''));
  const digits = shown.split('.')[1]?.length ?? 0;
  // Prices and money have two decimals at least; a quantity is shown as it is.
  const half = digits < 2 ? ZERO : decimal(`0.${'0'.repeat(digits)}5`);
  return told.some((value) => !isMore(abs(sub(shown, value)), half));
}
