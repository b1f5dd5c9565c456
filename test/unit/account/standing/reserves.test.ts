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

function setUp() {
  const book = createAccountBook();
  const changes: BookChange[] = [];
  book.onChange((change) => changes.push(change));
  return { book, changes };
}

describe('what orders keep back', () => {
  const account = {
    accountNumber: 'PA1',
    status: 'ACTIVE',
    currency: 'USD',
    equity: decimal('1900'),
    lastEquity: decimal('1900'),
    cash: decimal('1900'),
    buyingPower: decimal('1900'),
  };
  const long = {
    symbol: 'AAPL',
    side: 'long',
    qty: decimal('10'),
    qtyAvailable: decimal('10'),
    avgEntryPrice: decimal('150'),
  };
  function setUpRead() {
    const made = setUp();
    const read = (asked = made.book.markFills()) => {
      made.book.putPositions([long], 10, asked);
      made.book.putAccount(account, 10);
    };
    read();
    return { ...made, read };
  }
  const resting = (more: Partial<Order> = {}) =>
    order({ symbol: 'MSFT', side: 'buy', status: 'new', limitPrice: decimal('10'), ...more });

  it('makes buying power an estimate from an order that reserves it until it is read again', () => {
    const { book, changes, read } = setUpRead();
    book.putOrders([resting()]);
    expect(book.account()?.estimates).toEqual(['buyingPower']);
    expect(changes.map(({ kind }) => kind)).toContain('reserves');
    read();
    expect(book.account()?.estimates).toBeUndefined();
  });

  it.each([
    ['its end', { status: 'canceled' }],
    ['another price', { limitPrice: decimal('12') }],
    ['another size', { qty: decimal('3') }],
  ])('is one after %s, too', (_what, change) => {
    const { book, read } = setUpRead();
    book.putOrders([resting()]);
    read();
    book.putOrders([resting({ ...change, updatedAt: '2026-01-05T15:00:09Z' })]);
    expect(book.account()?.estimates).toEqual(['buyingPower']);
  });

  it('is one when the order came while the account was on its way', () => {
    const { book, read } = setUpRead();
    const asked = book.markFills();
    book.putOrders([resting()]);
    read(asked);
    expect(book.account()?.estimates).toEqual(['buyingPower']);
  });

  it('is not moved by an order that closes, nor by one that was over when it became known', () => {
    const { book } = setUpRead();
    book.putOrders([resting({ symbol: 'AAPL', side: 'sell' })]);
    book.putOrders([resting({ id: 'o9', status: 'canceled' })]);
    expect(book.account()?.estimates).toBeUndefined();
  });

  it('is left out, of shares, from an order that closes, or from its end, until it is read again', () => {
    const { book, changes, read } = setUpRead();
    const available = () => book.standingPositions()[0]?.qtyAvailable;
    const sale = resting({ symbol: 'AAPL', side: 'sell' });
    expect(available()).toBe('10');
    for (const status of ['new', 'canceled']) {
      book.putOrders([{ ...sale, status, updatedAt: `2026-01-05T15:00:0${status.length}Z` }]);
      expect(available()).toBeUndefined();
      expect(changes.at(-1)).toEqual({ kind: 'reserves' });
      read();
      expect(available()).toBe('10');
    }
    book.putOrders([resting({ id: 'o9', symbol: 'AAPL' })]);
    expect(available()).toBe('10');
  });

  it.each([
    ['149.9', undefined],
    ['152', ['buyingPower']],
    ['148', ['buyingPower']],
  ])(
    'is not known when prices, at %s now, have moved the equity by a hundredth',
    (price, marked) => {
      const { book } = setUp();
      const held = { ...long, currentPrice: decimal('150'), marketValue: decimal('1500') };
      book.putPositions([held], 10, book.markFills());
      book.putAccount({ ...account, cash: decimal('400') }, 10);
      book.putPrices([{ symbol: 'AAPL', price: decimal(price), tradedAt: 20, receivedAt: 20 }]);
      expect(book.account()?.estimates).toEqual(marked);
    },
  );
});
