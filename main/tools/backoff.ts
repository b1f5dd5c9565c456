// Apart from repeat.ts: a link that reconnects and a process that restarts are no rounds of work; they need only the
// length of the next wait.
import type { Random } from '#main/ports.ts';

export type BackoffLimits = { firstMs: number; capMs: number };
/** The wait after this many others, each twice as long as the one before. */
export const doublingMs = ({ firstMs, capMs }: BackoffLimits, times: number): number =>
  Math.min(capMs, firstMs * 2 ** Math.max(0, times));

type Backoff = { next(): number; reset(): void };

/** Waits that double up to a cap. The jitter, half to full, keeps many clients from coming back together. */
export function createBackoff(limits: BackoffLimits, random: Random): Backoff {
  let failures = 0;
  return {
    next() {
      const full = doublingMs(limits, failures);
      failures = Math.min(failures + 1, 32);
      return Math.round(full * (0.5 + random.float() / 2));
    },
    reset() {
      failures = 0;
    },
  };
}
