// How late main is: a timer that is due every two milliseconds, and what the thread worked while it was not.
import { percentile, round } from '#test/bench/measure.ts';

export type Lateness = {
  /** By the clock; whoever shares the processor is in it. */
  mostMs: number;
  p99Ms: number;
  /** How often it was more than 10 ms. */
  over10: number;
  /** What main's own thread worked in the longest of these, which nobody else can lengthen. */
  mostBusyMs: number;
};

const EVERY_MS = 2;

export function watchLateness(): () => Lateness {
  const late: number[] = [];
  const busy: number[] = [];
  let [at, worked] = [performance.now(), threadMs()];
  function look(): void {
    const [now, sum] = [performance.now(), threadMs()];
    late.push(Math.max(0, now - at - EVERY_MS));
    busy.push(sum - worked);
    [at, worked] = [now, sum];
  }
  const timer = setInterval(look, EVERY_MS);
  return () => {
    // What ended in this turn counts, too.
    look();
    clearInterval(timer);
    return {
      mostMs: round(most(late), 1),
      p99Ms: round(percentile(late, 99), 1),
      over10: late.filter((ms) => ms > 10).length,
      mostBusyMs: round(most(busy), 1),
    };
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
