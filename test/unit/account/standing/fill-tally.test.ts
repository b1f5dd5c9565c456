import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Position } from '#contract/orders.ts';
import { createFillTally } from '#main/account/standing/fill-tally.ts';
import { add, decimal, negate, ZERO } from '#main/domain/decimal.ts';

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
