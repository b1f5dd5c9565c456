// Timeframes (docs/wire.md, "Bars") and where their bars begin. Minutes and hours are counted from midnight New York, so
// the last bar of a day may be shorter (7Min, 23Hour); weeks begin on Monday, months on the first, N months on multiples of
// N counted from January.
import type { Timeframe } from '#main/paper/types.ts';
import { firstDayOfMonth, monthIndexOf, weekdayOf, type DayNumber } from './new-york.ts';

export const MINUTE: Timeframe = { unit: 'minute', count: 1 };
export const DAY: Timeframe = { unit: 'day', count: 1 };

const UNITS: Record<string, Timeframe['unit']> = {
  Min: 'minute',
  T: 'minute',
  Hour: 'hour',
  H: 'hour',
  Day: 'day',
  D: 'day',
  Week: 'week',
  W: 'week',
  Month: 'month',
  M: 'month',
};

const COUNTS: Record<Timeframe['unit'], (count: number) => boolean> = {
  minute: (count) => count <= 59,
  hour: (count) => count <= 23,
  day: (count) => count === 1,
  week: (count) => count === 1,
  month: (count) => 12 % count === 0,
};

/** Undefined when the text is none of the timeframes that exist. */
export function parseTimeframe(text: string): Timeframe | undefined {
  const [, digits, name] = /^([1-9]\d?)([A-Z][a-z]*)$/.exec(text) ?? [];
  const unit = name === undefined ? undefined : UNITS[name];
  if (!unit || !Object.hasOwn(UNITS, name ?? '')) return undefined;
  const count = Number(digits);
  return COUNTS[unit](count) ? { unit, count } : undefined;
}

/** Length of a bar within a day, in minutes; undefined for frames of days. */
export function minutesOf({ unit, count }: Timeframe): number | undefined {
  if (unit === 'minute') return count;
  return unit === 'hour' ? count * 60 : undefined;
}

/** The first date of the bar that holds `day`, for frames of days. */
export function firstDayOfBar({ unit, count }: Timeframe, day: DayNumber): DayNumber {
  if (unit === 'week') return day - ((weekdayOf(day) + 6) % 7);
  if (unit !== 'month') return day;
  const month = monthIndexOf(day);
  return firstDayOfMonth(month - (month % count));
}

/** The first date of the bar after the one that begins on `firstDay`. */
export function firstDayOfNextBar({ unit, count }: Timeframe, firstDay: DayNumber): DayNumber {
  if (unit === 'week') return firstDay + 7;
  return unit === 'month' ? firstDayOfMonth(monthIndexOf(firstDay) + count) : firstDay + 1;
}
