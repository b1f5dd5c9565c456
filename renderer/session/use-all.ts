import { useSyncExternalStore } from 'react';
import type { Slices } from '#renderer/core/feeds/slices.ts';

/** Every value at once, for tables; the component wakes once a frame when any of them changes. */
export const useAll = <K, V>(slices: Slices<K, V>): readonly V[] =>
  useSyncExternalStore(slices.onAny, slices.all);
