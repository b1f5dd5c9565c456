// Market time may run ahead of the wall (speed, steps, --start). How far it got is written down before it gets there, so
// that a restart, even after a crash, never goes back behind a moment that was already told.
import type { PaperClock } from '#main/paper/clock.ts';
import type { State } from '#main/paper/control/state.ts';

export type Timekeeper = {
  reserve(): void;
  /** A proper end: the next start goes on from this very moment. */
  settle(): void;
};

type Deps = { state: State; clock: PaperClock; wall(): number; reachedMs: number };

const AHEAD_MS = 2000;

export function createTimekeeper({ state, clock, wall, reachedMs }: Deps): Timekeeper {
  let reservedMs = reachedMs;
  const write = (ms: number) => state.set('clock', String(ms));
  return {
    reserve() {
      const { nowMs, speed, mode } = clock.state();
      if (mode === 'wall' && nowMs <= wall()) return; // the wall will tell
      if (nowMs < reservedMs) return;
      reservedMs = nowMs + Math.ceil(AHEAD_MS * Math.max(speed, 1));
      write(reservedMs);
    },
    settle: () => write(clock.now()),
  };
}
