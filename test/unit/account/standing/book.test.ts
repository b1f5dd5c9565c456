import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, type Order } from '#contract/orders.ts';
import { createAccountBook, type BookChange } from '#main/account/standing/book.ts';
import { openingBlock } from '#main/domain/account-states.ts';
import { decimal } from '#main/domain/decimal.ts';
import { heldForSure } from '#main/domain/orders/exits.ts';

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
  it('knows its open orders, whatever is told of them and in which order', () => {
    const news = fc.record({
      nth: fc.nat(4),
      leg: fc.option(fc.nat(4)),
      status: fc.constantFrom('new', 'filled', 'canceled', 'pending_cancel', 'replaced', 'unheard'),
      minute: fc.nat(9),
      isGone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(news, { maxLength: 30 }), (told) => {
        const { book } = setUp();
        for (const { nth, leg, status, minute, isGone } of told) {
          const of = (number: number, change: Partial<Order> = {}) =>
            order({
              id: `o${number}`,
              updatedAt: `2026-01-05T15:0${minute}:00Z`,
              status,
              ...change,
            });
          const legs = leg === null || leg === nth ? {} : { legs: [of(leg)] };
          book.putOrders([of(nth, legs)]);
          if (isGone) book.putGone(`o${nth}`, '2026-01-05T16:00:00Z');
          const open = book.orders().filter((one) => isOpen(one.status));
          expect(new Set(book.openOrders())).toEqual(new Set(open));
          expect(book.openCount()).toBe(open.length);
        }
      }),
    );
  });

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

  it('does not take a trade that is told again for a fresh one', () => {
    const { book } = setUp();
    book.putPrices([price('2', 20)]);
    book.putPrices([{ ...price('2.00', 20), receivedAt: 90_020, previousClose: decimal('1') }]);
    expect(book.price('AAPL')).toMatchObject({ receivedAt: 20, change: '1' });
    book.putPrices([{ ...price('2', 21), receivedAt: 90_021 }]);
    expect(book.price('AAPL')?.receivedAt).toBe(90_021);
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
    const told = changes.flatMap((change) => (change.kind === 'orders' ? change.orders : []));
    expect(told.map(({ status }) => status)).toEqual(['new', 'filled']);
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

describe('what the account stands at', () => {
  const account = {
    accountNumber: 'PA1',
    status: 'ACTIVE',
    currency: 'USD',
    equity: decimal('1900'),
    lastEquity: decimal('1800'),
    cash: decimal('0'),
    buyingPower: decimal('0'),
  };
  const position = {
    symbol: 'AAPL',
    side: 'long',
    qty: decimal('10'),
    avgEntryPrice: decimal('150'),
    currentPrice: decimal('190'),
    marketValue: decimal('1900'),
  };
  const fill = {
    orderId: 'o1',
    symbol: 'AAPL',
    side: 'sell',
    qty: decimal('4'),
    cumQty: decimal('4'),
    price: decimal('191'),
    at: '2026-01-05T15:00:01Z',
  };

  function standing() {
    const made = setUp();
    made.book.putPositions([position], 10, made.book.markFills());
    made.book.putAccount(account, 10);
    return made;
  }

  it('is the reading until something is heard', () => {
    const { book } = standing();
    expect(book.account()).toEqual({
      account,
      receivedAt: 10,
      dayChange: '100',
      dayChangePercent: '5.56',
    });
    expect(book.standingPositions()).toEqual([position]);
  });

  it('moves with prices that are newer than the reading, and with no others', () => {
    const { book } = standing();
    book.putPrices([price('150', 9)]);
    expect(book.account()?.account.equity).toBe('1900');
    book.putPrices([price('200', 11)]);
    expect(book.account()).toMatchObject({ account: { equity: '2000' }, dayChange: '200' });
    expect(book.account()?.estimates).toEqual(['buyingPower']);
  });

  it('holds what a fill left of a position, until it is read', () => {
    const { book } = standing();
    book.putFill(fill, decimal('6'));
    expect(book.standingPositions()).toMatchObject([{ qty: '6', isEstimate: true }]);
    expect(book.account()).toMatchObject({
      account: { cash: '764' },
      estimates: expect.anything() as unknown,
    });
    // As it was read, which may or may not hold the fill: whoever exits takes the smaller.
    expect(book.positions()).toMatchObject([{ qty: '10' }]);
    expect(book.filledSince('AAPL')).toBe('-4');
    // What the broker said with the fill is newer than the reading.
    const held = book.held();
    expect([held.positions, held.filledSince?.('AAPL')]).toMatchObject([[{ qty: '6' }], '0']);
    book.putPositions([{ ...position, qty: decimal('6') }], 20, book.markFills());
    book.putAccount(account, 20);
    expect(book.held().positions).toMatchObject([{ qty: '6' }]);
    expect(book.account()?.estimates).toBeUndefined();
  });

  it('is as it was read, and marked, after a fill that only a list told of', () => {
    const { book } = standing();
    book.putOrders([order({ side: 'sell', status: 'filled', filledQty: decimal('4') })]);
    expect(book.standingPositions()).toEqual([{ ...position, isEstimate: true }]);
    expect(book.account()?.estimates).toBeDefined();
    book.putPositions([{ ...position, qty: decimal('6') }], 20, book.markFills());
    expect(book.standingPositions()).toEqual([{ ...position, qty: '6' }]);
  });

  it('is not gone after fills of which a list told, which the reading may hold already', () => {
    const { book } = standing();
    book.putFill(fill, decimal('6'));
    book.putPositions([{ ...position, qty: decimal('6') }], 20, book.markFills());
    const sold = { ...fill, orderId: 'o2', qty: decimal('6'), cumQty: decimal('6') };
    book.putExecutions([sold]);
    expect(book.standingPositions()).toMatchObject([{ qty: '6', isEstimate: true }]);
    book.putPositions([], 30, book.markFills());
    expect(book.standingPositions()).toEqual([]);
  });

  it.each([
    ['of which a list told first', '10', undefined],
    ['whose first part a list told', '4', '6'],
  ])('is gone with a fill that leaves nothing, %s', (_what, listed, rest) => {
    const { book } = standing();
    book.putFill(
      { ...fill, orderId: 'o0', qty: decimal('0.5'), cumQty: decimal('0.5') },
      undefined,
    );
    book.putPositions([position], 20, book.markFills());
    book.putOrders([
      order({ id: 'o1', side: 'sell', status: 'filled', filledQty: decimal(listed) }),
    ]);
    expect(book.standingPositions()).toMatchObject([{ isEstimate: true }]);
    const qty = decimal(rest ?? listed);
    book.putFill({ ...fill, orderId: rest ? 'o2' : 'o1', qty, cumQty: qty }, decimal('0'));
    expect(book.standingPositions()).toEqual([]);
  });

  it('stays gone when the reading after the fill that closed it lags behind', () => {
    const { book } = standing();
    book.putPositions([position], 11, book.markFills());
    book.putFill({ ...fill, qty: decimal('10'), cumQty: decimal('10') }, decimal('0'));
    expect(book.standingPositions()).toEqual([]);
    book.putPositions([position], 20, book.markFills());
    expect(book.standingPositions()).toEqual([]);
  });

  it('can be exited as soon as a fill told of it, and no further than was read where none did', () => {
    const { book } = standing();
    const bought = {
      ...fill,
      symbol: 'MSFT',
      side: 'buy',
      qty: decimal('5'),
      cumQty: decimal('5'),
    };
    book.putFill(bought, decimal('5'));
    book.putFill({ ...fill, orderId: 'o2' }, undefined);
    const { positions, filledSince } = book.held();
    expect(positions.map(({ symbol, qty }) => [symbol, qty])).toEqual([
      ['AAPL', '10'],
      ['MSFT', '5'],
    ]);
    expect([filledSince?.('AAPL'), filledSince?.('MSFT')]).toEqual(['-4', '0']);
  });

  it('is not raised by the fill of an exit that is heard after a reading that holds a later one', () => {
    const { book } = standing();
    // Of ten shares four and then three were sold; the first sale is heard of last.
    book.putPositions([{ ...position, qty: decimal('3') }], 20, book.markFills());
    book.putFill(fill, decimal('6'));
    const { positions, filledSince } = book.held();
    expect(heldForSure(positions[0]!, { filledSince })).toBe('3');
  });

  it('is not raised by a purchase that is heard late either', () => {
    const { book } = standing();
    book.putPositions([{ ...position, qty: decimal('8') }], 20, book.markFills());
    book.putFill({ ...fill, side: 'buy' }, decimal('14'));
    const { positions, filledSince } = book.held();
    expect(heldForSure(positions[0]!, { filledSince })).toBe('8');
  });

  it('is not lowered by a part of a purchase that is heard after the whole of it was read', () => {
    const { book } = standing();
    const bought = { side: 'buy', status: 'filled', filledQty: decimal('10') };
    book.putOrders([order({ id: 'o1', ...bought })]);
    book.putPositions([{ ...position, qty: decimal('20') }], 20, book.markFills());
    book.putFill({ ...fill, side: 'buy' }, decimal('14'));
    const { positions, filledSince } = book.held();
    expect(heldForSure(positions[0]!, { filledSince })).toBe('20');
    expect(book.standingPositions()).toMatchObject([{ qty: '20' }]);
  });

  it('is not gone for whoever closes it a second time before it is read again', () => {
    const { book } = standing();
    book.putFill({ ...fill, qty: decimal('10'), cumQty: decimal('10') }, decimal('0'));
    expect(book.standingPositions()).toEqual([]);
    const { positions, filledSince } = book.held();
    expect([positions, filledSince?.('AAPL')]).toMatchObject([[{ qty: '10' }], '-10']);
  });

  it('is an estimate while a fill overlaps the reading, also when the positions hold it already', () => {
    const { book } = standing();
    const asked = book.markFills();
    book.putFill(fill, decimal('6'));
    book.putPositions([{ ...position, qty: decimal('6') }], 20, asked);
    book.putAccount(account, 20);
    expect(book.filledSince('AAPL')).toBe('0');
    expect(book.account()?.estimates).toBeDefined();
    book.putPositions([{ ...position, qty: decimal('6') }], 30, book.markFills());
    book.putAccount(account, 30);
    expect(book.account()?.estimates).toBeUndefined();
  });

  it('is an estimate after a round trip, of which only money is left', () => {
    const { book } = standing();
    book.putFill(fill, undefined);
    book.putFill({ ...fill, orderId: 'o2', side: 'buy', price: decimal('180') }, undefined);
    expect(book.filledSince('AAPL')).toBe('0');
    expect(book.account()?.estimates).toBeDefined();
  });

  it('has the states of what it stands at, by which orders are judged, and not of what was read', () => {
    const { book } = standing();
    book.putAccount({ ...account, equity: decimal('400'), longMarketValue: decimal('1900') }, 10);
    expect(book.account()?.states).toBeUndefined();
    book.putPrices([price('160', 11)]);
    const { states, account: standsAt } = book.account()!;
    expect(states).toMatchObject([{ name: 'closingOnly', isBlocking: true }]);
    expect(openingBlock(standsAt)).toBe(states?.[0]?.text);
  });

  it('keeps transfers apart from profit and loss', () => {
    const { book, changes } = standing();
    book.putTransfers(decimal('-50'));
    expect(book.account()).toMatchObject({ dayChange: '150', transfers: '-50' });
    const told = changes.length;
    book.putTransfers(decimal('-50.00'));
    expect(changes).toHaveLength(told);
  });

  it('says that the change of the day is an estimate while something may have moved', () => {
    const { book } = standing();
    book.putTransfers(decimal('0'), false);
    expect(book.account()).toMatchObject({ dayChange: '100', areTransfersOpen: true });
    book.putTransfers(decimal('-50'));
    expect(book.account()?.areTransfersOpen).toBeUndefined();
  });
});
