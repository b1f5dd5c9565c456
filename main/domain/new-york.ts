// The exchange's own time, whatever zone the desk is in.
const MINUTE_MS = 60_000;

const PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

const WORDS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The date as the broker's calendar has it, and minutes since midnight. */
export function newYorkTime(ms: number): { date: string; minute: number } {
  const part = partsOf(PARTS, ms);
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The moment of a date's minute, in summer and in winter; the minute may be midnight at the end. Epoch ms. */
export function newYorkMoment(date: string, minute: number): number | undefined {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS;
  if (Number.isNaN(wall)) return undefined;
  return [4, 5]
    .map((hours) => wall + hours * 60 * MINUTE_MS)
    .find((ms) => {
      const there = newYorkTime(ms);
      return Date.parse(`${there.date}T00:00:00Z`) + there.minute * MINUTE_MS === wall;
    });
}

/** 'Tuesday, November 17, 09:30 New York time' */
export function newYorkText(ms: number): string {
  const part = partsOf(WORDS, ms);
  return `${part('weekday')}, ${part('month')} ${part('day')}, ${part('hour')}:${part('minute')} New York time`;
}

/** 'at 15:42:23 New York time'; of another day than now's 'on November 17 at 15:42:23 New York time'. */
export function newYorkClock(ms: number, now: number): string {
  const part = partsOf(CLOCK, ms);
  const isToday = newYorkTime(ms).date === newYorkTime(now).date;
  const day = isToday ? '' : `on ${part('month')} ${part('day')} `;
  return `${day}at ${part('hour')}:${part('minute')}:${part('second')} New York time`;
}

function partsOf(format: Intl.DateTimeFormat, ms: number): (type: string) => string {
  const parts = format.formatToParts(ms);
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}
