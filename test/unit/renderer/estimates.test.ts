// What is reckoned from fills that no reading has yet is marked wherever its size is said.
import { expect, it } from 'vitest';
import { ClosingPlan } from '#contract/closings.ts';
import { Position } from '#contract/orders.ts';
import { POSITION_EXPORT } from '#renderer/trading/positions/position-columns.tsx';
import { exitWords } from '#renderer/trading/positions/way-out-words.ts';

const planned = ClosingPlan.shape.symbols.element.parse({
  symbol: 'AAPL',
  side: 'long',
  qty: '5',
  of: '11',
  cancels: [],
});

it('a close of an estimate says about how much', () => {
  expect(exitWords(planned, 'market')).toBe('Sell 5 of 11 AAPL at the market');
  const estimate = { ...planned, isEstimate: true } as const;
  expect(exitWords(estimate, 'market')).toBe('Sell about 5 of 11 AAPL at the market');
});

it('exported positions say which of them are estimates', () => {
  const held = Position.parse({ symbol: 'AAPL', side: 'long', qty: '1', avgEntryPrice: '190' });
  const cell = (row: Position) => POSITION_EXPORT.find(([name]) => name === 'estimate')?.[1](row);
  expect([cell(held), cell({ ...held, isEstimate: true })]).toEqual(['no', 'yes']);
});
