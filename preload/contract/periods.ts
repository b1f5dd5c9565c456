// Where a bar begins and ends, in New York's days, weeks and months. Both sides need it: main to know which bars are
// finished, the chart to put a minute into the bar it belongs to. Minutes and hours are counted from midnight New York,
// so the last bar of a day on which the clocks change may be shorter or longer. By the rule in force since 2007.
import type { Timeframe } from '#contract/market.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const WITHIN_DAY_MS: Partial<Record<Timeframe, number>> = {
  '1Min': MINUTE_MS,
  '5Min': 5 * MINUTE_MS,
  '15Min': 15 * MINUTE_MS,
  '30Min': 30 * MINUTE_MS,
  '1Hour': HOUR_MS,
  '4Hour': 4 * HOUR_MS,
};

/** Start of the bar that a moment belongs to, epoch ms. */
export function periodStart(timeframe: Timeframe, timeMs: number): number {
  const lengthMs = WITHIN_DAY_MS[timeframe];
  const day = newYorkDay(timeMs);
  if (lengthMs === undefined) return midnightOf(firstDay(timeframe, day));
  const midnight = midnightOf(day);
  return midnight + Math.floor((timeMs - midnight) / lengthMs) * lengthMs;
}

/** The moment at which the bar that begins at `startMs` is over: the start of the next one. */
export function periodEnd(timeframe: Timeframe, startMs: number): number {
  const lengthMs = WITHIN_DAY_MS[timeframe];
  const day = newYorkDay(startMs);
  if (lengthMs !== undefined) return Math.min(startMs + lengthMs, midnightOf(day + 1));
  if (timeframe === '1Week') return midnightOf(firstDay(timeframe, day) + 7);
  return midnightOf(timeframe === '1Month' ? firstDayOfMonth(day, 1) : day + 1);
}

export const isWithinDay = (timeframe: Timeframe): boolean =>
  WITHIN_DAY_MS[timeframe] !== undefined;

/** What to add to UTC to get New York's wall time. */
export function newYorkOffsetMs(timeMs: number): number {
  const { startMs, endMs } = summerOf(new Date(timeMs).getUTCFullYear());
  return timeMs >= startMs && timeMs < endMs ? -4 * HOUR_MS : -5 * HOUR_MS;
}

/** The New York date at a moment, as days since 1970-01-01. */
export const newYorkDay = (timeMs: number): number =>
  Math.floor((timeMs + newYorkOffsetMs(timeMs)) / DAY_MS);

/** Clocks change at two in the morning, so midnight has the offset of the hour before it or none is in doubt. */
function midnightOf(day: number): number {
  const inSummer = day * DAY_MS + 4 * HOUR_MS;
  return newYorkOffsetMs(inSummer) === -4 * HOUR_MS ? inSummer : inSummer + HOUR_MS;
}

function firstDay(timeframe: Timeframe, day: number): number {
  // 1970-01-01 was a Thursday; weeks begin on Monday.
  if (timeframe === '1Week') return day - ((((day + 3) % 7) + 7) % 7);
  return timeframe === '1Month' ? firstDayOfMonth(day, 0) : day;
}

function firstDayOfMonth(day: number, monthsOn: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsOn, 1) / DAY_MS;
}

const summers = new Map<number, { startMs: number; endMs: number }>();

function summerOf(year: number): { startMs: number; endMs: number } {
  let summer = summers.get(year);
  if (!summer) {
    // 02:00 on the second Sunday of March, 02:00 on the first of November, each by the clock until then.
    summer = {
      startMs: sundayFrom(Date.UTC(year, 2, 8)) + 7 * HOUR_MS,
      endMs: sundayFrom(Date.UTC(year, 10, 1)) + 6 * HOUR_MS,
    };
    summers.set(year, summer);
  }
  return summer;
}

/** Midnight UTC of the first Sunday on or after a day. */
const sundayFrom = (dayMs: number): number =>
  dayMs + ((7 - new Date(dayMs).getUTCDay()) % 7) * DAY_MS;
