// When the market trades. 'real' follows the exchange: pre-market from 04:00, regular 09:30 to 16:00 (13:00 on early
// closes), after hours until 20:00 (17:00), New York time. With 'always' each New York date is one trading day that lasts
// from midnight to midnight; day orders still end at 16:00.
import type { Calendar, MarketDay, Session } from '#main/paper/types.ts';
import { holidaysOf, type YearOfHolidays } from './holidays.ts';
import {
  dateText,
  dayAt,
  FIRST_DAY,
  LAST_DAY,
  MINUTE_MS,
  newYorkMs,
  parseDate,
  weekdayOf,
  yearOf,
  type DayNumber,
} from './new-york.ts';

export type Hours = 'always' | 'real';

/** How activity is spread over a day; 'short' and 'long' are the days on which clocks change. */
export type DayShape = 'full' | 'early' | 'around' | 'around-short' | 'around-long';

/** The minutes of one trading day in which there can be trades, extended hours included. */
export type TradingHours = {
  day: DayNumber;
  shape: DayShape;
  /** Midnight New York: daily bars are labeled with it and intraday bars aligned to it. */
  midnightMs: number;
  startMs: number;
  endMs: number;
  minutes: number;
  regular: MarketDay;
};

/** The calendar that everybody shares, and what the market needs beyond it. */
export type MarketCalendar = Calendar & {
  isAlways: boolean;
  /** Undefined when nothing trades on that date. */
  hoursOf(day: DayNumber): TradingHours | undefined;
};

const PRE_MARKET = 4 * 60;
const OPEN = 9 * 60 + 30;
const CLOSE = 16 * 60;
const EARLY_CLOSE = 13 * 60;
const AFTER_HOURS = 4 * 60;
const EVENING = 20 * 60;

export function createCalendar({ hours }: { hours: Hours }): MarketCalendar {
  const years = new Map<number, YearOfHolidays>();
  const hoursByDay = new Map<DayNumber, TradingHours | undefined>();
  const isAlways = hours === 'always';

  function holidays(year: number): YearOfHolidays {
    let found = years.get(year);
    if (!found) years.set(year, (found = holidaysOf(year)));
    return found;
  }

  function hoursOf(day: DayNumber): TradingHours | undefined {
    if (day < FIRST_DAY || day > LAST_DAY) return undefined;
    let found = hoursByDay.get(day);
    if (!found && !hoursByDay.has(day)) {
      found = isAlways ? wholeDay(day) : exchangeDay(day, holidays(yearOf(day)));
      hoursByDay.set(day, found);
    }
    return found;
  }

  /** The first trading day from `day` on for which `accepts` holds. */
  function first(day: DayNumber, accepts: (hours: TradingHours) => boolean): TradingHours {
    for (let next = Math.max(day, FIRST_DAY); next <= LAST_DAY; next++) {
      const found = hoursOf(next);
      if (found && accepts(found)) return found;
    }
    throw new RangeError('the calendar ends with the year 2100');
  }

  function session(timeMs: number): Session {
    if (isAlways) return 'regular';
    const day = dayAt(timeMs);
    const today = hoursOf(day);
    if (today && timeMs >= today.startMs && timeMs < today.endMs) {
      if (timeMs < today.regular.openMs) return 'pre';
      return timeMs < today.regular.closeMs ? 'regular' : 'post';
    }
    if (today && timeMs < today.startMs) return 'overnight';
    return timeMs >= newYorkMs(day, EVENING) && hoursOf(day + 1) ? 'overnight' : 'closed';
  }

  return {
    isAlways,
    hoursOf,
    session,
    days(startDate, endDate) {
      const start = parseDate(startDate) ?? FIRST_DAY;
      const end = Math.min(parseDate(endDate) ?? LAST_DAY, LAST_DAY);
      const days: MarketDay[] = [];
      for (let day = Math.max(start, FIRST_DAY); day <= end; day++) {
        const found = hoursOf(day);
        if (found) days.push(found.regular);
      }
      return days;
    },
    currentOrNext: (timeMs) =>
      first(dayAt(timeMs), ({ regular }) => timeMs < regular.closeMs).regular,
    isOpen: (timeMs) => session(timeMs) === 'regular',
    nextOpen: (timeMs) =>
      first(dayAt(timeMs), ({ regular }) => timeMs < regular.openMs).regular.openMs,
    nextClose: (timeMs) =>
      first(dayAt(timeMs), ({ regular }) => timeMs < regular.closeMs).regular.closeMs,
    dayOrderEnd(timeMs) {
      if (!isAlways) return this.nextClose(timeMs);
      const todayEndMs = newYorkMs(dayAt(timeMs), CLOSE);
      return timeMs < todayEndMs ? todayEndMs : newYorkMs(dayAt(timeMs) + 1, CLOSE);
    },
  };
}

function exchangeDay(day: DayNumber, year: YearOfHolidays): TradingHours | undefined {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6 || year.closed.has(day)) return undefined;
  const isEarly = year.earlyClose.has(day);
  const close = isEarly ? EARLY_CLOSE : CLOSE;
  return {
    day,
    shape: isEarly ? 'early' : 'full',
    midnightMs: newYorkMs(day),
    startMs: newYorkMs(day, PRE_MARKET),
    endMs: newYorkMs(day, close + AFTER_HOURS),
    minutes: close + AFTER_HOURS - PRE_MARKET,
    regular: { date: dateText(day), openMs: newYorkMs(day, OPEN), closeMs: newYorkMs(day, close) },
  };
}

function wholeDay(day: DayNumber): TradingHours {
  const startMs = newYorkMs(day);
  const endMs = newYorkMs(day + 1);
  const minutes = (endMs - startMs) / MINUTE_MS;
  return {
    day,
    shape: minutes === 1440 ? 'around' : minutes < 1440 ? 'around-short' : 'around-long',
    midnightMs: startMs,
    startMs,
    endMs,
    minutes,
    regular: { date: dateText(day), openMs: startMs, closeMs: endMs },
  };
}
