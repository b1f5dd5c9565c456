// The days on which the New York Stock Exchange stays shut or closes at 13:00, by its rule 7.2: a holiday on a Saturday is
// kept on the Friday before (but New Year's is then not kept at all), one on a Sunday on the Monday after.
import { dayNumber, nthWeekday, weekdayOf, type DayNumber } from './new-york.ts';

export type YearOfHolidays = {
  closed: ReadonlySet<DayNumber>;
  earlyClose: ReadonlySet<DayNumber>;
};

/** Closures that no rule gives: storms, attacks, days of mourning. */
const SINGLE_CLOSURES = new Set([
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11',
  '2007-01-02',
  '2012-10-29',
  '2012-10-30',
  '2018-12-05',
  '2025-01-09',
]);

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

export function holidaysOf(year: number): YearOfHolidays {
  const newYear = dayNumber(year, 1, 1);
  const independence = dayNumber(year, 7, 4);
  const christmas = dayNumber(year, 12, 25);
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4);
  const closed = new Set([
    nthWeekday(year, 2, MONDAY, 3),
    easterOf(year) - 2,
    nthWeekday(year, 5, MONDAY, 0),
    observed(independence),
    nthWeekday(year, 9, MONDAY, 1),
    thanksgiving,
    observed(christmas),
  ]);
  if (weekdayOf(newYear) !== SATURDAY) closed.add(observed(newYear));
  if (year >= 1998) closed.add(nthWeekday(year, 1, MONDAY, 3));
  if (year >= 2022) closed.add(observed(dayNumber(year, 6, 19)));
  for (const date of SINGLE_CLOSURES) {
    if (date.startsWith(`${year}-`)) closed.add(dayNumber(year, ...monthAndDate(date)));
  }

  const earlyClose = new Set([thanksgiving + 1]);
  for (const eve of [independence - 1, christmas - 1]) {
    const isEveOfWeekday = weekdayOf(eve) >= MONDAY && weekdayOf(eve) < FRIDAY;
    if (isEveOfWeekday && !closed.has(eve)) earlyClose.add(eve);
  }
  return { closed, earlyClose };
}

function observed(day: DayNumber): DayNumber {
  if (weekdayOf(day) === SATURDAY) return day - 1;
  return weekdayOf(day) === SUNDAY ? day + 1 : day;
}

function monthAndDate(date: string): [number, number] {
  return [Number(date.slice(5, 7)), Number(date.slice(8, 10))];
}

/** Easter Sunday by the anonymous Gregorian computus. */
function easterOf(year: number): DayNumber {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const weekdayShift = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekdayShift) / 451);
  const sum = epact + weekdayShift - 7 * late + 114;
  return dayNumber(year, Math.floor(sum / 31), (sum % 31) + 1);
}
