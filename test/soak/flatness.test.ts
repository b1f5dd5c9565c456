import { expect, it } from 'vitest';
import { flatnessOf } from '#test/soak/support/flatness.ts';

const allowed = { share: 0.1, absolute: 6 };
const samples = (of: (n: number) => number): number[] =>
  Array.from({ length: 26 }, (_, n) => of(n));

it.each([
  ['level', () => 50, true],
  ['noisy and level', (n: number) => 50 + (n % 3), true],
  ['high before the first tenth', (n: number) => (n < 2 ? 200 : 50), true],
  ['rising slowly without an end', (n: number) => 50 + n * 0.5, false],
  ['level with one peak', (n: number) => (n === 20 ? 70 : 50), false],
  ['falling', (n: number) => 80 - n, true],
])('judges a row that is %s', (_what, of, isFlat) => {
  expect(flatnessOf(samples(of), allowed).isFlat).toBe(isFlat);
});
