// Days and times as a person types them, and as the desk keeps them: 2026-11-17, 2026-11-17T09:30, 09:30.
import { newYorkOffsetMs } from '#contract/periods.ts';

export type WhenKind = 'day' | 'moment' | 'time';

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const TIME = /^(\d{1,2}):(\d{2})$/;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A key moves a time by as much as somebody would set it to. */
const TIME_STEP_MINUTES = 15;

const two = (part: number): string => String(part).padStart(2, '0');

/** As it is kept; nothing while it is half typed or is no such day. `dayAt`: the time of a day that is typed alone. */
export function readWhen(kind: WhenKind, typed: string, dayAt = '00:00'): string | undefined {
  const text = typed.trim();
  if (kind === 'day') return readDay(text);
  if (kind === 'time') return readTime(text);
  const [day = '', time = dayAt, ...more] = text.split(/[T\s]+/);
  const [onDay, at] = [readDay(day), readTime(time)];
  return more.length === 0 && onDay && at ? `${onDay}T${at}` : undefined;
}

function readDay(text: string): string | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return undefined;
  const iso = `${year}-${two(Number(month))}-${two(Number(day))}`;
  const date = new Date(`${iso}T00:00Z`);
  // The thirtieth of February would be read as a day of March.
  return !Number.isNaN(date.getTime()) && dayOf(date) === iso ? iso : undefined;
}

function readTime(text: string): string | undefined {
  const [, hours, minutes] = TIME.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${two(Number(hours))}:${minutes}`;
}

/** The next or the last day at the same time; of a time alone a quarter of an hour, around midnight. */
export function stepWhen(kind: WhenKind, kept: string, by: 1 | -1): string {
  if (kind === 'time') {
    const [hours, minutes] = kept.split(':').map(Number);
    const then = (hours ?? 0) * 60 + (minutes ?? 0) + by * TIME_STEP_MINUTES;
    return new Date(((then + 1_440) % 1_440) * MINUTE_MS).toISOString().slice(11, 16);
  }
  const [day = '', ...time] = kept.split('T');
  return [dayOf(new Date(Date.parse(`${day}T00:00Z`) + by * DAY_MS)), ...time].join('T');
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** As it is shown: a day and a time apart. */
export const showWhen = (kept: string): string => kept.replace('T', ' ');

/** A wall time of New York, as a field for dates has it, as epoch ms. */
export function momentOf(wallTime: string): number | undefined {
  const asUtc = Date.parse(`${wallTime}Z`);
  if (wallTime === '' || Number.isNaN(asUtc)) return undefined;
  // The offset at about that time, then the one that holds at the moment it leads to.
  const about = asUtc - newYorkOffsetMs(asUtc);
  return asUtc - newYorkOffsetMs(about);
}
