// Ninety thousand intents at scale 1, half of them from each of two first seeds, and every kind of fault among them.
import { describe, expect, it } from 'vitest';
import { repeatCommand, simulateSeries } from '#test/faults/simulation/series.ts';
import { FAULT_KINDS } from '#test/faults/support/kinds.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const INTENTS = Math.ceil(atScale(90_000, 500) / 2);
/** A thousand with both. */
const FIRED_AT_FULL_SCALE = 500;

export function proveInVirtualTime(what: string, seed: number): void {
  const repeat = repeatCommand(INTENTS, seed);

  describe('the order protocol in virtual time', () => {
    it(`loses, doubles and misplaces nothing with ${what}`, async () => {
      const series = await simulateSeries({ intents: INTENTS, seed });
      const counts = FAULT_KINDS.map(({ name }) => [name, series.fired[name] ?? 0] as const);
      const least = Math.min(...counts.map(([, count]) => count));
      const never = counts.filter(([, count]) => count === 0);
      tellProof({
        part: 'orders',
        what: `intents in virtual time, ${what}`,
        count: INTENTS,
        zero: { ...series.zero, 'kinds of fault that never happened': never.length },
        figures: {
          ...series.figures,
          runs: series.runs,
          perSecond: Math.round(INTENTS / series.seconds),
        },
        each: Object.fromEntries(counts),
        seed,
        repeat,
      });
      expect(series.complaints, repeat).toEqual([]);
      expect(new Set(Object.values(series.zero)), repeat).toEqual(new Set([0]));
      expect(series.figures.accepted).toBeGreaterThan(INTENTS / 2);
      expect(series.figures.deskRestarts).toBeGreaterThan(0);
      expect(series.figures.clockJumps).toBeGreaterThan(0);
      expect(never).toEqual([]);
      if (SCALE >= 1) expect(least).toBeGreaterThanOrEqual(FIRED_AT_FULL_SCALE);
    });
  });
}
