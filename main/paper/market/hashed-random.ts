// Randomness with random access: each number is a hash of where it is used, never the next one of a sequence. Only integer
// operations and + - * / are used, which give the same bits on every machine (Math.exp and Math.log need not).

/** Mixes 32 bits so that neighboring inputs give unrelated outputs (the 'lowbias32' constants). */
export function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}

/** One key out of a key and a position. */
export function keyAt(key: number, position: number): number {
  return mix(key ^ Math.imul(position, 0x9e3779b1));
}

/** A key out of text (FNV-1a, mixed). */
export function keyOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** Nearly normal with variance 1 (the sum of the key's four bytes), within ±3.5. */
export function normal(key: number): number {
  const sum = (key & 255) + ((key >>> 8) & 255) + ((key >>> 16) & 255) + (key >>> 24);
  return (sum - 510) * 0.0067658;
}

/** Cheaper and rougher, for sums of many: the sum of the key's halves, variance 1, within ±2.5. */
export function roughNormal(key: number): number {
  return ((key & 0xffff) + (key >>> 16) - 65_535) * 0.000037376;
}

/** Ten bits of the key from `shift` on, as a fraction in [0, 1). */
export function fraction(key: number, shift: number): number {
  return ((key >>> shift) & 1023) * 0.0009765625;
}

/** e^x for |x| of a few units, to about twelve digits. */
export function exp(x: number): number {
  const y = x / 64;
  let power = 1 + y * (1 + (y / 2) * (1 + (y / 3) * (1 + (y / 4) * (1 + (y / 5) * (1 + y / 6)))));
  for (let doubling = 0; doubling < 6; doubling++) power *= power;
  return power;
}
