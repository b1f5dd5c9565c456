import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { readCloses } from '#main/account/standing/market-closes.ts';
import { decimal } from '#main/domain/decimal.ts';
import { listOf } from '#main/wire/oddities.ts';
import { aPosition } from '#test/unit/domain/samples.ts';
import {
  createStored,
  journaled,
  read,
  setUp,
  shares,
} from '#test/unit/account/standing/transfers-world.ts';

describe('what moved in or out', () => {
  it('is no loss: a mint of two shares', async () => {
    const { book, broker, reader, asked } = setUp();
    await reader();
    expect(book.account()).toMatchObject({ dayChange: '0' });
    const changes: (string | undefined)[] = [];
    book.onChange(() => changes.push(book.account()?.dayChange));
    broker.account = read('24700');
    broker.positions = [shares('98')];
    broker.activities = [journaled('a', '-2')];
    await reader();
    expect(book.account()).toMatchObject({ dayChange: '0', transfers: '-300' });
    expect(book.account()?.sharesMoved).toEqual([{ symbol: 'AAPL', qty: '-2', value: '-300' }]);
    // Not for a moment either.
    expect(new Set(changes)).toEqual(new Set(['0']));
    expect(asked).toEqual(['2026-01-02T21:00:00.000Z', '2026-01-02T21:00:00.000Z']);
  });

  it('is told by symbol, with what all of it was worth, and is gone when it came back', async () => {
    const { book, broker, reader } = setUp();
    await reader();
    broker.account = read('17500');
    broker.positions = [shares('50')];
    broker.activities = [journaled('b', '-20'), journaled('a', '-30')];
    await reader();
    expect(book.account()).toMatchObject({ dayChange: '0', transfers: '-7500' });
    expect(book.account()?.sharesMoved).toEqual([{ symbol: 'AAPL', qty: '-50', value: '-7500' }]);
    broker.account = read('25000');
    broker.positions = [shares('100')];
    broker.activities = [journaled('c', '50'), ...broker.activities];
    await reader();
    expect(book.account()).toMatchObject({ dayChange: '0' });
    expect(book.account()).not.toHaveProperty('transfers');
    expect(book.account()?.sharesMoved).toEqual([{ symbol: 'AAPL', qty: '0', value: '0' }]);
  });

  it('is not what could not be read: neither a position, nor an activity, nor a day', async () => {
    const { book, broker, reader, time } = setUp();
    await reader();
    expect(book.areTransfersKnown()).toBe(true);
    broker.positions = listOf([], [{ symbol: 'AAPL', where: 'qty' }]);
    await reader();
    expect(book.areTransfersKnown()).toBe(true);
    expect(book.account()).toMatchObject({ dayChange: '0' });
    broker.account = read('24700');
    broker.positions = [shares('98')];
    broker.activities = listOf([journaled('a', '-2')], [{ where: 'activityType' }]);
    time.advance(15_000);
    await reader();
    expect(book.areTransfersKnown()).toBe(false);
    const odd = async () => ok(listOf([], [{ where: 'date' }]));
    const range = { start: '2026-01-02', end: '2026-01-05' };
    expect((await readCloses({ tradingDays: odd }, range)).ok).toBe(false);
  });

  it('is asked for until it is listed, which may be later than it is felt', async () => {
    const { book, broker, reader, time, asked } = setUp();
    await reader();
    broker.account = read('24700');
    broker.positions = [shares('98')];
    await reader();
    expect(book.account()?.dayChange).toBe('-300');
    await reader();
    expect(asked).toHaveLength(2);
    time.advance(15_000);
    broker.activities = [journaled('a', '-2')];
    await reader();
    expect(book.account()?.dayChange).toBe('0');
  });

  it('is not waited for without an end: a fee is listed nowhere', async () => {
    const { book, broker, reader, time, asked } = setUp();
    await reader();
    broker.account = read('24990', '9990');
    await reader();
    expect(book.areTransfersKnown()).toBe(false);
    for (let count = 0; count < 10; count++) {
      time.advance(15_000);
      await reader();
    }
    expect([book.account()?.dayChange, book.areTransfersKnown()]).toEqual(['-10', true]);
    expect(asked.length).toBeLessThan(8);
  });

  it('is nothing where it was canceled', async () => {
    const { book, broker, reader, time } = setUp();
    broker.account = read('26000', '11000');
    broker.activities = [{ id: 'c', activityType: 'CSD', netAmount: '1000' }];
    await reader();
    expect(book.account()?.transfers).toBe('1000');
    time.advance(15_000);
    broker.account = read('25000');
    broker.activities = [
      { id: 'c', activityType: 'CSD', netAmount: '1000', status: 'canceled' },
      { id: 'd', activityType: 'CSD', netAmount: '10', status: 'canceled' },
    ];
    await reader();
    expect(book.account()).toMatchObject({ dayChange: '0' });
    expect(book.account()?.transfers).toBeUndefined();
  });

  it('is what the newest question was answered, when an older answer comes later', async () => {
    const { book, broker, reader, time } = setUp();
    await reader();
    const held: (() => void)[] = (broker.held = []);
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    broker.account = read('26000', '11000');
    const first = reader();
    await settle();
    time.advance(2_000);
    await first;
    broker.account = read('27000', '12000');
    broker.activities = [{ id: 'c', activityType: 'CSD', netAmount: '2000' }];
    const second = reader();
    await settle();
    held[1]?.();
    await second;
    expect(book.account()).toMatchObject({ dayChange: '0', transfers: '2000' });
    held[0]?.();
    await settle();
    expect(book.account()).toMatchObject({ dayChange: '0', transfers: '2000' });
  });

  it('is no profit: a deposit, and shares that come with a price', async () => {
    const { book, broker, reader } = setUp();
    await reader();
    broker.account = read('26400', '11000');
    broker.positions = [
      shares('100'),
      aPosition({ symbol: 'MSFT', qty: '2', currentPrice: '200' }),
    ];
    broker.activities = [
      { id: 'c', activityType: 'CSD', netAmount: '1000' },
      journaled('s', '2', { symbol: 'MSFT', price: '190' }),
    ];
    await reader();
    // Worth 380 when they came and 400 by now: twenty were made since.
    expect(book.account()).toMatchObject({ transfers: '1380', dayChange: '20' });
  });

  it('keeps what it was worth then, however the price moves on', async () => {
    const { book, broker, reader } = setUp();
    await reader();
    broker.account = read('24700');
    broker.positions = [shares('98')];
    broker.activities = [journaled('a', '-2')];
    await reader();
    book.putPrices([{ symbol: 'AAPL', price: decimal('300'), tradedAt: 1, receivedAt: 1 }]);
    broker.positions = [shares('97')];
    broker.activities = [journaled('a', '-2'), journaled('b', '-1')];
    await reader();
    expect(book.account()?.transfers).toBe('-600');
  });

  it('is worth what it was after a restart of the desk as well', async () => {
    const journal = createStored();
    const first = setUp(journal);
    first.broker.activities = [journaled('a', '-2')];
    await first.reader();
    const second = setUp(journal);
    second.broker.activities = [journaled('a', '-2')];
    second.book.putPrices([{ symbol: 'AAPL', price: decimal('300'), tradedAt: 1, receivedAt: 1 }]);
    await second.reader();
    expect(second.book.account()?.transfers).toBe('-300');
  });

  it('is kept with what it was worth on later days, too, for the curve of the account', async () => {
    const journal = createStored();
    const { broker, reader } = setUp(journal);
    broker.activities = [journaled('a', '-2')];
    await reader();
    broker.account = read('25000', '10000', '2026-01-05');
    broker.activities = [journaled('b', '1')];
    await reader();
    expect(journal.transfers()).toMatchObject({ value: { a: '-300', b: '150' } });
  });

  it('is not asked for again while nothing unexplained happened', async () => {
    const { reader, asked, time } = setUp();
    for (let count = 0; count < 20; count++) {
      await reader();
      time.advance(15_000);
    }
    expect(asked).toHaveLength(1);
  });

  it('is asked for now and then while orders fill, and not with every reading', async () => {
    const { book, broker, reader, asked, time } = setUp();
    await reader();
    for (let count = 1; count <= 30; count++) {
      const filledQty = decimal(String(count));
      book.putOrders(
        [
          {
            id: 'o1',
            clientOrderId: 'c1',
            symbol: 'AAPL',
            side: 'sell',
            type: 'limit',
            timeInForce: 'day',
            status: 'partially_filled',
            filledQty,
          },
        ],
        true,
      );
      broker.account = read('25000', String(10_000 + count * 150));
      broker.positions = [shares(String(100 - count))];
      await reader();
      time.advance(1_000);
    }
    expect(asked.length).toBeLessThan(5);
  });

  it('does not hold a reading back that holds a fill: its cash and its positions belong together', async () => {
    const { book, broker, reader } = setUp();
    await reader();
    broker.isSilent = true;
    const filledQty = decimal('10');
    const sold = { id: 'o1', clientOrderId: 'c1', symbol: 'AAPL', side: 'sell', type: 'limit' };
    book.putOrders([{ ...sold, timeInForce: 'day', status: 'filled', filledQty }], true);
    broker.account = read('25000', '11500');
    broker.positions = [shares('90')];
    await reader();
    expect(book.account()?.account.cash).toBe('11500');
  });

  it('begins anew with another day', async () => {
    const { book, broker, reader } = setUp();
    broker.activities = [{ id: 'c', activityType: 'CSD', netAmount: '1000' }];
    await reader();
    expect(book.account()?.transfers).toBe('1000');
    broker.account = read('25000', '10000', '2026-07-06');
    broker.answer = fail({ kind: 'offline', message: 'no answer' });
    await reader();
    expect(book.account()?.transfers).toBeUndefined();
  });

  it('does not keep the account from being shown when the broker is silent about it', async () => {
    const { book, broker, reader, time } = setUp();
    broker.isSilent = true;
    const reading = reader();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect(book.positions()).toHaveLength(1);
    time.advance(2_000);
    await reading;
    expect(book.account()?.account.equity).toBe('25000');
  });

  it('is asked for without tokens at a broker that refuses to speak of them', async () => {
    const { book, broker, reader, types, time } = setUp();
    broker.answer = fail({ kind: 'refused', status: 422, message: 'invalid activity type: OCT' });
    await reader();
    time.advance(5_000);
    broker.answer = undefined;
    broker.activities = [{ id: 'c', activityType: 'CSD', netAmount: '1000' }];
    await reader();
    expect(types.map((asked) => asked.includes('OCT'))).toEqual([true, false]);
    expect(book.account()?.transfers).toBe('1000');
  });

  it('is asked for again after a failure', async () => {
    const { book, broker, reader, asked, time } = setUp();
    broker.answer = fail({ kind: 'offline', message: 'no answer' });
    await reader();
    await reader();
    expect(asked).toHaveLength(1);
    time.advance(5_000);
    broker.answer = undefined;
    broker.activities = [{ id: 'c', activityType: 'CSD', netAmount: '1000' }];
    await reader();
    expect(book.account()?.transfers).toBe('1000');
  });
});
