import type { Log } from '#main/ports.ts';

/** A listener that may throw without ending whoever calls it; what failed is a sentence for the log. */
export function safely<T extends unknown[]>(
  run: (...values: T) => void,
  log: Log,
  failed = 'a listener failed',
): (...values: T) => void {
  return (...values) => {
    try {
      run(...values);
    } catch (error) {
      log('error', failed, { error: String(error) });
    }
  };
}
