// New York's calendar date and time of day, from epoch milliseconds.

const HOUR_MS = 3_600_000;

const PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

export function newYorkDate(timeMs: number): string {
  return new Date(timeMs + offsetMs(timeMs)).toISOString().slice(0, 10);
}

/** Minutes since midnight. */
export function newYorkMinute(timeMs: number): number {
  return Math.floor(((timeMs + offsetMs(timeMs)) % (24 * HOUR_MS)) / 60_000);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
}

// Clocks change on the hour, so one answer serves its whole hour; Intl is too slow to ask on every order.
let knownHour = Number.NaN;
let knownOffsetMs = 0;

function offsetMs(timeMs: number): number {
  const hour = Math.floor(timeMs / HOUR_MS);
  if (hour === knownHour) return knownOffsetMs;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of PARTS.formatToParts(hour * HOUR_MS)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0 } = parts;
  knownOffsetMs = Date.UTC(year, month - 1, day, hours, minute) - hour * HOUR_MS;
  knownHour = hour;
  return knownOffsetMs;
}
