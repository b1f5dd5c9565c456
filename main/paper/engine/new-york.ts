// New York's date and time of day as the engine needs them: as text and in minutes.
import {
  dateText,
  DAY_MS,
  dayAt,
  MINUTE_MS,
  newYorkOffsetMs,
} from '#main/paper/market/new-york.ts';

export const newYorkDate = (timeMs: number): string => dateText(dayAt(timeMs));

/** Minutes since midnight. */
export const newYorkMinute = (timeMs: number): number =>
  Math.floor(((timeMs + newYorkOffsetMs(timeMs)) % DAY_MS) / MINUTE_MS);

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
