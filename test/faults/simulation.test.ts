// The order protocol in virtual time, from a fixed first seed; beside it stands the same from a fresh one. That a seed
// repeats its history, and that the audit can fail, is tested here as well.
import { describe, expect, it } from 'vitest';
import { BREAKAGES } from '#test/faults/simulation/breakages.ts';
import { complaintsOf } from '#test/faults/simulation/series.ts';
import { simulate } from '#test/faults/simulation/simulate.ts';

describe('a seed', () => {
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

describe('the audit', () => {
  it.each(BREAKAGES)('complains of $what, and the same seed complains again', async (broken) => {
    const run = () => simulate({ seed: 8, intents: 60, ...broken.make() });
    const once = await run();
    for (const [name, isCounted] of Object.entries(broken.counts))
      expect([name, once.afterFaults[name as 'lost'] > 0]).toEqual([name, isCounted]);
    expect(complaintsOf(once).join('\n')).toMatch(broken.words);
    expect(await run()).toEqual(once);
  });
});
