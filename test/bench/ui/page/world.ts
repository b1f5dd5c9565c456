// The made-up account and market of the bench: the same in the page, which asks, and in the worker, which pours.
import type { Bar } from '#contract/bars.ts';
import type { AccountProfile } from '#contract/accounts.ts';
import { Order, type Execution } from '#contract/orders.ts';
import { AccountReading, Price } from '#contract/records.ts';
import type { BarColumns } from '#contract/market.ts';

export const MINUTE_MS = 60_000;
export const ACCOUNT_ID = '00000000-0000-4000-8000-000000000001';

/** What a page of the bench is opened with, in its address. */
export type World = {
  symbols: number;
  orders: number;
  charts: 1 | 4;
};

export function readWorld(search: string): World {
  const asked = new URLSearchParams(search);
  const number = (name: string, otherwise: number) => Number(asked.get(name) ?? otherwise);
  return {
    symbols: number('symbols', 500),
    orders: number('orders', 1_000),
    charts: number('charts', 4) === 4 ? 4 : 1,
  };
}

const letter = (n: number): string => String.fromCharCode(65 + (n % 26));
export const symbolAt = (n: number): string =>
  `B${letter(Math.floor(n / 676))}${letter(Math.floor(n / 26))}${letter(n)}`;

/** A price that wanders without a random number, so that two runs draw the same. */
export const closeAt = (symbolNumber: number, minute: number): number =>
  20 +
  (symbolNumber % 400) +
  4 * Math.sin(minute / 97 + symbolNumber) +
  Math.sin(minute / 7 + symbolNumber / 3);

export function barAt(symbolNumber: number, symbol: string, time: number): Bar {
  const minute = time / MINUTE_MS;
  const close = closeAt(symbolNumber, minute);
  const open = closeAt(symbolNumber, minute - 1);
  return {
    symbol,
    time,
    open,
    close,
    high: Math.max(open, close) + 0.3,
    low: Math.min(open, close) - 0.3,
    volume: 500 + (minute % 90) * 10,
    vwap: (open + close) / 2,
  };
}

/** The trade that opens the minute after a bar: what a list of prices shows, and what a chart draws as running. */
export function priceAfter(symbolNumber: number, bar: Bar, receivedAt: number): Price {
  const previous = closeAt(symbolNumber, 0);
  const change = bar.close - previous;
  return Price.parse({
    symbol: bar.symbol,
    price: bar.close.toFixed(2),
    tradedAt: bar.time + MINUTE_MS + 1_000,
    receivedAt,
    previousClose: previous.toFixed(2),
    change: change.toFixed(2),
    changePercent: ((100 * change) / previous).toFixed(2),
  });
}

export function columnsBefore(symbolNumber: number, before: number, limit: number): BarColumns {
  const end = before - (before % MINUTE_MS);
  const columns: BarColumns = {
    time: [],
    open: [],
    high: [],
    low: [],
    close: [],
    volume: [],
    vwap: [],
  };
  for (let n = limit; n > 0; n--) {
    const bar = barAt(symbolNumber, '', end - n * MINUTE_MS);
    columns.time.push(bar.time);
    columns.open.push(bar.open);
    columns.high.push(bar.high);
    columns.low.push(bar.low);
    columns.close.push(bar.close);
    columns.volume.push(bar.volume);
    columns.vwap.push(bar.vwap ?? null);
  }
  return columns;
}

/** One in ten is open; the rest has been filled or canceled. */
export const orderAt = (n: number, symbols: number, status = statusAt(n)): Order => {
  const qty = String(1 + (n % 90));
  return Order.parse({
    id: `order-${n}`,
    clientOrderId: `client-${n}`,
    symbol: symbolAt((n * 7) % symbols),
    side: n % 3 === 0 ? 'sell' : 'buy',
    type: 'limit',
    timeInForce: 'day',
    status,
    qty,
    filledQty: status === 'filled' ? qty : '0',
    limitPrice: String(10 + (n % 700)),
    submittedAt: new Date(1_700_000_000_000 + ((n * 7_919) % 100_000) * 1_000).toISOString(),
  });
};

const statusAt = (n: number): string => {
  if (n % 10 === 0) return 'new';
  return n % 2 === 0 ? 'filled' : 'canceled';
};

export const fillOf = (order: Order, at: number): Execution => ({
  orderId: order.id,
  symbol: order.symbol,
  side: order.side,
  qty: order.qty ?? order.filledQty,
  cumQty: order.qty ?? order.filledQty,
  price: order.limitPrice ?? order.filledQty,
  at: new Date(at).toISOString(),
});

export const PROFILE: AccountProfile = {
  accountId: ACCOUNT_ID,
  label: 'Bench',
  environment: 'paper',
  proof: 'key',
  keyHome: 'this-run',
  isVerified: true,
  isArmed: true,
  isOpen: true,
};

export const readingAt = (receivedAt: number): AccountReading =>
  AccountReading.parse({
    account: {
      accountNumber: 'BENCH',
      status: 'ACTIVE',
      currency: 'USD',
      equity: '100000',
      lastEquity: '100000',
      cash: '100000',
      buyingPower: '200000',
    },
    receivedAt,
    dayChange: '0',
  });
