// The account's past as the broker knows it: its worth over time, and what happened on it.
import { ok, type Result } from '#contract/failure.ts';
import { ActivityRow, type EquityHistory } from '#contract/market.ts';
import { readCloses, usualCloseOn } from '#main/account/standing/market-closes.ts';
import { hasHappened, TOKENS, TYPES, worthOf } from '#main/account/standing/transfers.ts';
import type { Client } from '#main/broker/client.ts';
import { add, isEqual, isZero, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { newYorkTime } from '#main/domain/new-york.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Activity } from '#main/wire/activities.ts';
import type { PortfolioHistory } from '#main/wire/portfolio.ts';

type HistoryClient = Pick<Client, 'portfolioHistory' | 'allActivities' | 'tradingDays'>;

export type Period = '1D' | '1W' | '1M' | '3M' | '1A' | 'all';

/** Fine enough to draw, coarse enough that the broker answers at once; it has no intraday values past 30 days. */
const TIMEFRAMES: Record<Period, { period: string; timeframe: string }> = {
  '1D': { period: '1D', timeframe: '5Min' },
  '1W': { period: '1W', timeframe: '15Min' },
  '1M': { period: '1M', timeframe: '1D' },
  '3M': { period: '3M', timeframe: '1D' },
  '1A': { period: '1A', timeframe: '1D' },
  all: { period: '5A', timeframe: '1D' },
};

/** Of the frames that are no days. */
const MINUTES: Record<string, number> = { '5Min': 5, '15Min': 15 };

export async function readEquityHistory(
  unit: { client: HistoryClient; journal: Pick<Journal, 'transfers'> },
  period: Period,
): Promise<Result<EquityHistory>> {
  const history = await unit.client.portfolioHistory({
    ...TIMEFRAMES[period],
    intradayReporting: 'continuous',
    pnlReset: 'no_reset',
  });
  if (!history.ok) return history;
  const { timestamp, equity, profitLoss, profitLossPct, baseValue, baseValueAsof } = history.value;
  const time = timestamp.map((seconds) => seconds * 1_000);
  const base = usualCloseOn(baseValueAsof ?? '') === undefined ? undefined : baseValueAsof;
  const closes = await readClosesOf(unit.client, base, time);
  const closeOn: CloseOn = (date) => closes.get(date) ?? usualCloseOn(date);
  const ends = time.map((at) => endOf(at, period, closeOn));
  const since = base === undefined ? beginOf(history.value, time, ends) : closeOn(base);
  const moves = since === undefined ? [] : await readMoves(unit, since, closeOn);
  const known = moves?.filter(({ worth }) => worth !== undefined) ?? [];
  const moved = movedBy(ends, known);
  return ok({
    time,
    equity,
    profitLoss: profitLoss.map((profit, n) =>
      profitWithout(profit, equity[n], baseValue, moved[n]),
    ),
    profitLossPercent: profitLossPct.map((share) => (share === null ? null : Number(share) * 100)),
    ...(baseValue !== undefined && { baseValue }),
    ...(moved.some((each) => !isZero(each)) && { moved }),
    ...(known.length !== moves?.length && { isMovedOpen: true }),
  });
}

/** Without a day before it, an account that is counted from its first value has in it what moved until then. */
const beginOf = (
  { equity: [first], baseValue }: Pick<PortfolioHistory, 'equity' | 'baseValue'>,
  time: readonly number[],
  ends: readonly number[],
): number | undefined =>
  first && baseValue !== undefined && isEqual(first, baseValue) ? ends[0] : time[0];

type CloseOn = (date: string) => number | undefined;

/** Of every day of the curve and of the one before it. Where the calendar is not to be had the usual close counts. */
async function readClosesOf(
  client: Pick<Client, 'tradingDays'>,
  base: string | undefined,
  time: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const dates = [...(base === undefined ? [] : [base]), ...dateOf(time[0]), ...dateOf(time.at(-1))];
  const [start, end] = [dates[0], dates.at(-1)];
  if (start === undefined || end === undefined) return new Map();
  const closes = await readCloses(client, { start, end });
  return closes.ok ? closes.value : new Map();
}

const dateOf = (at: number | undefined): string[] =>
  at === undefined ? [] : [newYorkTime(at).date];

/** What moved in or out since then, each with what it was worth; undefined when the broker does not say. */
async function readMoves(
  { client, journal }: Parameters<typeof readEquityHistory>[0],
  since: number,
  closeOn: CloseOn,
): Promise<Move[] | undefined> {
  const after = new Date(since).toISOString();
  const all = await client.allActivities({ activityTypes: [...TYPES, TOKENS], after });
  const answer =
    !all.ok && all.failure.kind === 'refused'
      ? await client.allActivities({ activityTypes: TYPES, after })
      : all;
  if (!answer.ok) return undefined;
  const stored = journal.transfers();
  const worths = new Map(Object.entries(stored.ok ? stored.value : {}));
  return answer.value.filter(hasHappened).map((activity) => ({
    at: momentOf(activity, closeOn),
    worth: worths.get(activity.id) ?? worthOf(activity, () => undefined),
  }));
}

type Move = { at: number; worth: Decimal | undefined };

/** Some are told with their day alone: then they were in it. */
function momentOf(activity: Activity, closeOn: CloseOn): number {
  const { createdAt, transactionTime, date } = activity;
  const at = Date.parse(createdAt ?? transactionTime ?? '');
  return Number.isNaN(at) ? (closeOn(date ?? '') ?? -Infinity) : at;
}

/** The value of a moment is that of the end of its time: of a day, its close. */
function endOf(at: number, period: Period, closeOn: CloseOn): number {
  const minutes = MINUTES[TIMEFRAMES[period].timeframe];
  return minutes === undefined ? (closeOn(newYorkTime(at).date) ?? at) : at + minutes * 60_000;
}

/** By each of these moments, which are in their order; one pass, because a batch of mints is hundreds of moves. */
function movedBy(ends: readonly number[], moves: readonly Move[]): Decimal[] {
  const waiting = moves.toSorted((a, b) => b.at - a.at);
  let sum: Decimal = ZERO;
  return ends.map((end) => {
    for (let next = waiting.at(-1); next && next.at <= end; next = waiting.at(-1)) {
      sum = add(sum, next.worth ?? ZERO);
      waiting.pop();
    }
    return sum;
  });
}

/** A broker whose profit is nothing but the change of the equity counts what moved as profit. */
function profitWithout(
  profit: Decimal | null,
  equity: Decimal | null | undefined,
  baseValue: Decimal | undefined,
  moved: Decimal = ZERO,
): Decimal | null {
  if (!profit || !equity || baseValue === undefined) return profit;
  return isEqual(profit, sub(equity, baseValue)) ? sub(profit, moved) : profit;
}

export async function readActivities(
  client: Pick<Client, 'activities'>,
  { types, pageToken }: { types: readonly string[]; pageToken?: string | undefined },
): Promise<Result<{ rows: ActivityRow[]; next?: string }>> {
  const page = await client.activities({
    ...(types.length > 0 && { activityTypes: [...types] }),
    ...(pageToken !== undefined && { pageToken }),
  });
  if (!page.ok) return page;
  const { activities, nextPageToken } = page.value;
  return ok({
    rows: activities.map(rowOf),
    ...(nextPageToken !== undefined && { next: nextPageToken }),
  });
}

/** Members that do not read as what they should be are left out rather than shown wrong. */
function rowOf(activity: Activity): ActivityRow {
  const { id, activityType, execution } = activity;
  const at = activity.transactionTime ?? activity.date ?? '';
  const base = { id, activityType, at };
  if (execution) {
    const { symbol, qty, price, orderId } = execution;
    return { ...base, symbol, side: activity.side ?? execution.side, qty, price, orderId };
  }
  const row = ActivityRow.safeParse({
    ...base,
    symbol: activity.symbol,
    side: activity.side,
    qty: activity.qty,
    price: activity.perShareAmount ?? activity.price,
    netAmount: activity.netAmount,
    orderId: activity.orderId,
    description: activity.description,
  });
  return row.success ? row.data : base;
}
