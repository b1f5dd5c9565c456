// Equity over time. Days come from the closes in the ledger; points within a day are computed by replaying the account's
// activities against the market's bars, so nothing has to be sampled while the broker runs. Before the account was opened
// there are no points: clients read plain numbers.
import { badParameter } from '#main/paper/refusal.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { MINUTE } from '#main/paper/market/frames.ts';
import { DAY_MS, MINUTE_MS, newYorkDate } from '#main/paper/market/new-york.ts';
import { sharesMoved } from '#main/paper/engine/bookings.ts';
import { fillOf } from '#main/paper/engine/corrections.ts';
import { holdingsOf, balancesOf } from '#main/paper/engine/balances.ts';
import type { Account } from '#main/paper/engine/position.ts';
import { moneyText, worth, type Money, type Shares } from '#main/paper/engine/units.ts';
import type { Activity } from '#main/paper/engine/ledger/activity-rows.ts';
import type { PriceUnits } from '#main/paper/types.ts';

export const HISTORY_FRAMES = ['1Min', '5Min', '15Min', '1H', '1D'] as const;
export type HistoryFrame = (typeof HISTORY_FRAMES)[number];
type Reporting = 'market_hours' | 'extended_hours' | 'continuous';

export type HistoryQuery = {
  startMs: number;
  endMs: number;
  frame: HistoryFrame;
  reporting: Reporting;
  pnlReset: 'per_day' | 'no_reset';
};

/** One point: its label, the time it is valued at, and its trading day. */
type Point = { labelMs: number; endMs: number; date: string };
type Valued = Point & { equity: Money };

const PRE_MARKET_MS = 5.5 * 60 * MINUTE_MS;
const POST_MARKET_MS = 4 * 60 * MINUTE_MS;
const FRAME_MINUTES: Record<Exclude<HistoryFrame, '1D'>, number> = {
  '1Min': 1,
  '5Min': 5,
  '15Min': 15,
  '1H': 60,
};
/** Finer frames would be too many points to compute while orders wait. */
const MOST_DAYS: Record<HistoryFrame, number> = {
  '1Min': 7,
  '5Min': 30,
  '15Min': 30,
  '1H': 30,
  '1D': 366 * 20,
};

export function portfolioHistory(context: EngineContext, accountId: string, query: HistoryQuery) {
  const { frame, startMs, endMs } = query;
  if (endMs - startMs > MOST_DAYS[frame] * DAY_MS + DAY_MS) {
    throw badParameter(`timeframe ${frame} covers at most ${MOST_DAYS[frame]} days`);
  }
  const account = context.account(accountId);
  const valued =
    frame === '1D'
      ? dayPoints(context, account, query)
      : intradayPoints(context, account, pointsOf(context, query, FRAME_MINUTES[frame]));
  return report(context, account, valued, query);
}

function dayPoints(
  context: EngineContext,
  account: Account,
  { startMs, endMs }: HistoryQuery,
): Valued[] {
  const [from, to] = [newYorkDate(startMs), newYorkDate(endMs)];
  const closes = new Map(
    context.state.accountRows.closes(account.id, from, to).map((row) => [row.date, row.equity]),
  );
  const nowMs = context.nowMs();
  return context.market.calendar
    .days(from, to)
    .filter((day) => day.openMs <= nowMs)
    .flatMap(({ date, openMs, closeMs }) => {
      const equity =
        closeMs > nowMs ? balancesOf(context, account, nowMs).equity : closes.get(date);
      return equity === undefined ? [] : [{ labelMs: openMs, endMs: closeMs, date, equity }];
    });
}

function pointsOf(context: EngineContext, query: HistoryQuery, minutes: number): Point[] {
  const stepMs = minutes * MINUTE_MS;
  const lastMs = Math.min(query.endMs, context.nowMs());
  const points: Point[] = [];
  const fill = (fromMs: number, toMs: number, date: string) => {
    for (let labelMs = fromMs; labelMs < toMs && labelMs <= lastMs; labelMs += stepMs) {
      if (labelMs + stepMs > query.startMs) {
        points.push({ labelMs, endMs: Math.min(labelMs + stepMs, lastMs + 1), date });
      }
    }
  };
  if (query.reporting === 'continuous') {
    for (
      let fromMs = Math.floor(query.startMs / stepMs) * stepMs;
      fromMs <= lastMs;
      fromMs += stepMs
    ) {
      fill(fromMs, fromMs + 1, newYorkDate(fromMs));
    }
    return points;
  }
  const isWide = query.reporting === 'extended_hours';
  for (const day of context.market.calendar.days(newYorkDate(query.startMs), newYorkDate(lastMs))) {
    const fromMs = day.openMs - (isWide ? PRE_MARKET_MS : 0);
    fill(fromMs, day.closeMs + (isWide ? POST_MARKET_MS : 0), day.date);
  }
  return points;
}

