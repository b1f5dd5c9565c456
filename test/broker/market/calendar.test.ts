import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar } from '#main/paper/market/calendar.ts';
import { holidaysOf } from '#main/paper/market/holidays.ts';
import { dateText, dayAt, newYorkMs, newYorkText } from '#main/paper/market/new-york.ts';

const real = createCalendar({ hours: 'real' });
const always = createCalendar({ hours: 'always' });
const at = (iso: string) => Date.parse(iso);

describe('New York time', () => {
  it('agrees with the time zone database since 2007', () => {
    const wall = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const agrees = (timeMs: number): void => {
      expect(newYorkText(timeMs).slice(0, 19).replace('T', ' ')).toBe(wall.format(timeMs));
    };
    fc.assert(
      fc.property(
        fc.integer({
          min: at('2007-01-01T00:00:00Z') / 1000,
          max: at('2037-12-31T00:00:00Z') / 1000,
        }),
        (seconds) => agrees(seconds * 1000),
      ),
      { numRuns: 500 },
    );
    for (const iso of [
      '2024-03-10T07:00:00Z',
      '2024-11-03T06:00:00Z',
      '2026-03-08T07:00:00Z',
      '2026-11-01T06:00:00Z',
    ]) {
      for (const shift of [-1000, 0, 1000]) agrees(at(iso) + shift);
    }
  });

  it('finds midnight again from any moment of the day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 13_000, max: 25_000 }), fc.nat(86_399), (day, seconds) => {
        const midnightMs = newYorkMs(day);
        expect(dayAt(midnightMs)).toBe(day);
        expect(dayAt(midnightMs - 1)).toBe(day - 1);
        const lengthMs = newYorkMs(day + 1) - midnightMs;
        expect([23, 24, 25]).toContain(lengthMs / 3_600_000);
        if (seconds * 1000 < lengthMs) expect(dayAt(midnightMs + seconds * 1000)).toBe(day);
      }),
    );
  });
});

describe('the exchange calendar', () => {
  it.each([
    [
      2024,
      ['01-01', '01-15', '02-19', '03-29', '05-27', '06-19', '07-04', '09-02', '11-28', '12-25'],
    ],
    [
      2025,
      [
        '01-01',
        '01-09',
        '01-20',
        '02-17',
        '04-18',
        '05-26',
        '06-19',
        '07-04',
        '09-01',
        '11-27',
        '12-25',
      ],
    ],
    [
      2026,
      ['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25'],
    ],
    // New Year's of 2022 fell on a Saturday: not kept. Juneteenth and Christmas on a Sunday: kept on Monday.
    [2022, ['01-17', '02-21', '04-15', '05-30', '06-20', '07-04', '09-05', '11-24', '12-26']],
  ])('is closed on the holidays of %i', (year, dates) => {
    const closed = [...holidaysOf(year).closed].sort((a, b) => a - b).map(dateText);
    expect(closed).toEqual(dates.map((date) => `${year}-${date}`));
  });

  it.each([
    [2023, ['2023-07-03', '2023-11-24']],
    [2024, ['2024-07-03', '2024-11-29', '2024-12-24']],
    [2025, ['2025-07-03', '2025-11-28', '2025-12-24']],
    [2026, ['2026-11-27', '2026-12-24']],
    [2021, ['2021-11-26']],
  ])('closes early in %i on the right days', (year, dates) => {
    const short = real
      .days(`${year}-01-01`, `${year}-12-31`)
      .filter(({ openMs, closeMs }) => closeMs - openMs === 3.5 * 3_600_000);
    expect(short.map(({ date }) => date)).toEqual(dates);
  });

  it.each([
    [2024, 252],
    [2025, 250],
    [2026, 251],
  ])('has the trading days of %i', (year, count) => {
    expect(real.days(`${year}-01-01`, `${year}-12-31`)).toHaveLength(count);
  });

  it.each([
    ['2026-11-13T08:59:59Z', 'overnight'], // Friday 03:59:59
    ['2026-11-13T09:00:00Z', 'pre'],
    ['2026-11-13T14:29:59Z', 'pre'],
    ['2026-11-13T14:30:00Z', 'regular'],
    ['2026-11-13T20:59:59Z', 'regular'],
    ['2026-11-13T21:00:00Z', 'post'],
    ['2026-11-14T00:59:59Z', 'post'],
    ['2026-11-14T01:00:00Z', 'closed'], // Friday 20:00: no overnight session before a weekend
    ['2026-11-15T12:00:00Z', 'closed'],
    ['2026-11-16T01:00:00Z', 'overnight'], // Sunday 20:00
    ['2026-11-26T15:00:00Z', 'closed'], // Thanksgiving
    ['2026-11-27T18:00:00Z', 'post'], // early close at 13:00
    ['2026-11-27T22:00:00Z', 'closed'], // and after hours end at 17:00
    ['2026-07-15T13:30:00Z', 'regular'], // summer time
  ])('is at %s in session %s', (iso, session) => {
    expect(real.session(at(iso))).toBe(session);
    expect(real.isOpen(at(iso))).toBe(session === 'regular');
  });

  it('knows the next open and close across weekends, holidays and early closes', () => {
    const friday = at('2026-11-13T18:00:00Z');
    expect(real.nextClose(friday)).toBe(at('2026-11-13T21:00:00Z'));
    expect(real.nextOpen(friday)).toBe(at('2026-11-16T14:30:00Z'));
    expect(real.currentOrNext(friday).date).toBe('2026-11-13');
    const evening = at('2026-11-25T21:00:00Z');
    expect(real.nextOpen(evening)).toBe(at('2026-11-27T14:30:00Z'));
    expect(real.nextClose(evening)).toBe(at('2026-11-27T18:00:00Z'));
    expect(real.dayOrderEnd(evening)).toBe(at('2026-11-27T18:00:00Z'));
    expect(real.currentOrNext(evening).date).toBe('2026-11-27');
  });
});

describe('hours always', () => {
  it('trades at every moment of every date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2016-01-02T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
        (timeMs) => {
          expect(always.session(timeMs)).toBe('regular');
          const { date, openMs, closeMs } = always.currentOrNext(timeMs);
          expect(date).toBe(newYorkText(timeMs).slice(0, 10));
          expect(timeMs >= openMs && timeMs < closeMs).toBe(true);
          expect(always.nextClose(timeMs)).toBe(closeMs);
        },
      ),
    );
    expect(always.days('2026-01-01', '2026-12-31')).toHaveLength(365);
  });

  it('ends day orders at 16:00, also where clocks change', () => {
    expect(always.dayOrderEnd(at('2026-11-14T20:59:59Z'))).toBe(at('2026-11-14T21:00:00Z'));
    expect(always.dayOrderEnd(at('2026-11-14T21:00:00Z'))).toBe(at('2026-11-15T21:00:00Z'));
    expect(always.dayOrderEnd(at('2026-10-31T21:00:00Z'))).toBe(at('2026-11-01T21:00:00Z'));
    expect(always.dayOrderEnd(at('2026-03-07T22:00:00Z'))).toBe(at('2026-03-08T20:00:00Z'));
  });

  it('has days of 23 and 25 hours where clocks change', () => {
    const hours = (date: string) =>
      always.days(date, date).map(({ openMs, closeMs }) => (closeMs - openMs) / 3_600_000);
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([
      [23],
      [25],
      [24],
    ]);
  });
});
