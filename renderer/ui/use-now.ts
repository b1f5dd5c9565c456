import { useCallback, useSyncExternalStore } from 'react';
import { pageClock } from '#renderer/core/clock.ts';

/** The time, looked at every so often: for ages that grow while nothing else changes. */
export function useNow(everyMs: number): number {
  const subscribe = useCallback((run: () => void) => pageClock.on(everyMs, run), [everyMs]);
  return useSyncExternalStore(subscribe, () => pageClock.at(everyMs));
}
