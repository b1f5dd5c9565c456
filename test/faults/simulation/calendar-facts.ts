// How often each fact of the calendar really happened in a simulated year: told afterwards from the broker's books and a
// note of what happened when. A fact that never happened was not tried.
import { newYorkTime } from '#main/domain/new-york.ts';
import { endedAt, type BookRow } from '#test/faults/simulation/calendar-audit.ts';
import {
  CLOCK_CHANGES,
  closeOf,
  dateAfter,
  dayOrderEnd,
  isHoliday,
  weekdayOf,
} from '#test/faults/simulation/exchange-days.ts';

/** Moments by the broker's clock, epoch ms. */
export type Diary = {
  /** When somebody was at the desk. */
  presences: { from: number; to: number }[];
  /** When the desk began anew, after an end or a crash. */
  starts: number[];
  keyChanges: { at: number; accountId: string }[];
  splits: { at: number; symbol: string; positions: number }[];
  /** Because an order of the symbol was open. */
  refusedSplits: number;
  /** Answers to a key that opens nothing any more. */
  refusedKeys: number;
  /** Orders among them. */
  refusedOrders: number;
};

type Life = { row: BookRow; from: number; to: number; isOver: boolean };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const NEW_YEAR = Date.UTC(2027, 0, 1, 5);

/** Those that a few weeks need not have. */
export const RARE_FACTS: ReadonlySet<string> = new Set([
  'day orders ended by an early close',
  'day orders for after a holiday',
  'GTC over a holiday',
  'GTC over two weeks',
  'GTC over the beginning of summer time',
  'GTC over the end of summer time',
  'GTC over the end of the year',
  'GTC of three months that ended by themselves',
  'orders refused for the old key',
  'GTC filled after two weeks',
  'GTC changed after two weeks',
  'GTC canceled after two weeks',
]);

export function countFacts(
  rows: readonly BookRow[],
  diary: Diary,
  now: number,
): Record<string, number> {
  const lives = rows
    .filter(({ parent_id: parent }) => parent === null)
    .map((row): Life => {
      const to = endedAt(row);
      return { row, from: Date.parse(row.submitted_at), to: to ?? now, isOver: to !== undefined };
    });
  const isOver = (moment: number) => (life: Life) => life.from < moment && life.to > moment;
  const count = (kind: readonly Life[], ...tests: ((life: Life) => boolean)[]): number =>
    kind.filter((life) => tests.every((test) => test(life))).length;
  const wasThere = (at: number): boolean =>
    diary.presences.some(({ from, to }) => from < at && at < to);

  const days = lives.filter(({ row }) => row.time_in_force === 'day');
  const expired = days.filter(({ row }) => row.status === 'expired');
  const dueOn = ({ row, from }: Life) => newYorkTime(dayOrderEnd(from, row.extended_hours)).date;
  const placedOn = ({ from }: Life) => newYorkTime(from).date;
  const isForLater = (life: Life) => dueOn(life) !== placedOn(life);

  const gtc = lives.filter(({ row }) => row.time_in_force === 'gtc');
  const [spring = 0, autumn = 0] = CLOCK_CHANGES;
  const isOld = ({ from, to }: Life) => to - from > 2 * WEEK_MS;
  const isNotSwept = ({ from, to }: Life) => to - from < 90 * DAY_MS;
  const status = (name: string) => (life: Life) => life.row.status === name;

  const wasSplit = ({ row, from }: Life): boolean =>
    diary.splits.some(({ at, symbol }) => symbol === row.symbol && at < from);

  return {
    'day orders that expired before somebody’s eyes': count(expired, ({ to }) => wasThere(to)),
    'day orders that expired while nobody was there': count(expired, ({ to }) => !wasThere(to)),
    'day orders for a later day': count(days, isForLater),
    'day orders for after a weekend': count(
      days,
      isForLater,
      (life) => weekdayOf(placedOn(life)) % 6 === 0,
    ),
    'day orders for after a holiday': count(days, (life) => isHoliday(placedOn(life))),
    'day orders until the end of the evening': count(expired, ({ row }) => row.extended_hours),
    'day orders ended by an early close': count(expired, (life) => closeOf(dueOn(life)) < 16 * 60),
    'GTC over a night': count(gtc, ({ from, to }) => to - from > 18 * HOUR_MS),
    'GTC over a weekend': count(gtc, ({ from, to }) =>
      datesBetween(from, to).some((date) => weekdayOf(date) === 0),
    ),
    'GTC over a holiday': count(gtc, ({ from, to }) => datesBetween(from, to).some(isHoliday)),
    'GTC over two weeks': count(gtc, isOld),
    'GTC over a new start of the desk': count(gtc, (life) =>
      diary.starts.some((at) => isOver(at)(life)),
    ),
    'GTC over the beginning of summer time': count(gtc, isOver(spring)),
    'GTC over the end of summer time': count(gtc, isOver(autumn)),
    'GTC over the end of the year': count(gtc, isOver(NEW_YEAR)),
    'GTC over an exchange of their key': count(gtc, (life) =>
      diary.keyChanges.some(
        ({ at, accountId }) => accountId === life.row.account_id && isOver(at)(life),
      ),
    ),
    'GTC over a split of something else': count(gtc, (life) =>
      diary.splits.some(({ at }) => isOver(at)(life)),
    ),
    'splits refused because of an order': diary.refusedSplits,
    'orders of a symbol that was split before': count(lives, wasSplit),
    'of those filled': count(lives, wasSplit, status('filled')),
    'GTC filled after a night': count(
      gtc,
      status('filled'),
      ({ from, to }) => to - from > 12 * HOUR_MS,
    ),
    'GTC filled after two weeks': count(gtc, status('filled'), isOld),
    'GTC changed after two weeks': count(gtc, status('replaced'), isOld),
    'GTC canceled after two weeks': count(gtc, status('canceled'), isOld, isNotSwept),
    'GTC of three months that ended by themselves': count(
      gtc,
      status('canceled'),
      (life) => !isNotSwept(life),
    ),
    'positions that were split': diary.splits.reduce((sum, { positions }) => sum + positions, 0),
    'exchanges of a key': diary.keyChanges.length,
    'refusals of the old key': diary.refusedKeys,
    'orders refused for the old key': diary.refusedOrders,
  };
}

/** The dates that lie wholly between two moments. */
function datesBetween(from: number, to: number): string[] {
  const [last, dates] = [newYorkTime(to).date, [] as string[]];
  for (let date = dateAfter(newYorkTime(from).date, 1); date < last; date = dateAfter(date, 1))
    dates.push(date);
  return dates;
}
