import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import { createFillTally } from '#main/book/fill-tally.ts';
import { add, decimal, negate, ZERO } from '#main/domain/decimal.ts';

const sell = { id: 'o1', symbol: 'AAPL', side: 'sell' };

it('counts what was filled since the question of the reading that holds', () => {
  const tally = createFillTally();
  tally.note(sell, decimal('4'));
  const asked = tally.mark();
  tally.note(sell, decimal('10'));
  tally.settle(asked);
  expect(tally.since('AAPL')).toBe('-6');
  expect(tally.since('MSFT')).toBe(ZERO);
  tally.settle(tally.mark());
  expect(tally.since('AAPL')).toBe(ZERO);
});

it('counts a fill once, however often and in whatever order it is told', () => {
  const tally = createFillTally();
  expect(tally.note(sell, decimal('10'))).toBe(true);
  expect(tally.note(sell, decimal('10'))).toBe(false);
  expect(tally.note(sell, decimal('4'))).toBe(false);
  expect(tally.since('AAPL')).toBe('-10');
});

it('knows a pair with and without its slash as one', () => {
  const tally = createFillTally();
  tally.note({ id: 'o1', symbol: 'BTC/USD', side: 'buy' }, decimal('0.5'));
  expect(tally.since('BTCUSD')).toBe('0.5');
});

it('is the sum of the largest count of every order, bought less sold', () => {
  const Told = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    filled: fc.integer({ min: 0, max: 50 }),
  });
  fc.assert(
    fc.property(fc.array(Told), (told) => {
      const tally = createFillTally();
      const most = new Map<string, number>();
      for (const { id, filled } of told) {
        tally.note({ id, symbol: 'X', side: id === 'a' ? 'buy' : 'sell' }, decimal(String(filled)));
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
