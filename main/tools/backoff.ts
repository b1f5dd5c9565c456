// Apart from repeat.ts: a link that reconnects and a process that restarts are no rounds of work; they need only the
// length of the next wait.
import type { Random } from '#main/ports.ts';

export type BackoffLimits = { firstMs: number; capMs: number };
type Backoff = { next(): number; reset(): void };

/** Waits that double up to a cap. The jitter, half to full, keeps many clients from coming back together. */
export function createBackoff({ firstMs, capMs }: BackoffLimits, random: Random): Backoff {
  let failures = 0;
  return {
    next() {
      const full = Math.min(capMs, firstMs * 2 ** failures);
      failures = Math.min(failures + 1, 32);
      return Math.round(full * (0.5 + random.float() / 2));
    },
    reset() {
      failures = 0;
    },
  };
}
