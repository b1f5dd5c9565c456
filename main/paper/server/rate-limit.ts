// Requests per minute and account, counted in windows that begin on the minute; the headers tell what is left.
export type Allowance = { allowed: boolean; limit: number; remaining: number; resetSec: number };

export type RateLimit = {
  take(accountId: string): Allowance;
  perMinute(): number;
  setPerMinute(limit: number): void;
};

const WINDOW_SEC = 60;

export function createRateLimit(options: { perMinute: number; now(): number }): RateLimit {
  const used = new Map<string, number>();
  let perMinute = options.perMinute;
  let window = -1;
  return {
    take(accountId) {
      const current = Math.floor(options.now() / (WINDOW_SEC * 1000));
      if (current !== window) used.clear();
      window = current;
      const count = (used.get(accountId) ?? 0) + 1;
      used.set(accountId, count);
      return {
        allowed: count <= perMinute,
        limit: perMinute,
        remaining: Math.max(0, perMinute - count),
        resetSec: (current + 1) * WINDOW_SEC,
      };
    },
    perMinute: () => perMinute,
    setPerMinute(limit) {
      perMinute = limit;
    },
  };
}
