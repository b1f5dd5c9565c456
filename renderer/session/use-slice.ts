import { useCallback, useSyncExternalStore } from 'react';
import type { Slices } from '#renderer/core/feeds/slices.ts';
import { pageTurns, type TurnOptions } from '#renderer/core/turns.ts';

type Readable<K, V> = Pick<Slices<K, V>, 'get' | 'on'>;

/** The value under one key; the component wakes only when that key changes. */
export function useSlice<K, V>(slices: Slices<K, V>, key: K): V | undefined {
  const subscribe = useCallback((run: () => void) => slices.on(key, run), [slices, key]);
  return useSyncExternalStore(subscribe, () => slices.get(key));
}

/** The value under one key, for what a flood may delay: the component wakes when it has its turn to draw. */
export function useSliceInTurn<V>(
  slices: Readable<string, V>,
  key: string,
  { cost, restMs }: TurnOptions,
): V | undefined {
  const subscribe = useCallback(
    (run: () => void) => {
      const turn = pageTurns.join(run, { cost, restMs });
      const stop = slices.on(key, turn.want);
      return () => {
        stop();
        turn.leave();
      };
    },
    [slices, key, cost, restMs],
  );
  return useSyncExternalStore(subscribe, () => slices.get(key));
}
