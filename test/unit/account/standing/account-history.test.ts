import { expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import {
  readActivities,
  readEquityHistory,
  type Period,
} from '#main/account/standing/account-history.ts';
import type { ActivityQuery } from '#main/broker/calls/account-calls.ts';
import { decimal, type Decimal } from '#main/domain/decimal.ts';
import { done } from '#main/journal/failure.ts';
import { decodeActivityPage, type Activity } from '#main/wire/activities.ts';
import type { TradingDay } from '#main/wire/records.ts';

const decimals = (...values: string[]): Decimal[] => values.map((value) => decimal(value));
const secondsOf = (...moments: string[]) => moments.map((moment) => Date.parse(moment) / 1_000);

/** Three days, labeled with their opens: the last is the one after daylight saving has ended in New York. */
const DAYS = {
  timestamp: secondsOf('2026-10-29T13:30:00Z', '2026-10-30T13:30:00Z', '2026-11-02T14:30:00Z'),
  equity: decimals('1000', '700', '720'),
  profitLoss: decimals('0', '-300', '-280'),
  profitLossPct: decimals('0', '-0.3', '-0.28'),
  baseValue: decimal('1000'),
  baseValueAsof: '2026-10-28',
};
const mint = (id: string, createdAt: string): Activity => ({
  id,
  activityType: 'JNLS',
  symbol: 'AAPL',
  qty: '-2',
  netAmount: '0',
  createdAt,
});

type History = Omit<typeof DAYS, 'baseValueAsof'> & { baseValueAsof?: string };

function setUp(activities: Activity[], history: History = DAYS) {
  const asked: ActivityQuery[] = [];
  const broker = {
    answer: undefined as Result<never> | undefined,
    days: ok([]) as Result<TradingDay[]>,
  };
  const read = (period: Period = '1M', worth: Record<string, Decimal> = { a: decimal('-300') }) =>
    readEquityHistory(
      {
        client: {
          portfolioHistory: async () => ok(history),
          tradingDays: async () => broker.days,
          async allActivities(query: ActivityQuery = {}) {
            asked.push(query);
            return broker.answer ?? ok(activities);
          },
        },
        journal: { transfers: () => done(worth) },
      },
      period,
    );
  return { asked, broker, read };
}

it('is told with what moved in or out, which is no loss', async () => {
  const { read, asked } = setUp([mint('a', '2026-10-30T15:00:00Z')]);
  expect(await read()).toMatchObject({
    ok: true,
    value: {
      equity: DAYS.equity,
      profitLoss: ['0', '0', '20'],
      moved: ['0', '-300', '-300'],
    },
  });
  expect(asked[0]?.after).toBe('2026-10-28T20:00:00.000Z');
});

it.each([
  ['2026-10-30T19:59:00Z', ['0', '-300', '-300']],
  ['2026-10-30T20:01:00Z', ['0', '0', '-300']],
  ['2026-11-02T20:59:00Z', ['0', '0', '-300']],
])('counts what moved at %s in the close that holds it', async (at, moved) => {
  expect(await setUp([mint('a', at)]).read()).toMatchObject({ value: { moved } });
});

it.each([
  ['13:00', '2026-10-30T18:00:00Z', ['0', '0', '-300']],
  ['23:59', '2026-10-31T03:30:00Z', ['0', '-300', '-300']],
])('goes by the close of the calendar, at %s', async (close, at, moved) => {
  const { read, broker } = setUp([mint('a', at)]);
  broker.days = ok([{ date: '2026-10-30', close }]);
  expect(await read()).toMatchObject({ value: { moved } });
});

it('counts it in the minutes that hold it on a day', async () => {
  const timestamp = secondsOf(
    '2026-10-30T15:00:00Z',
    '2026-10-30T15:05:00Z',
    '2026-10-30T15:10:00Z',
  );
  const { read } = setUp([mint('a', '2026-10-30T15:07:00Z')], { ...DAYS, timestamp });
  expect(await read('1D')).toMatchObject({ value: { moved: ['0', '-300', '-300'] } });
});

it('does not count what the first value has in it, where that is what is counted from', async () => {
  const timestamp = secondsOf('2026-10-30T15:00:00Z', '2026-10-30T15:05:00Z');
  const { baseValueAsof: _, ...history } = {
    ...DAYS,
    timestamp,
    equity: decimals('700', '400'),
    profitLoss: decimals('0', '-300'),
    profitLossPct: decimals('0', '-0.43'),
    baseValue: decimal('700'),
  };
  const { read, asked } = setUp([mint('a', '2026-10-30T15:07:00Z')], history);
  expect(await read('1D')).toMatchObject({ value: { profitLoss: ['0', '0'] } });
  // From cash that was there before: then what moved in the first minutes is news.
  await setUpFrom('1000');
  expect(asked.map(({ after }) => after)).toEqual([
    '2026-10-30T15:05:00.000Z',
    '2026-10-30T15:00:00.000Z',
  ]);

  async function setUpFrom(cash: string): Promise<void> {
    const other = setUp([], { ...history, baseValue: decimal(cash) });
    await other.read('1D');
    asked.push(...other.asked);
  }
});

it('leaves the profit of a broker that does not count what moved', async () => {
  const profitLoss = decimals('0', '0', '20');
  const { read } = setUp([mint('a', '2026-10-30T15:00:00Z')], { ...DAYS, profitLoss });
  expect(await read()).toMatchObject({ value: { profitLoss } });
});

it('has nothing to say about what moved when nothing did, nor of what was canceled', async () => {
  const { read } = setUp([{ ...mint('a', '2026-10-30T15:00:00Z'), status: 'canceled' }]);
  const history = await read();
  expect(history.ok && Object.keys(history.value)).not.toContain('moved');
  expect(history.ok && history.value.isMovedOpen).toBeUndefined();
});

it('says when it is not known what moved, or what that was worth', async () => {
  const { read, broker } = setUp([mint('b', '2026-10-30T15:00:00Z')]);
  expect(await read()).toMatchObject({ value: { isMovedOpen: true } });
  broker.answer = fail({ kind: 'offline', message: 'no answer' });
  expect(await read()).toMatchObject({ ok: true, value: { isMovedOpen: true } });
});

it('lists a short sale by the broker’s own word', async () => {
  const fill = {
    id: 'a::1',
    activity_type: 'FILL',
    order_id: 'o1',
    symbol: 'TSLA',
    side: 'sell_short',
    qty: '3',
    cum_qty: '3',
    price: '350.25',
    transaction_time: '2026-10-30T15:00:00Z',
  };
  const rows = await readActivities(
    { activities: async () => decodeActivityPage([fill]) },
    { types: [] },
  );
  expect(rows).toMatchObject({
    value: { rows: [{ symbol: 'TSLA', side: 'sell_short', qty: '3' }] },
  });
});
