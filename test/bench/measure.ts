export type Figures = Record<string, number | string | Record<string, number> | readonly object[]>;

export type BenchOptions = {
  /** What an hour of load is compressed into. */
  minutes: number;
  /** Which measurements of a bench to take; all when there is none. */
  only: readonly string[];
  /** How many orders a journal has. */
  orders: number;
  /** What the bench of a desk at a size was asked for. */
  scale: {
    orders?: number | undefined;
    lines?: number | undefined;
    /** Where the desks are made, and stay for the next run; a folder that is removed at the end when there is none. */
    data?: string | undefined;
  };
};

/** The p-th percentile of some durations. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))] ?? Number.NaN;
}

/** Durations in milliseconds of one thing done many times, one after the other. */
export async function durations(
  times: number,
  run: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index++) {
    const before = performance.now();
    await run(index);
    taken.push(performance.now() - before);
  }
  return taken;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
