import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

/** The newest of something, for callbacks that are made once. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** The same function each time, which does what the newest would: what is handed it need not be drawn again. */
export function useSteady<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const latest = useLatest(run);
  return useCallback((...args: A) => latest.current(...args), [latest]);
}
