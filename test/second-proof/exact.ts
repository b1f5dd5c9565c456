// Exact numbers for the books: decimal text in, a bigint of 18 decimals to reckon with.
const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);

export function exact(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error(`not a decimal: ${text}`);
  const digits = (match[3] ?? '').slice(0, PLACES).padEnd(PLACES, '0');
  const size = BigInt(match[2] ?? '0') * ONE + BigInt(digits);
  return match[1] === '-' ? -size : size;
}

export const times = (a: bigint, b: bigint): bigint => (a * b) / ONE;

export const absolute = (a: bigint): bigint => (a < 0n ? -a : a);

export function plain(value: bigint): string {
  const digits = absolute(value)
    .toString()
    .padStart(PLACES + 1, '0');
  const rest = digits.slice(-PLACES).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${rest === '' ? '' : `.${rest}`}`;
}

/** Both absent, or the same number however it is written. */
export const isSameNumber = (a: unknown, b: unknown): boolean => {
  const isNone = (value: unknown): boolean => value === undefined || value === null;
  if (isNone(a) || isNone(b)) return isNone(a) && isNone(b);
  return exact(String(a)) === exact(String(b));
};
