// Three weeks of the simulated year, with the beginning of summer time, a split and an exchanged key; the whole year is
// `npm run faults -- --year`. That a seed repeats it, and that its audit can fail, is tested here as well.
import { describe, expect, it } from 'vitest';
import { NO_FAULTS } from '#test/faults/simulation/breakages.ts';
import { BROKEN_YEARS } from '#test/faults/simulation/broken-years.ts';
import { neverStruck, repeatYearCommand, simulateYear } from '#test/faults/simulation/year.ts';
import { FAULT_KINDS, type FaultKind } from '#test/faults/support/kinds.ts';

const WEEKS = { seed: 4, from: '2026-03-02', days: 21, share: 0.5 };
/** Berlin sets its clocks on the Sunday. */
const WEEKEND = { seed: 4, from: '2026-03-27', days: 3, kinds: NO_FAULTS };
const DAYS = { seed: 4, from: '2026-03-23', days: 3, kinds: NO_FAULTS };
const UNDER_FAULTS = { seed: 5, from: '2026-03-24', days: 2, outShare: 1 };
/** No request ever goes there. */
const NOWHERE: FaultKind = {
  name: 'nowhere',
  rules: () => [{ match: { method: 'POST', path: '/nowhere' }, act: { kind: 'lost' }, times: 1 }],
};

describe('three weeks of the year', () => {
  it('lose, double and misplace nothing, and every order ends as the calendar has it', async () => {
    const weeks = await simulateYear(WEEKS);
    expect(weeks.complaints, repeatYearCommand(WEEKS)).toEqual([]);
    expect([weeks.neverHappened, weeks.neverStruck]).toEqual([[], []]);
    expect(weeks.waysOut.closed).toBeGreaterThan(0);
    expect(weeks.facts['splits refused because of an order']).toBeGreaterThan(0);
    expect(weeks.facts['orders of a symbol that was split before']).toBeGreaterThan(0);
    expect(weeks.told.told).toBeGreaterThan(1_000);
    expect(weeks.facts['GTC over the beginning of summer time']).toBeGreaterThan(0);
    expect(weeks.facts['GTC over two weeks']).toBeGreaterThan(0);
    expect(weeks.last).toMatchObject({ lost: 0, duplicated: 0, wrongAccount: 0 });
    expect(weeks.last.accepted).toBeGreaterThan(100);
  });

  it('are the same for the same seed, whatever zone the computer is in', async () => {
    const once = await simulateYear(WEEKEND);
    expect(once.complaints).toEqual([]);
    expect(await inZone('Europe/Berlin', () => simulateYear(WEEKEND))).toEqual(once);
  });
});

describe('two days under faults', () => {
  it('repeat their history to the last byte, and another seed has another', async () => {
    const [once, again, other] = [
      await simulateYear(UNDER_FAULTS),
      await simulateYear(UNDER_FAULTS),
      await simulateYear({ ...UNDER_FAULTS, seed: 6 }),
    ];
    expect(again).toEqual(once);
    expect(other.digest).not.toBe(once.digest);
    expect(Object.keys(once.fired).length).toBeGreaterThan(3);
    expect(once.waysOut.begun).toBeGreaterThan(0);
  });
});

describe('faults that never strike', () => {
  it('are told of: in a part of a year when none does, in a whole one each', async () => {
    const { neverStruck: never } = await simulateYear({ ...WEEKEND, kinds: [NOWHERE] });
    expect(never).toEqual(['nowhere']);
    const fired = Object.fromEntries(FAULT_KINDS.slice(2).map(({ name }) => [name, 1]));
    expect(neverStruck(FAULT_KINDS, fired, false)).toEqual([]);
    expect(neverStruck(FAULT_KINDS, fired, true)).toEqual([FAULT_KINDS[1]?.name]);
  });
});

describe('the audit of the calendar', () => {
  it.each(BROKEN_YEARS)('complains of $what', async ({ make, words, options }) => {
    const { complaints } = await simulateYear({ ...DAYS, ...options, breakage: make() });
    expect(complaints.join('\n')).toMatch(words);
  });
});

async function inZone<T>(zone: string, work: () => Promise<T>): Promise<T> {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
}
