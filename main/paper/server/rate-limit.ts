// Requests per minute and account, counted in windows that begin on the minute; the headers tell what is left.
export type RateLimit = ReturnType<typeof createRateLimit>;

const WINDOW_SEC = 60;

export function createRateLimit(options: { perMinute: number; now(): number }) {
  const used = new Map<string, number>();
  let perMinute = options.perMinute;
  let window = -1;
  return {
    /** Counts one request. */
    count(accountId: string) {
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
    setPerMinute(limit: number): void {
      perMinute = limit;
    },
  };
}
