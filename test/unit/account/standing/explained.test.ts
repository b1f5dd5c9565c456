// What a reading of the account holds beside the fills, from which moment on, and that it is known as soon as it can be.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { decimal } from '#main/domain/decimal.ts';
import { journaled, read, setUp, shares } from '#test/unit/account/standing/transfers-world.ts';

type World = ReturnType<typeof setUp>;

/** Sold so many in all by now, at 150 each, and heard. */
function sell({ book }: World, qty: string, cumQty = qty, price = '150'): void {
  const size = { qty: decimal(qty), cumQty: decimal(cumQty), price: decimal(price) };
  const sale = { orderId: 'o1', symbol: 'AAPL', side: 'sell', at: '2026-01-05T15:00:01Z' };
  book.putFill({ ...sale, ...size }, undefined);
}

describe('a reading that fills alone led to', () => {
  it('leaves nothing open, and nothing is asked for', async () => {
    const world = setUp();
    const { book, broker, reader, asked, time } = world;
    await reader();
    for (const cum of [10, 25, 30]) {
      const qty = String(cum - (100 - Number(broker.positions[0]?.qty)));
      sell(world, qty, String(cum));
      broker.account = read('25000', String(10_000 + 150 * cum));
      broker.positions = [shares(String(100 - cum))];
      time.advance(1_000);
      await reader();
      expect(book.account()).toMatchObject({ dayChange: '0' });
      expect(book.areTransfersKnown()).toBe(true);
    }
    expect(asked).toHaveLength(1);
  });

  it('settles one before it that fell among fills', async () => {
    const world = setUp();
    const { book, broker, reader, time } = world;
    await reader();
    sell(world, '10');
    sell(world, '5', '15');
    // The money of both and the shares of one.
    broker.account = read('25000', '12250');
    broker.positions = [shares('90')];
    broker.isSilent = true;
    await reader();
    expect(book.areTransfersKnown()).toBe(false);
    broker.positions = [shares('85')];
    time.advance(1_000);
    await reader();
    expect(book.areTransfersKnown()).toBe(true);
  });

  it('is one also when fills of long ago become known', async () => {
    const world = setUp();
    const { book, broker, reader, asked } = world;
    await reader();
    const old = { orderId: 'old', symbol: 'MSFT', side: 'buy', at: '2026-01-04T15:00:01Z' };
    const size = { qty: decimal('7'), cumQty: decimal('7'), price: decimal('200') };
    book.putExecutions([{ ...old, ...size }]);
    await reader();
    sell(world, '10');
    broker.account = read('25000', '11500');
    broker.positions = [shares('90')];
    await reader();
    expect([book.areTransfersKnown(), asked.length]).toEqual([true, 1]);
  });
});

it('marks the day when something moved together with a fill, until it is known what', async () => {
  const world = setUp();
  const { book, broker, reader, time } = world;
  await reader();
  time.advance(20_000);
  sell(world, '10');
  broker.account = read('26000', '12500');
  broker.positions = [shares('90')];
  await reader();
  expect(book.account()).toMatchObject({ dayChange: '1000', areTransfersOpen: true });
  broker.activities = [{ id: 'c', activityType: 'CSD', netAmount: '1000' }];
  time.advance(15_000);
  await reader();
  expect(book.account()).toMatchObject({ dayChange: '0', transfers: '1000' });
  expect(book.areTransfersKnown()).toBe(true);
});

it('does not call fills what was moved by as much as they came to, when money came too', async () => {
  const world = setUp();
  const { book, broker, reader } = world;
  await reader();
  sell(world, '10', '10', '151');
  broker.account = read('25000', '11500');
  broker.positions = [shares('90')];
  broker.isSilent = true;
  await reader();
  expect(book.areTransfersKnown()).toBe(false);
});

describe('what moved is asked for from the close of the day before', () => {
  it.each([
    ['16:00', '2026-01-02T21:00:00.000Z'],
    ['13:00', '2026-01-02T18:00:00.000Z'],
    // A market that never closes: its day lasts until midnight.
    ['23:59', '2026-01-03T05:00:00.000Z'],
    ['no time', '2026-01-02T21:00:00.000Z'],
  ])('which is at %s by the calendar', async (close, after) => {
    const { broker, reader, asked } = setUp();
    broker.days = ok([{ date: '2026-01-02', close }]);
    await reader();
    expect(asked).toEqual([after]);
  });

  it('which is the usual one where the calendar is not to be had', async () => {
    const { broker, reader, asked } = setUp();
    broker.days = fail({ kind: 'offline', message: 'no answer' });
    await reader();
    expect(asked).toEqual(['2026-01-02T21:00:00.000Z']);
  });

  it('and found by the clock at a broker that does not name the day', async () => {
    const { book, broker, reader, asked } = setUp();
    broker.account = read('26000', '11000', null);
    broker.days = ok([
      { date: '2025-12-31', close: '16:00' },
      { date: '2026-01-02', close: '13:00' },
      { date: '2026-01-05', close: '16:00' },
    ]);
    broker.activities = [{ id: 'c', activityType: 'CSD', netAmount: '1000' }];
    await reader();
    expect(asked).toEqual(['2026-01-02T18:00:00.000Z']);
    expect(book.account()).toMatchObject({ dayChange: '0', transfers: '1000' });
    expect(book.areTransfersKnown()).toBe(true);
  });

  it('or the change of the day stays marked, when nobody can say which day that is', async () => {
    const { book, broker, reader, asked, time } = setUp();
    broker.account = read('26000', '11000', null);
    broker.days = fail({ kind: 'refused', status: 404, message: 'no calendar' });
    for (let count = 0; count < 5; count++) {
      await reader();
      time.advance(15_000);
    }
    expect(book.account()).toMatchObject({ areTransfersOpen: true });
    expect(asked).toEqual([]);
  });
});

it('believes a position at once that a mint has brought back to what it was before a fill', async () => {
  const world = setUp();
  const { book, broker, reader } = world;
  broker.positions = [shares('101')];
  await reader();
  // One that was minted before, and that the reading holds by which it became known.
  broker.positions = [shares('100')];
  broker.activities = [journaled('before', '-1')];
  await reader();
  const size = { qty: decimal('2'), cumQty: decimal('2'), price: decimal('150') };
  const bought = { orderId: 'o1', symbol: 'AAPL', side: 'buy', at: '2026-01-05T15:00:01Z' };
  book.putFill({ ...bought, ...size }, undefined);
  // What lags looks like that, too, as long as nothing says why.
  broker.account = read('24700', '9700');
  broker.activities = [journaled('before', '-1'), journaled('a', '-2')];
  await reader();
  const [held] = book.standingPositions();
  expect([held?.qty, held?.isEstimate ?? false]).toEqual(['100', false]);
  expect(book.arePositionsInDoubt()).toBe(false);
  expect(book.account()?.estimates).toBeUndefined();
});
