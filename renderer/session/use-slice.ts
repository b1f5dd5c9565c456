import { useCallback, useSyncExternalStore } from 'react';
import type { Slices } from '#renderer/core/feeds/slices.ts';

/** The value under one key; the component wakes only when that key changes. */
export function useSlice<K, V>(slices: Slices<K, V>, key: K): V | undefined {
  const subscribe = useCallback((run: () => void) => slices.on(key, run), [slices, key]);
  return useSyncExternalStore(subscribe, () => slices.get(key));
}
