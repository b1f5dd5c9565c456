// When a person is at the desk in the course of a year: around the open, across the close and the end of the evening,
// now and then before the open, at midnight, on weekends and holidays, and whenever New York sets its clocks.
import {
  CLOCK_CHANGES,
  closeOf,
  dateAfter,
  isHoliday,
  isTradingDay,
  momentOf,
  OPEN,
} from '#test/faults/simulation/exchange-days.ts';

export type Session = {
  kind: SessionKind;
  date: string;
  from: number;
  /** What comes then is waited for. */
  until?: number;
};
export type SessionKind =
  | 'early'
  | 'open'
  | 'midday'
  | 'close'
  | 'sweep'
  | 'evening'
  | 'roll'
  | 'midnight'
  | 'clock change'
  | 'holiday';

const BEFORE_MS = 12_000;
const AFTER_MS = 6_000;
const MINUTE_MS = 60_000;
/** Two sessions that come closer to each other than that are one. */
const APART_MS = 4 * MINUTE_MS;

type Options = { first: string; days: number; random: () => number; share?: number | undefined };

/** In their order. Of those that need not be, only a share may be wanted. */
export function planSessions({ first, days, random, share = 1 }: Options): Session[] {
  const sessions: Session[] = [];
  for (let day = 0, date = first; day < days; day++, date = dateAfter(first, day)) {
    const across = (kind: SessionKind, chance: number, at: number): void => {
      if (chance === 1 || random() < chance * share)
        sessions.push({ kind, date, from: at - BEFORE_MS, until: at + AFTER_MS });
    };
    const within = (kind: SessionKind, chance: number, low: number, high: number): void => {
      const from = momentOf(date, low) + Math.floor(random() * (high - low) * MINUTE_MS);
      if (chance === 1 || random() < chance * share) sessions.push({ kind, date, from });
    };
    const close = closeOf(date);
    if (isTradingDay(date)) {
      within('early', 0.12, 4 * 60, 9 * 60);
      across('open', 0.5, momentOf(date, OPEN));
      within('midday', 0.7, OPEN + 30, close - 60);
      across('close', close < 16 * 60 ? 1 : 0.5, momentOf(date, close));
      across('sweep', 0.15, momentOf(date, close + 15));
      within('evening', 0.2, close + 30, close + 200);
      across('roll', 0.15, momentOf(date, close + 240));
    } else within('holiday', isHoliday(date) ? 1 : 0.5, 9 * 60, 20 * 60);
    across('midnight', date.endsWith('12-31') ? 1 : 0.05, momentOf(dateAfter(date, 1), 0));
    for (const at of CLOCK_CHANGES)
      if (at >= momentOf(date, 0) && at < momentOf(dateAfter(date, 1), 0))
        across('clock change', 1, at);
  }
  sessions.sort((a, b) => a.from - b.from);
  return sessions.filter((one, i) => one.from - (sessions[i - 1]?.from ?? -Infinity) > APART_MS);
}
