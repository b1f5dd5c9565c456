import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { createAccountBook, type BookChange } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';

const order = (change: Partial<Order> = {}): Order => ({
  id: 'o1',
  clientOrderId: 'c1',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  status: 'new',
  filledQty: decimal('0'),
  updatedAt: '2026-01-05T15:00:00Z',
  ...change,
});
const price = (value: string, tradedAt: number) => ({
  symbol: 'AAPL',
  price: decimal(value),
  tradedAt,
  receivedAt: tradedAt,
});

function setUp() {
  const book = createAccountBook();
  const changes: BookChange[] = [];
  book.onChange((change) => changes.push(change));
  return { book, changes };
}

describe('the book', () => {
  it('is written before anything is published', () => {
    const { book } = setUp();
    const seen: unknown[] = [];
    book.onChange((change) => {
      if (change.kind === 'orders') seen.push(book.order('o1')?.status);
      if (change.kind === 'prices') seen.push(book.price('AAPL')?.price);
    });
    book.putOrders([order()]);
    book.putPrices([price('1', 1)]);
    expect(seen).toEqual(['new', '1']);
  });

  it('never lets an older trade replace a newer one, and says nothing then', () => {
    const { book, changes } = setUp();
    book.putPrices([price('2', 20)]);
    book.putPrices([price('1', 10)]);
    expect(book.price('AAPL')?.price).toBe('2');
    expect(changes).toHaveLength(1);
  });

  it('keeps the previous close and reckons the change exactly', () => {
    const { book } = setUp();
    book.putPrices([{ ...price('190.12', 1), previousClose: decimal('190.00') }]);
    book.putPrices([price('189.81', 2)]);
    expect(book.price('AAPL')).toMatchObject({
      previousClose: '190.00',
      change: '-0.19',
      changePercent: '-0.1',
    });
  });

  it('publishes an order once for each thing that changed', () => {
    const { book, changes } = setUp();
    book.putOrders([order()]);
    book.putOrders([order()]);
    book.putOrders([order({ status: 'filled', updatedAt: '2026-01-05T15:00:01Z' })]);
    book.putOrders([order()]);
    expect(changes.map((change) => change.kind === 'orders' && change.orders[0]?.status)).toEqual([
      'new',
      'filled',
    ]);
    expect(book.openOrders()).toEqual([]);
  });

  it('finds legs under their own ids', () => {
    const { book } = setUp();
    book.putOrders([order({ legs: [order({ id: 'leg', status: 'held' })] })]);
    expect(book.order('leg')?.status).toBe('held');
    expect(book.openOrders().map(({ id }) => id)).toEqual(['o1', 'leg']);
  });

  it('books a fill once, also after the order has ended', () => {
    const { book, changes } = setUp();
    book.putOrders([order({ status: 'filled' })]);
    const fill = {
      orderId: 'o1',
      symbol: 'AAPL',
      side: 'buy',
      qty: decimal('1'),
      cumQty: decimal('1'),
      price: decimal('10'),
      at: '2026-01-05T15:00:00Z',
    };
    book.putExecutions([fill]);
    book.putExecutions([{ ...fill, executionId: 'e1' }]);
    expect(book.executions('o1')).toHaveLength(1);
    expect(changes.filter(({ kind }) => kind === 'executions')).toHaveLength(1);
  });

  it('compares equity with yesterday’s', () => {
    const { book } = setUp();
    const account = {
      accountNumber: 'PA1',
      status: 'ACTIVE',
      currency: 'USD',
      equity: decimal('101000.5'),
      lastEquity: decimal('100000'),
      cash: decimal('1'),
      buyingPower: decimal('2'),
    };
    book.putAccount(account, 7);
    expect(book.account()).toEqual({
      account,
      receivedAt: 7,
      dayChange: '1000.5',
      dayChangePercent: '1',
    });
    book.putAccount({ ...account, lastEquity: decimal('0') }, 8);
    expect(book.account()?.dayChangePercent).toBeUndefined();
  });
});
