import { useCallback, useSyncExternalStore } from 'react';
import { pageClock } from '#renderer/core/clock.ts';

/** The time, looked at every so often: for ages that grow while nothing else changes. */
export function useNow(everyMs: number): number {
  const subscribe = useCallback((run: () => void) => pageClock.on(everyMs, run), [everyMs]);
  return useSyncExternalStore(subscribe, () => pageClock.at(everyMs));
}

/** What the time makes of something: looked at as often, and the component wakes only when it is something else. */
export function useWhenNow<T extends string | number | boolean | undefined>(
  everyMs: number,
  read: (now: number) => T,
): T {
  const subscribe = useCallback((run: () => void) => pageClock.on(everyMs, run), [everyMs]);
  return useSyncExternalStore(subscribe, () => read(pageClock.at(everyMs)));
}
