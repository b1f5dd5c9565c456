// The time, for everything on the page that shows an age. One beat for each period wakes all who asked for it: a timer
// in each of a thousand cells would wake the page a thousand times a second. The page's own beats come with those of the
// prices, in the same frames, and rest while nobody sees it.
import type { Delay } from '#renderer/core/delay.ts';
import { pageTurns } from '#renderer/core/turns.ts';

export type Clock = {
  /** The moment of the last beat of a period. */
  at(everyMs: number): number;
  on(everyMs: number, run: () => void): () => void;
};

type Deps = { now: () => number; every: Delay };
type Beat = { at: number; listeners: Set<() => void>; stop: (() => void) | undefined };

export function createClock({ now, every: again }: Deps): Clock {
  const beats = new Map<number, Beat>();

  function beatOf(everyMs: number): Beat {
    let beat = beats.get(everyMs);
    if (!beat) beats.set(everyMs, (beat = { at: now(), listeners: new Set(), stop: undefined }));
    // While nobody listens it does not beat; the first to look must not see an old moment.
    if (!beat.stop && now() - beat.at >= everyMs) beat.at = now();
    return beat;
  }

  return {
    at: (everyMs) => beatOf(everyMs).at,
    on(everyMs, run) {
      const beat = beatOf(everyMs);
      beat.listeners.add(run);
      beat.stop ??= again(everyMs, () => {
        beat.at = now();
        for (const wake of beat.listeners) wake();
      });
      return () => {
        beat.listeners.delete(run);
        if (beat.listeners.size > 0) return;
        beat.stop?.();
        beat.stop = undefined;
      };
    },
  };
}

export const pageClock: Clock = createClock({ now: Date.now, every: pageTurns.every });
