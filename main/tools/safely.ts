import type { Log } from '#main/ports.ts';

/** A listener that may throw without ending whoever calls it. */
export function safely<T extends unknown[]>(
  run: (...values: T) => void,
  log: Log,
): (...values: T) => void {
  return (...values) => {
    try {
      run(...values);
    } catch (error) {
      log('error', 'a listener failed', { error: String(error) });
    }
  };
}
