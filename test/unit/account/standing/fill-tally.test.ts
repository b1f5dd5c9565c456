import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Position } from '#contract/orders.ts';
import { createFillTally } from '#main/account/standing/fill-tally.ts';
import { add, decimal, negate, ZERO } from '#main/domain/decimal.ts';

type Tally = ReturnType<typeof createFillTally>;
const sell = { id: 'o1', symbol: 'AAPL', side: 'sell' };
const holding = (qty: string) =>
  qty === '0' ? [] : [Position.parse({ symbol: 'AAPL', side: 'long', qty, avgEntryPrice: '150' })];

describe('fills since the positions were read', () => {
  it('count from the question of the reading', () => {
    const tally = createFillTally();
    tally.note(sell, decimal('4'), true);
    const asked = tally.mark();
    tally.note(sell, decimal('10'), true);
    tally.settle(holding('20'), 0, asked);
    expect(tally.since('AAPL')).toBe('-6');
    expect(tally.since('MSFT')).toBe(ZERO);
    tally.settle(holding('20'), 1, tally.mark());
    expect(tally.since('AAPL')).toBe(ZERO);
  });

  it('count once, however often and in whatever order they are told', () => {
    const tally = createFillTally();
    expect(tally.note(sell, decimal('10'), false)).toBe(true);
    expect(tally.note(sell, decimal('10'), true)).toBe(false);
    expect(tally.note(sell, decimal('4'), true)).toBe(false);
    expect(tally.since('AAPL')).toBe('-10');
  });

  it('know a pair with and without its slash as one', () => {
    const tally = createFillTally();
    tally.note({ id: 'o1', symbol: 'BTC/USD', side: 'buy' }, decimal('0.5'), true);
    expect(tally.since('BTCUSD')).toBe('0.5');
  });

  it('are the sum of the largest count of every order, bought less sold', () => {
    const Told = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      filled: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(Told), (told) => {
        const tally = createFillTally();
        const most = new Map<string, number>();
        for (const { id, filled } of told) {
          const order = { id, symbol: 'X', side: id === 'a' ? 'buy' : 'sell' };
          tally.note(order, decimal(String(filled)), true);
          most.set(id, Math.max(most.get(id) ?? 0, filled));
        }
        const net = [...most].reduce((sum, [id, filled]) => {
          const qty = decimal(String(filled));
          return add(sum, id === 'a' ? qty : negate(qty));
        }, ZERO);
        expect(tally.since('X')).toBe(net);
      }),
    );
  });
});

