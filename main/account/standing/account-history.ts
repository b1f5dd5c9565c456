// The account's past as the broker knows it: its worth over time, and what happened on it.
import { ok, type Result } from '#contract/failure.ts';
import { ActivityRow, type EquityHistory } from '#contract/market.ts';
import type { Client } from '#main/broker/client.ts';
import type { Activity } from '#main/wire/activities.ts';

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

export async function readEquityHistory(
  client: Pick<Client, 'portfolioHistory'>,
  period: Period,
): Promise<Result<EquityHistory>> {
  const history = await client.portfolioHistory({
    ...TIMEFRAMES[period],
    intradayReporting: 'continuous',
    pnlReset: 'no_reset',
  });
  if (!history.ok) return history;
  const { timestamp, equity, profitLoss, profitLossPct, baseValue } = history.value;
  return ok({
    time: timestamp.map((seconds) => seconds * 1_000),
    equity,
    profitLoss,
    profitLossPercent: profitLossPct.map((share) => (share === null ? null : Number(share) * 100)),
    ...(baseValue !== undefined && { baseValue }),
  });
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
  const at = text(activity['transactionTime']) ?? text(activity['date']) ?? '';
  const base = { id, activityType, at };
  if (execution) {
    const { symbol, side, qty, price, orderId } = execution;
    return { ...base, symbol, side, qty, price, orderId };
  }
  const row = ActivityRow.safeParse({
    ...base,
    symbol: text(activity['symbol']),
    side: text(activity['side']),
    qty: text(activity['qty']),
    price: text(activity['perShareAmount']) ?? text(activity['price']),
    netAmount: text(activity['netAmount']),
    orderId: text(activity['orderId']),
    description: text(activity['description']),
  });
  return row.success ? row.data : base;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
