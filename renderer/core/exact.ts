// Sums on decimal texts without floating point, for the few figures that main does not give: what an account was worth
// over time, where its money is, and what a batch of mints takes away.
type Parts = { units: bigint; scale: number };

export const add = (a: string, b: string): string => {
  const [x, y, scale] = align(a, b);
  return text({ units: x + y, scale });
};
export const sub = (a: string, b: string): string => {
  const [x, y, scale] = align(a, b);
  return text({ units: x - y, scale });
};
export const mul = (a: string, b: string): string => {
  const [x, y] = [parts(a), parts(b)];
  return text({ units: x.units * y.units, scale: x.scale + y.scale });
};
/** Of many: no text is written between them. */
export function sumOf(values: Iterable<string>): string {
  let [units, scale] = [0n, 0];
  for (const value of values) {
    const next = parts(value);
    if (next.scale > scale) {
      units *= 10n ** BigInt(next.scale - scale);
      ({ scale } = next);
    }
    units += next.scale === scale ? next.units : next.units * 10n ** BigInt(scale - next.scale);
  }
  return text({ units, scale });
}
/** With at most so many decimals; what does not fit is dropped, or counts for a whole one, or goes to the nearest. */
export function div(a: string, b: string, scale: number, rounding: 'down' | 'up' | 'half'): string {
  const [x, y] = align(a, b);
  const [top, bottom] = [magnitude(x) * 10n ** BigInt(scale), magnitude(y)];
  const rest = top % bottom;
  const isNext = rest > 0n && (rounding === 'up' || (rounding === 'half' && rest * 2n >= bottom));
  const units = top / bottom + (isNext ? 1n : 0n);
  return text({ units: x < 0n !== y < 0n ? -units : units, scale });
}
export const isMore = (a: string, b: string): boolean => {
  const [x, y] = align(a, b);
  return x > y;
};
export const isZero = (a: string): boolean => parts(a).units === 0n;
export const abs = (a: string): string => (a.startsWith('-') ? a.slice(1) : a);

/** `part` of `whole` in percent with two decimals, towards zero; undefined where there is no whole. */
export function percentOf(part: string, whole: string): string | undefined {
  const [x, y] = align(part, whole);
  return y <= 0n ? undefined : text({ units: (x * 10_000n) / y, scale: 2 });
}

/**
 * What part of all of them each is, in percent with two decimals. By their sizes they add up to 100 exactly: what is cut
 * off goes to those that lost most by it. Undefined where all of them are nothing.
 */
export function percentsOf(values: readonly string[]): (string | undefined)[] {
  const scale = Math.max(0, ...values.map((value) => parts(value).scale));
  const sizes = values.map((value) => align(abs(value), `0.${'0'.repeat(scale)}`)[0]);
  const whole = sizes.reduce((sum, size) => sum + size, 0n);
  if (whole === 0n) return values.map(() => undefined);
  const cut = sizes.map((size) => (size * 10_000n) / whole);
  const lost = sizes.map((size, at) => ({ at, rest: (size * 10_000n) % whole }));
  const left = Number(cut.reduce((sum, one) => sum - one, 10_000n));
  const byLoss = lost.toSorted((a, b) => (a.rest === b.rest ? 0 : a.rest > b.rest ? -1 : 1));
  for (const { at } of byLoss.slice(0, left)) cut[at] = (cut[at] ?? 0n) + 1n;
  return values.map((value, at) => {
    const units = cut[at] ?? 0n;
    return text({ units: value.startsWith('-') ? -units : units, scale: 2 });
  });
}

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

function parts(value: string): Parts {
  const dot = value.indexOf('.');
  if (dot < 0) return { units: BigInt(value), scale: 0 };
  return {
    units: BigInt(value.slice(0, dot) + value.slice(dot + 1)),
    scale: value.length - dot - 1,
  };
}

function align(a: string, b: string): [bigint, bigint, number] {
  const [x, y] = [parts(a), parts(b)];
  const scale = Math.max(x.scale, y.scale);
  const widen = (one: Parts): bigint => one.units * 10n ** BigInt(scale - one.scale);
  return [widen(x), widen(y), scale];
}

function text({ units, scale }: Parts): string {
  const digits = abs(units.toString()).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '');
  const value = fraction === '' ? whole : `${whole}.${fraction}`;
  return units < 0n && value !== '0' ? `-${value}` : value;
}
