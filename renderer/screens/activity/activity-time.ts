// The time that the activity is narrowed to. A period ends now and moves on with the clock; a range is of New York's
// minutes, the last one with all of its seconds.
import type { Month } from '#contract/archives.ts';
import { DAY_MS, MINUTE_MS, periodStart } from '#contract/periods.ts';
import { momentOf } from '#renderer/ui/when.ts';

export const PERIODS = [
  ['all', 'All time'],
  ['today', 'Today'],
  ['week', 'Past week'],
  ['month', 'Past month'],
  ['quarter', 'Past 3 months'],
  ['range', 'Range'],
] as const;

type Period = (typeof PERIODS)[number][0];
export type ActivityTime = {
  period: Period;
  /** Of a range, as typed; empty where it has no such end. */
  from: string;
  to: string;
};
/** Epoch ms; `to` is not in it. */
type Bounds = { from?: number; to?: number };

const DAYS = { week: 7, month: 30, quarter: 90 } as const;
/** Evidence stays in the journal for at least so long. */
const LEAST_KEPT_MS = 365 * DAY_MS;

export function boundsOf({ period, from, to }: ActivityTime, nowMs: number): Bounds {
  if (period === 'all') return {};
  if (period === 'today') return { from: periodStart('1Day', nowMs) };
  if (period !== 'range') return { from: nowMs - DAYS[period] * DAY_MS };
  const [first, last] = [momentOf(from), momentOf(to)];
  return {
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last + MINUTE_MS }),
  };
}

export function rangeIssue({ period, from, to }: ActivityTime): string | undefined {
  const isWrong = period === 'range' && from !== '' && to !== '' && from > to;
  return isWrong ? 'From must not be later than To.' : undefined;
}

export const isTimeNarrowed = ({ period, from, to }: ActivityTime): boolean =>
  period === 'range' ? from !== '' || to !== '' : period !== 'all';

/** Whether an archive may have a line of this time. What an order did later is in the month of its confirmation. */
export function mayBeArchived(month: Month, { from, to }: Bounds, nowMs: number): boolean {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const isTooNew = from !== undefined && from > nowMs - LEAST_KEPT_MS;
  return !isTooNew && (to === undefined || Date.UTC(year, number - 1) < to);
}
