// The account's worth over time, and how far below its highest it was. Exact; numbers are made only by the chart.
import type { EquityHistory } from '#contract/market.ts';
import { add, isMore, isZero, percentOf, sub } from '#renderer/core/exact.ts';

export type EquityPoint = {
  time: number;
  equity: string;
  profitLoss: string | undefined;
  /** What had moved in or out by then, where anything did. */
  moved: string | undefined;
  /** What moved is not all known: profit and drawdown may count it. */
  isEstimate: boolean;
  /** Nothing or less: what is missing to the highest so far, which moves with what moves in or out. */
  drawdown: string;
  drawdownPercent: string | undefined;
};

/** Moments without a value are left out: there was no account yet, or the broker does not know. */
export function equityPoints(history: EquityHistory): EquityPoint[] {
  const { time, equity, profitLoss, moved, isMovedOpen = false } = history;
  /** Without what moved. */
  let highest: string | undefined;
  return time.flatMap((at, n) => {
    const value = equity[n];
    if (value === null || value === undefined) return [];
    const movedBy = moved?.[n] ?? '0';
    const own = sub(value, movedBy);
    if (highest === undefined || isMore(own, highest)) highest = own;
    const drawdown = sub(own, highest);
    return [
      {
        time: at,
        equity: value,
        profitLoss: profitLoss[n] ?? undefined,
        moved: isZero(movedBy) ? undefined : movedBy,
        isEstimate: isMovedOpen,
        drawdown,
        drawdownPercent: percentOf(drawdown, add(highest, movedBy)),
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
