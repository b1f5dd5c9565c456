// When a trading day ended, by the broker's own calendar: early closes are there, and days of a market that never closes.
import { ok, type Result } from '#contract/failure.ts';
import type { Account } from '#contract/records.ts';
import type { Client } from '#main/broker/client.ts';
import { newYorkMoment, newYorkTime } from '#main/domain/new-york.ts';
import { unreadable } from '#main/wire/decode.ts';

type CalendarClient = Pick<Client, 'marketClock' | 'tradingDays'>;

const USUAL_CLOSE = 16 * 60;
const LAST_MINUTE = 24 * 60 - 1;
const DAY_MS = 86_400_000;
/** Longer than any run of days without trading. */
const SEARCH_DAYS = 14;

/** Four in the afternoon. */
export const usualCloseOn = (date: string): number | undefined => newYorkMoment(date, USUAL_CLOSE);

/** The closes of these days by date, epoch ms. A day whose close cannot be read has the usual one. */
export async function readCloses(
  client: Pick<Client, 'tradingDays'>,
  range: { start: string; end: string },
  signal?: AbortSignal,
): Promise<Result<Map<string, number>>> {
  const days = await client.tradingDays(range, signal);
  if (!days.ok) return days;
  // Without one of its days the last before today may be another.
  if (days.value.unread) return unreadable('calendar');
  return ok(
    new Map(
      days.value.flatMap(({ date, close }) => {
        const at = newYorkMoment(date, minuteOf(close));
        return at === undefined ? [] : [[date, at] as const];
      }),
    ),
  );
}

/** Answers when yesterday's equity is of, epoch ms; undefined while nobody can say. Asked for once for each day. */
export function createLastClose(client: CalendarClient, signal: AbortSignal) {
  let known: { key: string; at: number | undefined } | undefined;

  /** The broker names the day. */
  async function closeOn(day: string): Promise<Result<number | undefined>> {
    const closes = await readCloses(client, { start: day, end: day }, signal);
    return closes.ok ? ok(closes.value.get(day) ?? usualCloseOn(day)) : closes;
  }

  /** It does not: then it is the last one before today, by its own clock. */
  async function closeBeforeToday(): Promise<Result<number | undefined>> {
    const clock = await client.marketClock(signal);
    if (!clock.ok) return clock;
    const now = Date.parse(clock.value.timestamp);
    const [start, end] = [now - SEARCH_DAYS * DAY_MS, now].map((ms) => newYorkTime(ms).date);
    if (start === undefined || end === undefined) return ok(undefined);
    const closes = await readCloses(client, { start, end }, signal);
    if (!closes.ok) return closes;
    const before = [...closes.value].filter(([date]) => date < end).map(([, at]) => at);
    return ok(before.length === 0 ? undefined : Math.max(...before));
  }

  return async (account: Account): Promise<number | undefined> => {
    const key = dayKey(account);
    if (known?.key === key) return known.at;
    const day = balanceDay(account);
    const answer = await (day === undefined ? closeBeforeToday() : closeOn(day));
    // What is refused once is refused again.
    if (answer.ok || answer.failure.kind === 'refused')
      known = { key, at: answer.ok ? answer.value : usualCloseOn(day ?? '') };
    return known?.key === key ? known.at : usualCloseOn(day ?? '');
  };
}

/** Another one with another day; a broker that does not name it has another equity of yesterday. */
export const dayKey = (account: Account): string =>
  `${balanceDay(account) ?? ''} ${account.lastEquity}`;

function balanceDay(account: Account): string | undefined {
  const day = account.balanceAsof;
  return day !== undefined && usualCloseOn(day) !== undefined ? day : undefined;
}

/** Of HH:MM. A day that lasts until midnight has its last minute as its close. */
function minuteOf(time = ''): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (hours === undefined) return USUAL_CLOSE;
  const minute = Number(hours) * 60 + Number(minutes);
  return minute === LAST_MINUTE ? minute + 1 : minute;
}
