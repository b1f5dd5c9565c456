import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Timeframe } from '#contract/market.ts';
import { newYorkOffsetMs, periodEnd, periodStart } from '#contract/periods.ts';

const at = (text: string) => Date.parse(text);
const moment = fc.integer({ min: Date.UTC(2008, 0, 1), max: Date.UTC(2037, 11, 31) });
const offsetName = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  timeZoneName: 'longOffset',
});

describe('periods', () => {
  it('know New York’s clocks as Intl does', () => {
    fc.assert(
      fc.property(moment, (time) => {
        const hours = /GMT-0(\d)/.exec(offsetName.format(time))?.[1];
        expect(newYorkOffsetMs(time)).toBe(-Number(hours) * 3_600_000);
      }),
      { numRuns: 2_000 },
    );
    // The very moments at which the clocks change in 2026.
    expect(newYorkOffsetMs(at('2026-03-08T06:59:59.999Z'))).toBe(-5 * 3_600_000);
    expect(newYorkOffsetMs(at('2026-03-08T07:00:00Z'))).toBe(-4 * 3_600_000);
    expect(newYorkOffsetMs(at('2026-11-01T05:59:59.999Z'))).toBe(-4 * 3_600_000);
    expect(newYorkOffsetMs(at('2026-11-01T06:00:00Z'))).toBe(-5 * 3_600_000);
  });

  it.each([
    ['1Min', '2026-07-01T13:37:12Z', '2026-07-01T13:37:00Z', '2026-07-01T13:38:00Z'],
    ['5Min', '2026-07-01T13:37:12Z', '2026-07-01T13:35:00Z', '2026-07-01T13:40:00Z'],
    ['4Hour', '2026-07-01T13:37:12Z', '2026-07-01T12:00:00Z', '2026-07-01T16:00:00Z'],
    ['4Hour', '2026-01-07T13:37:12Z', '2026-01-07T13:00:00Z', '2026-01-07T17:00:00Z'],
    ['1Day', '2026-07-02T03:59:59Z', '2026-07-01T04:00:00Z', '2026-07-02T04:00:00Z'],
    ['1Day', '2026-01-07T05:00:00Z', '2026-01-07T05:00:00Z', '2026-01-08T05:00:00Z'],
    // Sunday evening in New York still belongs to the week that began on Monday.
    ['1Week', '2026-07-06T03:00:00Z', '2026-06-29T04:00:00Z', '2026-07-06T04:00:00Z'],
    ['1Month', '2026-08-01T03:59:00Z', '2026-07-01T04:00:00Z', '2026-08-01T04:00:00Z'],
    ['1Month', '2026-12-15T12:00:00Z', '2026-12-01T05:00:00Z', '2027-01-01T05:00:00Z'],
    // 23 hours long: the last bar of four hours is an hour shorter.
    ['4Hour', '2026-03-09T03:30:00Z', '2026-03-09T01:00:00Z', '2026-03-09T04:00:00Z'],
  ] as const)('%s of %s begins at %s and ends at %s', (timeframe, time, start, end) => {
    expect(periodStart(timeframe, at(time))).toBe(at(start));
    expect(periodEnd(timeframe, at(start))).toBe(at(end));
  });

  it('tile time: each moment is in one period, and the next begins where it ends', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Timeframe.options), moment, (timeframe, time) => {
        const start = periodStart(timeframe, time);
        const end = periodEnd(timeframe, start);
        expect(start <= time && time < end).toBe(true);
        expect(periodStart(timeframe, start)).toBe(start);
        expect(periodStart(timeframe, end - 1)).toBe(start);
        expect(periodStart(timeframe, end)).toBe(end);
      }),
      { numRuns: 2_000 },
    );
  });
});