function intradayPoints(
  context: EngineContext,
  account: Account,
  points: readonly Point[],
): Valued[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return [];
  const { accountRows, activityRows } = context.state;
  const base = accountRows.closeBefore(account.id, newYorkDate(first.labelMs));
  const holdings = new Map<string, Shares>(base ? holdingsOf(base) : []);
  let cash = base?.cash ?? account.initialCash;
  const activities = activityRows.since(account.id, base?.seq ?? 0);
  const symbols = new Set([...holdings.keys(), ...activities.map(({ symbol }) => symbol)]);
  symbols.delete(''); // a fee has none
  const prices = new Map(
    [...symbols].map((symbol) => [symbol, priceReader(context, symbol, first.labelMs, last.endMs)]),
  );
  let applied = 0;
  return points.flatMap((point) => {
    for (
      let next = activities[applied];
      next && next.timeMs < point.endMs;
      next = activities[applied]
    ) {
      applied++;
      const { shares, paid } = effectOf(context, next);
      cash -= paid;
      holdings.set(next.symbol, (holdings.get(next.symbol) ?? 0n) + shares);
    }
    if (point.endMs <= account.createdMs) return [];
    let equity = cash;
    for (const [symbol, qty] of holdings) {
      if (qty !== 0n) equity += worth(qty, prices.get(symbol)?.(point.endMs) ?? 0);
    }
    return [{ ...point, equity }];
  });
}

/** A correction counts from when it came, by what it changed. */
function effectOf(context: EngineContext, activity: Activity): { shares: Shares; paid: Money } {
  if (activity.executionId === null)
    return { shares: sharesMoved(activity), paid: -(activity.netAmount ?? 0n) };
  const { shares, paid } = fillOf(activity);
  const { previousId } = activity;
  const corrected =
    previousId === null ? undefined : context.state.activityRows.execution(previousId);
  if (!corrected) return { shares, paid };
  const before = fillOf(corrected);
  return { shares: shares - before.shares, paid: paid - before.paid };
}

/** The price before a time; times must be asked for in order. */
function priceReader(
  context: EngineContext,
  symbol: string,
  fromMs: number,
  toMs: number,
): (beforeMs: number) => PriceUnits {
  const series = context.market.bars(symbol, MINUTE, fromMs, toMs, context.nowMs());
  const bars = series[Symbol.iterator]();
  let price = context.last(symbol, fromMs);
  let ahead = bars.next();
  return (beforeMs) => {
    while (ahead.done !== true && ahead.value.timeMs < beforeMs) {
      price = ahead.value.close;
      ahead = bars.next();
    }
    return price;
  };
}

function report(
  context: EngineContext,
  account: Account,
  points: readonly Valued[],
  query: HistoryQuery,
) {
  const { accountRows } = context.state;
  const [first] = points;
  const before = first && accountRows.closeBefore(account.id, first.date);
  const base = before?.equity ?? first?.equity ?? account.initialCash;
  const isReset = query.frame !== '1D' && query.pnlReset === 'per_day';
  const bases = new Map<string, Money>();
  const baseOf = (date: string): Money => {
    if (!isReset) return base;
    const known = bases.get(date) ?? accountRows.closeBefore(account.id, date)?.equity ?? base;
    bases.set(date, known);
    return known;
  };
  const gains = points.map(({ equity, date }) => equity - baseOf(date));
  return {
    timestamp: points.map(({ labelMs }) => Math.floor(labelMs / 1_000)),
    equity: points.map(({ equity }) => dollars(equity)),
    profit_loss: gains.map(dollars),
    profit_loss_pct: gains.map((gain, index) => {
      const from = baseOf(points[index]?.date ?? '');
      return from === 0n ? 0 : Number((gain * 10_000n) / from) / 10_000;
    }),
    base_value: dollars(base),
    ...(before ? { base_value_asof: before.date } : {}),
    timeframe: query.frame,
    cashflow: {},
  };
}

/** The wire has plain numbers here, in cents. */
const dollars = (amount: Money): number => Math.round(Number(moneyText(amount)) * 100) / 100;

/** The time `count` units before `endMs`, on the New York calendar. */
export function periodStart(endMs: number, count: number, unit: 'D' | 'W' | 'M' | 'A'): number {
  const endDate = Date.parse(newYorkDate(endMs));
  const start = new Date(endDate);
  if (unit === 'D' || unit === 'W') {
    start.setUTCDate(start.getUTCDate() - count * (unit === 'W' ? 7 : 1));
  } else start.setUTCMonth(start.getUTCMonth() - count * (unit === 'A' ? 12 : 1));
  return endMs - (endDate - start.getTime());
}
