// New York dates and wall times by the rule in force since 2007 (clocks go forward on the second Sunday of March, back on
// the first of November, at 02:00). Written out instead of asked of Intl: it runs millions of times per request.
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A New York date as days since 1970-01-01. */
export type DayNumber = number;

const FIRST_YEAR = 1970;
const LAST_YEAR = 2100;
const MEAN_YEAR_MS = 31_556_952_000;

/** Dates outside of these have no trading day: they bound every walk over the calendar. */
export const FIRST_DAY: DayNumber = dayNumber(FIRST_YEAR, 1, 1);
export const LAST_DAY: DayNumber = dayNumber(LAST_YEAR, 12, 31);

const SUMMERS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => {
  const year = FIRST_YEAR + index;
  return {
    startMs: nthWeekday(year, 3, 0, 2) * DAY_MS + 7 * HOUR_MS,
    endMs: nthWeekday(year, 11, 0, 1) * DAY_MS + 6 * HOUR_MS,
  };
});

/** What to add to UTC to get New York wall time. */
function newYorkOffsetMs(timeMs: number): number {
  // The year may be off by one around New Year, when both years agree that it is winter.
  const summer = SUMMERS[Math.floor(timeMs / MEAN_YEAR_MS)];
  const isSummer = summer !== undefined && timeMs >= summer.startMs && timeMs < summer.endMs;
  return isSummer ? -4 * HOUR_MS : -5 * HOUR_MS;
}

/** The New York date at a time. */
export function dayAt(timeMs: number): DayNumber {
  return Math.floor((timeMs + newYorkOffsetMs(timeMs)) / DAY_MS);
}

/** The time at which New York clocks show `minute` minutes after midnight of `day`; minutes past 1440 run on. */
export function newYorkMs(day: DayNumber, minute = 0): number {
  const wallMs = day * DAY_MS + minute * MINUTE_MS;
  const inSummer = wallMs + 4 * HOUR_MS;
  return newYorkOffsetMs(inSummer) === -4 * HOUR_MS ? inSummer : wallMs + 5 * HOUR_MS;
}

export function dayNumber(year: number, month: number, date: number): DayNumber {
  return Math.floor(Date.UTC(year, month - 1, date) / DAY_MS);
}

export function yearOf(day: DayNumber): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** Months since January of year 0, so that quarters and halves are plain divisions. */
export function monthIndexOf(day: DayNumber): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function firstDayOfMonth(monthIndex: number): DayNumber {
  return dayNumber(Math.floor(monthIndex / 12), (monthIndex % 12) + 1, 1);
}

/** 0 is Sunday. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The `nth` such weekday of a month; nth 0 is the last one. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): DayNumber {
  if (nth === 0) {
    const last = dayNumber(year, month + 1, 0);
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayNumber(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

export function dateText(day: DayNumber): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Undefined unless the text is a real date written YYYY-MM-DD. */
export function parseDate(text: string): DayNumber | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(timeMs)) return undefined;
  const day = Math.floor(timeMs / DAY_MS);
  return dateText(day) === text ? day : undefined;
}

/** RFC 3339 in New York's own offset, as the clock and the calendar write it. */
export function newYorkText(timeMs: number): string {
  const offsetMs = newYorkOffsetMs(timeMs);
  const wall = new Date(timeMs + offsetMs).toISOString();
  const fraction = timeMs % 1000 === 0 ? '' : wall.slice(19, 23);
  return `${wall.slice(0, 19)}${fraction}${offsetMs === -4 * HOUR_MS ? '-04:00' : '-05:00'}`;
}

/** YYYY-MM-DD in New York. */
export const newYorkDate = (timeMs: number): string => dateText(dayAt(timeMs));

/** Minutes since midnight in New York. */
export const newYorkMinute = (timeMs: number): number =>
  Math.floor(((timeMs + newYorkOffsetMs(timeMs)) % DAY_MS) / MINUTE_MS);

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
