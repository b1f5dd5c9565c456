// When an order goes to the market, and when its life ends.
import type { Calendar, MarketDay } from '#main/paper/types.ts';
import type { TimeInForce } from '#main/paper/engine/order.ts';
import { addDays, newYorkDate } from '#main/paper/market/new-york.ts';

/** `routeMs` is null for an order that goes at once. */
export type Timing = { routeMs: number | null; expiresMs: number };

type Terms = { timeInForce: TimeInForce; extendedHours: boolean };

const HOUR_MS = 3_600_000;
const PRE_MARKET_MS = 5.5 * HOUR_MS;
const POST_MARKET_MS = 4 * HOUR_MS;
const GTC_DAYS = 90;
const GTC_SWEEP_MS = 15 * 60_000;
/** Longer than any run of days without trading. */
const SEARCH_DAYS = 14;

export function timingFor(terms: Terms, calendar: Calendar, nowMs: number): Timing {
  const { timeInForce, extendedHours } = terms;
  switch (timeInForce) {
    case 'opg': {
      const { openMs } = firstDay(calendar, newYorkDate(nowMs), (day) => day.openMs > nowMs);
      return { routeMs: openMs, expiresMs: openMs };
    }
    case 'cls': {
      const day = firstDay(calendar, newYorkDate(nowMs), ({ closeMs }) => closeMs > nowMs);
      const isOpen = calendar.session(nowMs) === 'regular';
      return { routeMs: isOpen ? null : Math.max(day.openMs, nowMs + 1), expiresMs: day.closeMs };
    }
    case 'gtc': {
      const date = addDays(newYorkDate(nowMs), GTC_DAYS);
      const { openMs } = firstDay(calendar, date, () => true);
      return {
        routeMs: routeMs(calendar, nowMs, extendedHours),
        expiresMs: calendar.dayOrderEnd(openMs) + GTC_SWEEP_MS,
      };
    }
    default:
      return {
        routeMs: routeMs(calendar, nowMs, extendedHours),
        expiresMs: extendedHours ? extendedEndMs(calendar, nowMs) : calendar.dayOrderEnd(nowMs),
      };
  }
}

function extendedEndMs(calendar: Calendar, nowMs: number): number {
  if (calendar.session(nowMs) !== 'post') return calendar.dayOrderEnd(nowMs) + POST_MARKET_MS;
  const isEnding = ({ closeMs }: MarketDay) => closeMs + POST_MARKET_MS > nowMs;
  return firstDay(calendar, newYorkDate(nowMs), isEnding).closeMs + POST_MARKET_MS;
}

function routeMs(calendar: Calendar, nowMs: number, extendedHours: boolean): number | null {
  const session = calendar.session(nowMs);
  if (session === 'regular' || (extendedHours && session !== 'closed')) return null;
  const openMs = calendar.nextOpen(nowMs);
  return extendedHours ? Math.max(openMs - PRE_MARKET_MS, nowMs + 1) : openMs;
}

function firstDay(
  calendar: Calendar,
  from: string,
  matches: (day: MarketDay) => boolean,
): MarketDay {
  const day = calendar.days(from, addDays(from, SEARCH_DAYS)).find(matches);
  if (!day)
    throw new Error(`the calendar has no trading day in the ${SEARCH_DAYS} days from ${from}`);
  return day;
}
