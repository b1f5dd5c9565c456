// Timestamps as the service writes them: UTC with nine decimals. No two are alike and none is older than the one before,
// so that a list can be paged by submission time without losing an order to a shared millisecond.

/** Not a round number, so that clients meet all nine digits. */
const STEP_NS = 1_013;
const NS_PER_MS = 1_000_000;

export function createTimestamps() {
  let lastMs = Number.NEGATIVE_INFINITY;
  let lastNs = 0;
  let last = '';
  return {
    at(timeMs: number): string {
      if (timeMs > lastMs) {
        lastMs = timeMs;
        lastNs = STEP_NS;
      } else {
        lastNs += STEP_NS;
        if (lastNs >= NS_PER_MS) {
          lastMs += 1;
          lastNs = STEP_NS;
        }
      }
      last = `${new Date(lastMs).toISOString().slice(0, -1)}${String(lastNs).padStart(6, '0')}Z`;
      return last;
    },
    last: () => last,
    /** Goes on after `timestamp`, which another run gave out. */
    resume(timestamp: string): void {
      last = timestamp;
      lastMs =
        timestamp === '' ? Number.NEGATIVE_INFINITY : Date.parse(`${timestamp.slice(0, 23)}Z`);
      lastNs = timestamp === '' ? 0 : Number(timestamp.slice(23, 29));
    },
  };
}

/** Any RFC 3339 time, or a date (its start in UTC), in the same form as ours, so that text compares like time. */
export function comparableTime(text: string): string | undefined {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?([Zz]|[+ -]\d{2}:?\d{2}))?$/.exec(
      text,
    );
  if (!match) return undefined;
  const [, date = '', time = '00:00:00', fraction = '', zone = 'Z'] = match;
  // A '+' that was not escaped in a query arrives as a space.
  const timeMs = Date.parse(`${date}T${time}${zone.toUpperCase().replace(' ', '+')}`);
  if (!Number.isFinite(timeMs) || timeMs < 0) return undefined;
  return `${new Date(timeMs).toISOString().slice(0, 19)}.${fraction.padEnd(9, '0')}Z`;
}
