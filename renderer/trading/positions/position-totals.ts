// What all positions together are worth and have made. Exact; a sum of which a part is not known is not known.
import type { Position } from '#contract/orders.ts';
import { abs, add, div, isZero } from '#renderer/core/exact.ts';

export type PositionTotals = {
  value: string | undefined;
  profit: string | undefined;
  /** Of what they cost, as a part of one. */
  percent: string | undefined;
  today: string | undefined;
  isEstimate: boolean;
};

export function positionTotals(positions: readonly Position[]): PositionTotals {
  const sum = (of: (position: Position) => string | undefined): string | undefined =>
    positions.reduce<string | undefined>((total, position) => {
      const part = of(position);
      return total === undefined || part === undefined ? undefined : add(total, part);
    }, '0');
  const profit = sum(({ unrealizedPl }) => unrealizedPl);
  const cost = sum(({ costBasis }) => costBasis && abs(costBasis));
  return {
    value: sum(({ marketValue }) => marketValue),
    profit,
    percent:
      profit === undefined || cost === undefined || isZero(cost)
        ? undefined
        : div(profit, cost, 6, 'half'),
    today: sum(({ unrealizedIntradayPl }) => unrealizedIntradayPl),
    isEstimate: positions.some(({ isEstimate }) => isEstimate),
  };
}
