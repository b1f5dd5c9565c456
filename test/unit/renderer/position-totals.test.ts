import { expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import type { Position } from '#contract/orders.ts';
import { positionTotals } from '#renderer/trading/positions/position-totals.ts';

const AAPL: Position = {
  symbol: 'AAPL',
  side: 'long',
  qty: decimal('10'),
  avgEntryPrice: decimal('190'),
  marketValue: decimal('2000.10'),
  costBasis: decimal('1900'),
  unrealizedPl: decimal('100.10'),
  unrealizedIntradayPl: decimal('0.20'),
};
/** Short: it is worth less than nothing, and cost less than nothing. */
const TSLA: Position = {
  symbol: 'TSLA',
  side: 'short',
  qty: decimal('-2'),
  avgEntryPrice: decimal('50'),
  marketValue: decimal('-150'),
  costBasis: decimal('-100'),
  unrealizedPl: decimal('-50'),
  unrealizedIntradayPl: decimal('-0.3'),
};

it('adds up longs and shorts by their signs, and the percent by what was put in', () => {
  expect(positionTotals([AAPL, TSLA])).toEqual({
    value: '1850.1',
    profit: '50.1',
    percent: '0.02505',
    today: '-0.1',
    isEstimate: false,
  });
});

it('does not know a sum of which a part is not known', () => {
  const { unrealizedPl: _, ...unread } = TSLA;
  expect(positionTotals([AAPL, unread])).toMatchObject({
    value: '1850.1',
    profit: undefined,
    percent: undefined,
  });
  expect(positionTotals([{ ...AAPL, isEstimate: true }, TSLA]).isEstimate).toBe(true);
});
