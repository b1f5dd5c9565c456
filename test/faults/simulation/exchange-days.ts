// When the exchange trades in 2026, written down from its own list and not reckoned, and when an order ends by that. The
// practice broker reckons both by rules of its own; where the two differ, one of them is wrong.
import { newYorkMoment, newYorkTime } from '#main/domain/new-york.ts';

const CLOSED = new Set(
  '2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15 2027-03-26 2027-05-31'.split(
    ' ',
  ),
);
const EARLY = new Set(['2026-11-27', '2026-12-24']);
/** At 02:00 in New York, and back. */
export const CLOCK_CHANGES = [Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6)];

const DAY_MS = 86_400_000;
const EVENING_MINUTES = 240;
const SWEEP_MINUTES = 15;
const GTC_DAYS = 90;
export const OPEN = 9 * 60 + 30;

export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export const isTradingDay = (date: string): boolean =>
  !CLOSED.has(date) && weekdayOf(date) % 6 !== 0;

export const isHoliday = (date: string): boolean => CLOSED.has(date) && weekdayOf(date) % 6 !== 0;

/** In minutes since midnight. */
export const closeOf = (date: string): number => (EARLY.has(date) ? 13 * 60 : 16 * 60);

export function momentOf(date: string, minute: number): number {
  const moment = newYorkMoment(date, minute);
  if (moment === undefined) throw new RangeError(`${date} has no minute ${minute}`);
  return moment;
}

/** An order for the day: at the first close that comes, or at the end of the first evening that comes. */
export function dayOrderEnd(submittedMs: number, isExtended: boolean): number {
  const laterMinutes = isExtended ? EVENING_MINUTES : 0;
  for (let { date } = newYorkTime(submittedMs); ; date = dateAfter(date, 1)) {
    const end = momentOf(date, closeOf(date) + laterMinutes);
    if (isTradingDay(date) && end > submittedMs) return end;
  }
}

/** An order until canceled: a quarter after the first close that comes ninety days later. */
export function gtcEnd(submittedMs: number): number {
  let date = dateAfter(newYorkTime(submittedMs).date, GTC_DAYS);
  while (!isTradingDay(date)) date = dateAfter(date, 1);
  return momentOf(date, closeOf(date) + SWEEP_MINUTES);
}
