// The account's worth over time, and how far below its highest it was. Exact; numbers are made only by the chart.
import type { EquityHistory } from '#contract/market.ts';
import { isMore, percentOf, sub } from '#renderer/core/exact.ts';

export type EquityPoint = {
  time: number;
  equity: string;
  profitLoss: string | undefined;
  /** Nothing or less: what is missing to the highest so far. */
  drawdown: string;
  drawdownPercent: string | undefined;
};

/** Moments without a value are left out: there was no account yet, or the broker does not know. */
export function equityPoints({ time, equity, profitLoss }: EquityHistory): EquityPoint[] {
  let highest: string | undefined;
  return time.flatMap((at, n) => {
    const value = equity[n];
    if (value === null || value === undefined) return [];
    if (highest === undefined || isMore(value, highest)) highest = value;
    const drawdown = sub(value, highest);
    return [
      {
        time: at,
        equity: value,
        profitLoss: profitLoss[n] ?? undefined,
        drawdown,
        drawdownPercent: percentOf(drawdown, highest),
      },
    ];
  });
}

/** The lowest point below a high, for the headline. */
export const worstDrawdown = (points: readonly EquityPoint[]): EquityPoint | undefined =>
  points.reduce<EquityPoint | undefined>(
    (worst, point) => (worst && !isMore(worst.drawdown, point.drawdown) ? worst : point),
    undefined,
  );
