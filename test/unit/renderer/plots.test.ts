import { describe, expect, it } from 'vitest';
import { add, sub } from '#renderer/core/exact.ts';
import type { Share, SymbolProfit } from '#renderer/screens/account/holdings.ts';
import {
  allocationBars,
  cutWords,
  missingWords,
  profitBars,
  scaleFromZero,
  scaleOfCurve,
} from '#renderer/screens/account/plots.ts';

const total = (values: readonly string[]): string => values.reduce(add, '0');

describe('an axis of money', () => {
  it.each([
    ['a loss alone', [-0.04], [-0.04, -0.03, -0.02, -0.01, 0]],
    ['gains alone', [3, 12.5], [0, 5, 10, 15]],
    ['both', [-20, 95], [-50, 0, 50, 100]],
    ['nothing', [0, 0], [0, 0.01]],
    ['parts of a whole', [100, 60, 40], [0, 20, 40, 60, 80, 100]],
    ['parts and a debt', [100, -20.94], [-50, 0, 50, 100]],
  ])('has its zero and round steps for %s', (_what, values, ticks) => {
    const scale = scaleFromZero(values);
    expect(scale).toEqual({ domain: [ticks[0], ticks.at(-1)], ticks, isCut: false });
    expect(cutWords(scale)).toBeUndefined();
  });

  it('is cut for a curve far above zero, and says by how much', () => {
    const scale = scaleOfCurve([90_000, 100_000]);
    expect(scale).toMatchObject({ domain: [90_000, 100_000], isCut: true });
    expect(cutWords(scale)).toBe(
      'The axis does not start at zero: its height is 10% of the value.',
    );
  });

  it('makes no mountain of three hundredths of a percent', () => {
    const { domain } = scaleOfCurve([100_000, 100_030, 99_999.96]);
    const height = (100_030 - 99_999.96) / (domain[1] - domain[0]);
    expect(height).toBeLessThan(0.04);
    expect(scaleOfCurve([100_000, 100_000]).domain).toEqual([99_400, 100_600]);
  });

  it.each([
    ['comes near it', [10_000, 100_000], [0, 100_000]],
    ['goes below it', [-500, 700], [-500, 1_000]],
    ['stands at it', [0, 0], [0, 0.01]],
  ])('has its zero for a curve that %s', (_what, values, domain) => {
    expect(scaleOfCurve(values)).toMatchObject({ domain, isCut: false });
  });

  it('holds every value, whatever they are', () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let n = 0; n < 2_000; n++) {
      const size = 10 ** (random() * 9 - 2);
      const values = Array.from({ length: 5 }, () =>
        Number(((random() - 0.3) * size + size * Math.round(random() * 3)).toFixed(2)),
      );
      for (const { domain, ticks, isCut } of [scaleFromZero(values), scaleOfCurve(values)]) {
        expect(Math.min(...values)).toBeGreaterThanOrEqual(domain[0]);
        expect(Math.max(...values)).toBeLessThanOrEqual(domain[1]);
        expect(ticks.includes(0)).toBe(!isCut);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }
    }
  });
});

describe('the bars', () => {
  const row = (n: number): SymbolProfit => ({
    symbol: `S${n}`,
    qty: '1',
    marketValue: '1',
    unrealized: n === 19 ? undefined : '0.1',
    bought: '0',
    sold: '0',
    today: n === 5 ? undefined : sub(`${n}.37`, '9'),
    isEstimate: n === 8,
  });
  const rows = Array.from({ length: 20 }, (_, n) => row(n));

  it('show the largest gains and losses, and the rest as one: together what the table has', () => {
    const bars = profitBars(rows);
    expect(bars).toHaveLength(12);
    expect(bars[0]).toMatchObject({ name: 'S19', today: '10.37', isEstimate: false });
    expect(bars[0]?.unrealized).toBeUndefined();
    // With one that is reckoned among them.
    expect(bars.at(-1)).toMatchObject({ name: '8 others', unrealized: '0.8', isEstimate: true });
    expect(total(bars.map(({ today }) => today))).toBe(
      total(rows.flatMap(({ today }) => today ?? [])),
    );
    expect(profitBars(rows.slice(6, 9)).map(({ name }) => name)).toEqual(['S6', 'S7', 'S8']);
  });

  it('of an allocation are the whole, too', () => {
    const shares = Array.from({ length: 25 }, (_, n): Share => ({
      name: `S${n}`,
      value: `${100 - 4 * n}.01`,
      percent: `${n}.04`,
    }));
    const bars = allocationBars(shares);
    expect(bars.map(({ name }) => name).slice(10)).toEqual(['S10', '14 others']);
    for (const of of ['value', 'percent'] as const)
      expect(total(bars.map((bar) => bar[of] ?? '0'))).toBe(
        total(shares.map((share) => share[of] ?? '0')),
      );
  });

  it('say what they leave out', () => {
    expect(missingWords(['NEW', 'ODD'], 'no price')).toBe('Without NEW, ODD: no price.');
    expect(missingWords([], 'no price')).toBeUndefined();
  });
});