describe('a reading that contradicts a fill that was heard', () => {
  function sold(qty: string) {
    const tally = createFillTally();
    tally.settle(holding('10'), 0, tally.mark());
    tally.note(sell, decimal(qty), true);
    return tally;
  }

  it('is not believed: the fill stays counted until a reading holds it', () => {
    const tally = sold('10');
    for (const at of [100, 1_100, 2_100]) {
      tally.settle(holding('10'), at, tally.mark());
      expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['-10', true]);
    }
    tally.settle(holding('0'), 3_100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
  });

  it('is believed when it says so for long: shares move in other ways too', () => {
    const tally = sold('10');
    tally.settle(holding('10'), 100, tally.mark());
    tally.settle(holding('10'), 15_100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
  });

  it('is not in doubt when the fill may have come between its question and its answer', () => {
    for (const read of ['10', '4']) {
      const tally = createFillTally();
      tally.settle(holding('10'), 0, tally.mark());
      const asked = tally.mark();
      tally.note(sell, decimal('6'), true);
      tally.settle(holding(read), 100, asked);
      expect(tally.isInDoubt()).toBe(false);
      tally.settle(holding('4'), 200, tally.mark());
      expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
    }
  });

  it('is not in doubt for a fill that a list told of later than it happened', () => {
    const tally = createFillTally();
    tally.settle(holding('4'), 0, tally.mark());
    tally.note(sell, decimal('6'), false);
    expect(tally.since('AAPL')).toBe('-6');
    tally.settle(holding('4'), 100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
  });

  it('is not in doubt where nothing was heard to be filled', () => {
    const tally = createFillTally();
    tally.settle(holding('10'), 0, tally.mark());
    tally.settle(holding('3'), 100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
  });

  it('is not believed when it lacks what was just bought', () => {
    const tally = createFillTally();
    tally.settle([], 0, tally.mark());
    tally.note({ ...sell, side: 'buy' }, decimal('10'), true);
    tally.settle([], 100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['10', true]);
    tally.settle(holding('10'), 1_100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
  });

  it('is not believed in the middle of a round trip that was heard whole', () => {
    const tally = createFillTally();
    tally.settle([], 0, tally.mark());
    tally.note({ ...sell, id: 'o1', side: 'buy' }, decimal('10'), true);
    tally.note({ ...sell, id: 'o2' }, decimal('10'), true);
    expect(tally.isOverlapped()).toBe(true);
    tally.settle(holding('10'), 100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['-10', true]);
    tally.settle([], 1_100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
    expect(tally.isOverlapped()).toBe(false);
  });

  it('is believed when it is nothing that was held before: it knows of fills that were not heard', () => {
    const tally = sold('3');
    tally.settle(holding('2'), 100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
    const bought = createFillTally();
    bought.settle([], 0, bought.mark());
    bought.note({ ...sell, side: 'buy' }, decimal('4'), true);
    bought.settle(holding('10'), 100, bought.mark());
    expect([bought.since('AAPL'), bought.isInDoubt()]).toEqual(['0', false]);
  });

  it('counts further fills while it is in doubt', () => {
    const tally = sold('4');
    tally.settle(holding('10'), 100, tally.mark());
    tally.note(sell, decimal('7'), true);
    expect(tally.since('AAPL')).toBe('-7');
    tally.settle(holding('6'), 1_100, tally.mark());
    expect(tally.since('AAPL')).toBe('-3');
    tally.settle(holding('3'), 2_100, tally.mark());
    expect([tally.since('AAPL'), tally.isInDoubt()]).toEqual(['0', false]);
  });
});

describe('a fill that a list tells of later than it happened', () => {
  const ASKED = Date.UTC(2026, 0, 5, 15);
  /** Told by a list: of a fill so many seconds before the question of the last reading. */
  const listed = (tally: Tally, qty: string, secondsBefore: number, id = 'o1') =>
    tally.note(
      { ...sell, id, updatedAt: new Date(ASKED - secondsBefore * 1_000).toISOString() },
      decimal(qty),
      false,
    );
  const reading = (tally: Tally, qty: string) =>
    tally.settle(holding(qty), ASKED + 100, { ...tally.mark(), at: ASKED });

  it('does not count on top of a reading that holds it', () => {
    for (const before of [undefined, ASKED - 60_000]) {
      const tally = createFillTally();
      // Of an earlier run, or of this one.
      tally.settle(
        holding('100'),
        0,
        before === undefined ? before : { ...tally.mark(), at: before },
      );
      reading(tally, '60');
      const asked = { ...tally.mark(), at: ASKED };
      expect(listed(tally, '40', 5)).toBe(true);
      expect(tally.since('AAPL')).toBe(ZERO);
      // Nor on top of one that was asked for before the list told.
      tally.settle(holding('60'), ASKED + 200, asked);
      expect(tally.since('AAPL')).toBe(ZERO);
      // Nothing more moved than that: another one is not in it.
      listed(tally, '5', 5, 'o2');
      expect(tally.since('AAPL')).toBe('-5');
    }
  });

  it('does not count on top of a reading that was under way meanwhile and holds it', () => {
    const tally = createFillTally();
    tally.settle(holding('100'), 0, { ...tally.mark(), at: ASKED - 60_000 });
    const asked = { ...tally.mark(), at: ASKED };
    listed(tally, '40', 5);
    listed(tally, '5', -1, 'o2');
    expect(tally.since('AAPL')).toBe('-45');
    tally.settle(holding('60'), ASKED + 200, asked);
    expect(tally.since('AAPL')).toBe('-5');
  });

  it('counts as far as the reading does not hold it', () => {
    const tally = createFillTally();
    tally.settle(holding('100'), 0, tally.mark());
    reading(tally, '60');
    listed(tally, '70', 5);
    expect(tally.since('AAPL')).toBe('-30');
    tally.note({ ...sell, id: 'o2', side: 'buy' }, decimal('30'), false);
    expect(tally.since('AAPL')).toBe(ZERO);
  });

  it('counts when it came after the question, or when nobody says when it was', () => {
    const tally = createFillTally();
    tally.settle(holding('100'), 0, tally.mark());
    reading(tally, '60');
    listed(tally, '40', -1);
    tally.note({ ...sell, id: 'o2' }, decimal('1'), false);
    expect(tally.since('AAPL')).toBe('-41');
  });

  it('is in the first reading of all when it was long before, and may not be when it was just before', () => {
    const tally = createFillTally();
    reading(tally, '60');
    listed(tally, '40', 3_600);
    expect(tally.since('AAPL')).toBe(ZERO);
    listed(tally, '10', 1, 'o2');
    expect(tally.since('AAPL')).toBe('-10');
  });
});

describe('a position that a fill told', () => {
  const at = (second: number): string => `2026-01-05T15:00:0${second}.123456789Z`;
  /** A sale of so many, and what it left. */
  function sold(tally: ReturnType<typeof createFillTally>, all: string, left: string, n: number) {
    tally.note(sell, decimal(all), true);
    tally.hearPosition('AAPL', decimal(left), at(n));
  }
  const heard = (tally: ReturnType<typeof createFillTally>, read: string) =>
    add(decimal(read), tally.since('AAPL'));

  it('is what is held, whether the reading that overlapped it holds the fill or not', () => {
    for (const read of ['100', '60']) {
      const tally = createFillTally();
      tally.settle(holding('100'), 0, tally.mark());
      const asked = tally.mark();
      sold(tally, '40', '60', 1);
      tally.settle(holding(read), 1, asked);
      expect(heard(tally, read)).toBe('60');
    }
  });

  it('settles a reading that held the fill before it was heard', () => {
    const tally = createFillTally();
    tally.settle(holding('100'), 0, tally.mark());
    tally.settle(holding('60'), 1, tally.mark());
    sold(tally, '40', '60', 1);
    expect(heard(tally, '60')).toBe('60');
    tally.settle(holding('60'), 2, tally.mark());
    expect(tally.isInDoubt()).toBe(false);
    expect(tally.since('AAPL')).toBe(ZERO);
  });

  it('stands against a reading that lags behind it', () => {
    const tally = createFillTally();
    tally.settle(holding('100'), 0, tally.mark());
    sold(tally, '40', '60', 1);
    tally.settle(holding('100'), 1, tally.mark());
    expect(tally.isInDoubt()).toBe(true);
    expect(heard(tally, '100')).toBe('60');
  });

  it('goes on with fills that told none', () => {
    const tally = createFillTally();
    tally.settle(holding('100'), 0, tally.mark());
    sold(tally, '40', '60', 1);
    tally.note({ ...sell, id: 'o2' }, decimal('10'), true);
    expect(heard(tally, '100')).toBe('50');
  });

  it('is over with a reading that was asked for after it', () => {
    const tally = createFillTally();
    tally.settle(holding('100'), 0, tally.mark());
    sold(tally, '40', '60', 1);
    tally.settle(holding('60'), 1, tally.mark());
    expect(tally.since('AAPL')).toBe(ZERO);
    // Shares move in other ways too, and a later reading says so.
    tally.settle(holding('55'), 2, tally.mark());
    expect(tally.since('AAPL')).toBe(ZERO);
  });

  it('is not believed when fills came out of order, or when a list knew of more', () => {
    const tally = createFillTally();
    tally.settle(holding('100'), 0, tally.mark());
    sold(tally, '40', '60', 2);
    tally.note({ ...sell, id: 'o2' }, decimal('10'), true);
    tally.hearPosition('AAPL', decimal('90'), at(1));
    expect(heard(tally, '100')).toBe('50');

    const listed = createFillTally();
    listed.settle(holding('100'), 0, listed.mark());
    listed.note(sell, decimal('100'), false);
    listed.hearPosition('AAPL', decimal('60'), at(1));
    expect(heard(listed, '100')).toBe('0');
  });

  it('is signed, and known with and without the slash of a pair', () => {
    const tally = createFillTally();
    tally.settle([], 0, tally.mark());
    tally.note({ id: 'o1', symbol: 'BTC/USD', side: 'sell' }, decimal('2'), true);
    tally.hearPosition('BTC/USD', decimal('-2'), at(1));
    expect(tally.since('BTCUSD')).toBe('-2');
  });
});
