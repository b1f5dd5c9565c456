// A broker that answers as it is told to, and the reader of the account before it.
import { ok, type Result } from '#contract/failure.ts';
import { Account } from '#contract/records.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { createAccountReader } from '#main/account/standing/account-reader.ts';
import { createTransfers } from '#main/account/standing/transfers.ts';
import type { ActivityQuery } from '#main/broker/calls/account-calls.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import { done } from '#main/journal/failure.ts';
import type { Activity } from '#main/wire/activities.ts';
import type { TradingDay } from '#main/wire/records.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { aPosition } from '#test/unit/domain/samples.ts';

export const read = (equity: string, cash = '10000', balanceAsof: string | null = '2026-01-02') =>
  Account.parse({
    accountNumber: 'PA1',
    status: 'ACTIVE',
    currency: 'USD',
    equity,
    lastEquity: '25000',
    cash,
    buyingPower: '20000',
    ...(balanceAsof !== null && { balanceAsof }),
  });
export const shares = (qty: string) =>
  aPosition({ qty, currentPrice: '150', marketValue: String(Number(qty) * 150) });
export const journaled = (id: string, qty: string, more: object = {}): Activity => ({
  id,
  activityType: 'JNLS',
  symbol: 'AAPL',
  qty,
  netAmount: '0',
  ...more,
});

export const createStored = () => {
  let worth: Record<string, Decimal> = {};
  return {
    transfers: () => done(worth),
    saveTransfers(next: Readonly<Record<string, Decimal>>) {
      worth = { ...next };
      return done(null);
    },
  };
};

export function setUp(journal = createStored()) {
  const time = createFakeTime();
  const book = createAccountBook();
  const broker = {
    account: read('25000'),
    positions: [shares('100')],
    activities: [] as Activity[],
    isSilent: false,
    /** Answers that are held back, oldest first. */
    held: undefined as (() => void)[] | undefined,
    answer: undefined as Result<never> | undefined,
    /** The calendar, and the broker's clock. */
    days: ok([{ date: '2026-01-02', close: '16:00' }]) as Result<TradingDay[]>,
    now: '2026-01-05T10:00:00-05:00',
  };
  const asked: string[] = [];
  const types: string[][] = [];
  const client = {
    account: async () => ok(broker.account),
    positions: async () => ok(broker.positions),
    tradingDays: async ({ start, end }: { start: string; end: string }) =>
      broker.days.ok
        ? ok(broker.days.value.filter(({ date }) => date >= start && date <= end))
        : broker.days,
    marketClock: async () =>
      ok({ timestamp: broker.now, isOpen: true, nextOpen: broker.now, nextClose: broker.now }),
    async allActivities(query: ActivityQuery = {}) {
      asked.push(query.after ?? '');
      types.push(query.activityTypes ?? []);
      if (broker.isSilent) return new Promise<never>(() => undefined);
      const answer = broker.answer ?? ok(broker.activities);
      if (broker.held) await new Promise<void>((resolve) => broker.held?.push(resolve));
      return answer;
    },
  };
  const shared = { client, book, journal, ...time, signal: new AbortController().signal };
  const reader = createAccountReader({
    ...shared,
    credentials: () => 'the same',
    transfers: createTransfers(shared),
  });
  return { book, broker, asked, types, time, reader };
}
