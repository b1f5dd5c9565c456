// The order protocol in virtual time: a hundredth of ninety thousand intents on every run, from a fixed first seed and
// from a fresh one. That a seed repeats its history, and that the audit can fail, is tested here as well.
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BREAKAGES } from '#test/faults/simulation/breakages.ts';
import {
  addUp,
  complaintsOf,
  repeatCommand,
  simulateSeries,
} from '#test/faults/simulation/series.ts';
import { simulate } from '#test/faults/simulation/simulate.ts';
import { FAULT_KINDS } from '#test/faults/support/kinds.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

/** Half of them from each first seed. */
const INTENTS = Math.ceil(atScale(90_000, 500) / 2);
const FIRED_AT_FULL_SCALE = 1_000;

describe('a seed', { retry: 0 }, () => {
  it('repeats its history to the last byte, and another seed has another', async () => {
    const [once, again, other] = [
      await simulate({ seed: 1, intents: 60 }),
      await simulate({ seed: 1, intents: 60 }),
      await simulate({ seed: 2, intents: 60 }),
    ];
    expect(again).toEqual(once);
    expect(other.digest).not.toBe(once.digest);
    expect(once.digest).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the audit', { retry: 0 }, () => {
  it.each(BREAKAGES)('complains of $what, and the same seed complains again', async (broken) => {
    const run = () => simulate({ seed: 3, intents: 60, ...broken.make() });
    const once = await run();
    for (const [name, isCounted] of Object.entries(broken.counts))
      expect([name, once.afterFaults[name as 'lost'] > 0]).toEqual([name, isCounted]);
    expect(complaintsOf(once).join('\n')).toMatch(broken.words);
    expect(await run()).toEqual(once);
  });
});

describe('the order protocol in virtual time', { retry: 0 }, () => {
  let fired: Record<string, number> = {};

  it.each([
    ['a fixed first seed', 20_261_115],
    ['a fresh first seed', randomInt(2 ** 31)],
  ])('loses, doubles and misplaces nothing with %s', async (what, seed) => {
    const series = await simulateSeries({ intents: INTENTS, seed });
    fired = addUp(fired, series.fired);
    const repeat = repeatCommand(INTENTS, seed);
    tellProof({
      part: 'orders',
      what: `intents in virtual time, ${what}`,
      count: INTENTS,
      zero: series.zero,
      figures: {
        ...series.figures,
        runs: series.runs,
        perSecond: Math.round(INTENTS / series.seconds),
      },
      seed,
      repeat,
    });
    expect(series.complaints, repeat).toEqual([]);
    expect(new Set(Object.values(series.zero)), repeat).toEqual(new Set([0]));
    expect(series.figures.accepted).toBeGreaterThan(INTENTS / 2);
    expect(series.figures.deskRestarts).toBeGreaterThan(0);
    expect(series.figures.clockJumps).toBeGreaterThan(0);
  });

  it('met every kind of fault', () => {
    const counts = FAULT_KINDS.map(({ name }) => [name, fired[name] ?? 0] as const);
    const least = Math.min(...counts.map(([, count]) => count));
    tellProof({
      part: 'orders',
      what: 'kinds of fault in virtual time, each counted when it happened',
      count: counts.length,
      zero: { neverHappened: counts.filter(([, count]) => count === 0).length },
      figures: { leastOften: least, ...Object.fromEntries(counts) },
      repeat: 'npx vitest run --project faults test/faults/simulation.test.ts',
    });
    expect(counts.filter(([, count]) => count === 0)).toEqual([]);
    if (SCALE >= 1) expect(least).toBeGreaterThanOrEqual(FIRED_AT_FULL_SCALE);
  });
});
